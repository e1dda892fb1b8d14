// Package log says what was decided when versions were settled: in short, as
// sentences, as a Markdown document and as JSON. It is pure.
package log

import "crossfeed/engine/store"

// Entry is a decision of the log, with the name of its list.
type Entry struct {
	// Set is the name of the list, which may be deleted by now.
	Set string
	store.Decision
}

// Kind is what a decision came to.
type Kind int

// Kinds.
const (
	// Kept: the result says what the winner said.
	Kept Kind = iota
	// Took: it says what another version said.
	Took
	// Joined: it has fields of several versions, or values that were in none.
	Joined
	// Deleted: it is a tombstone.
	Deleted
	// Same: the versions differed in nothing that a field shows.
	Same
)

// Gist is a decision in short.
type Gist struct {
	Kind Kind
	// Version is the index of the version that was kept or taken; 0, the winner,
	// where it is neither.
	Version int
	// Sources say where the fields of Joined came from, in the order in which
	// they stand in the decision.
	Sources []Source
	// Left are the indexes of the versions that stayed open.
	Left []int
}

// Source is where some fields of a result came from.
type Source struct {
	Fields []string
	// From is the index of the version, or ByHand or Together.
	From int
}

// Sources of values that were in no version.
const (
	// ByHand: a person typed the value, or chose its parts.
	ByHand = -1
	// Together: the proposal put it together, and was left so.
	Together = -2
)

// Of is what a decision came to.
func Of(d store.Decision) Gist {
	g := Gist{Sources: sources(d.Fields), Left: left(d.Versions)}
	switch {
	case d.Deleted:
		g.Kind = Deleted
	case len(g.Sources) == 0:
		g.Kind = Same
	case len(g.Sources) > 1 || g.Sources[0].From < 0:
		g.Kind = Joined
	default:
		g.Version = g.Sources[0].From
		if g.Version > 0 {
			g.Kind = Took
		}
	}
	return g
}

// sources gathers the fields that came from one place.
func sources(fields []store.Decided) (all []Source) {
	at := make(map[int]int)
	for _, f := range fields {
		from := SourceOf(f)
		i, known := at[from]
		if !known {
			i = len(all)
			at[from] = i
			all = append(all, Source{From: from})
		}
		all[i].Fields = append(all[i].Fields, f.Field)
	}
	return all
}

// SourceOf is where the value of a field came from: the index of a version, or
// ByHand or Together.
func SourceOf(f store.Decided) int {
	switch {
	case f.From >= 0:
		return f.From
	case f.Proposed:
		return Together
	}
	return ByHand
}

// left are the versions that were not taken into account.
func left(versions []store.Considered) (all []int) {
	for i, v := range versions {
		if i > 0 && !v.Taken {
			all = append(all, i)
		}
	}
	return all
}
