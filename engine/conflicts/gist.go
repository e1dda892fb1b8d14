package conflicts

import (
	"slices"

	"crossfeed/engine/store"
)

// Kind is the outcome of a resolution.
type Kind int

// The kinds of outcomes.
const (
	// Kept: the result has the winner's values.
	Kept Kind = iota
	// Took: the result has another version's values.
	Took
	// Merged: the result has fields from several versions, or values that were in none.
	Merged
	// Restored: the result has the original's values.
	Restored
	// Deleted: the result is a tombstone.
	Deleted
	// Same: the versions did not differ in any field.
	Same
)

// Gist summarizes a resolution.
type Gist struct {
	Kind Kind
	// Version is the index of the version that was kept or taken. For other kinds it is 0, the
	// winner.
	Version int
	// Sources says where the fields of a Merged result came from, in the order of the
	// resolution.
	Sources []Source
	// Left has the indexes of the versions that stayed open.
	Left []int
}

// Source is the origin of some fields of a result.
type Source struct {
	Fields []string
	// From is the index of the version, or ByHand, Together or Original.
	From int
	// Parts has the indexes of the versions that the values of Together are made from. It is
	// empty if they are not known.
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

// GistOf summarizes a resolution.
func GistOf(d store.Decision) Gist {
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

// sources groups the fields by their source.
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

// SourceOf returns the source of a field's value.
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

// Letters returns the letters of the versions that the values are from.
func (s Source) Letters() (all []string) {
	if s.From >= 0 {
		return []string{Letter(s.From)}
	}
	for _, n := range s.Parts {
		all = append(all, Letter(n))
	}
	return all
}

// left returns the indexes of the versions that were not included.
func left(versions []store.Considered) (all []int) {
	for i, v := range versions {
		if i > 0 && !v.Taken {
			all = append(all, i)
		}
	}
	return all
}
