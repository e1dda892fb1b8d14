// Package log says what was decided when versions were resolved: in short, as
// sentences, as a Markdown document and as JSON. It is pure.
package log

import (
	"slices"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/store"
)

// Kind is what a decision came to.
type Kind int

// Kinds.
const (
	// Kept: the result says what the winner said.
	Kept Kind = iota
	// Took: it says what another version said.
	Took
	// Merged: it has fields of several versions, or values that were in none.
	Merged
	// Restored: it says what the original said.
	Restored
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
	// Sources say where the fields of Merged came from, in the order in which
	// they stand in the decision.
	Sources []Source
	// Left are the indexes of the versions that stayed open.
	Left []int
}

// Source is where some fields of a result came from.
type Source struct {
	Fields []string
	// From is the index of the version, or ByHand, Together or Original.
	From int
	// Parts are the indexes of the versions that the values of Together are made of;
	// none where that is not known.
	Parts []int
}

// Sources of values that were in no version.
const (
	// ByHand: a person typed the value.
	ByHand = -1
	// Together: it is merged from several versions.
	Together = -2
	// Original: it is the value of the common ancestor.
	Original = -3
)

// Of is what a decision came to.
func Of(d store.Decision) Gist {
	g := Gist{Sources: sources(d.Fields), Left: left(d.Versions)}
	switch {
	case d.Deleted:
		g.Kind = Deleted
	case len(g.Sources) == 0:
		g.Kind = Same
	case len(g.Sources) == 1 && g.Sources[0].From == Original:
		g.Kind = Restored
	case len(g.Sources) > 1 || g.Sources[0].From < 0:
		g.Kind = Merged
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
	for _, f := range fields {
		from := SourceOf(f)
		i := slices.IndexFunc(all, func(s Source) bool { return s.From == from.From && slices.Equal(s.Parts, from.Parts) })
		if i < 0 {
			i = len(all)
			all = append(all, Source{From: from.From, Parts: from.Parts})
		}
		all[i].Fields = append(all[i].Fields, f.Field)
	}
	return all
}

// SourceOf is where the value of a field came from.
func SourceOf(f store.Decided) Source {
	s := Source{Fields: []string{f.Field}, From: ByHand}
	switch {
	case f.From >= 0:
		s.From = f.From
	case f.Original:
		s.From = Original
	case f.Proposed || len(f.Parts) > 0:
		s.From, s.Parts = Together, f.Parts
	}
	return s
}

// Letters are those of the versions that the values are from.
func (s Source) Letters() (all []string) {
	if s.From >= 0 {
		return []string{conflicts.Letter(s.From)}
	}
	for _, n := range s.Parts {
		all = append(all, conflicts.Letter(n))
	}
	return all
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
