package conflict

import (
	"slices"
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// set compares elements, whatever their order: each has a line of its own through
// all columns.
func (m moment) set(f cell) []band {
	words := m.words(f)
	sets := make([][]string, len(words))
	for i, w := range words {
		sets[i] = elements(w)
	}
	var bands []band
	for _, e := range union(sets, m.ref) {
		bands = append(bands, m.element(e, sets, f.Alike))
	}
	if len(bands) == 0 {
		return m.single(f)
	}
	for i, s := range bands[0].sides {
		if !s.there && len(sets[i]) == 0 && !m.silent(i) {
			bands[0].sides[i] = sideOf(nothing, merge.Equal, grid.Quiet)
		}
	}
	return bands
}

// union are all elements: those of one set first.
func union(sets [][]string, first int) []string {
	all := slices.Clone(sets[first])
	for _, set := range sets {
		for _, e := range set {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return all
}

// element says of each column whether it has an element.
func (m moment) element(e string, sets [][]string, alike bool) band {
	b := band{sides: make([]side, len(sets)), same: alike}
	before := slices.Contains(sets[m.ref], e)
	for i, set := range sets {
		now := slices.Contains(set, e)
		switch {
		case m.silent(i):
		case now && before:
			b.sides[i] = sideOf(e, merge.Equal, grid.Plain)
		case now:
			b.sides[i] = sideOf(e, merge.Added, grid.Plain)
		case before && !m.sure:
			b.sides[i] = sideOf("", merge.Removed, grid.Plain)
		case before:
			b.sides[i] = sideOf(e, merge.Removed, grid.Struck)
		}
	}
	return b
}

func elements(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
