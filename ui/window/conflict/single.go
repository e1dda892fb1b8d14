package conflict

import (
	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// nothing stands where a field has no value.
const nothing = "—"

// single compares a value of one line, or none.
func (m moment) single(f cell) []band {
	values := m.words(f)
	b := band{sides: make([]side, len(values)), same: f.Alike}
	for i, v := range values {
		if !m.silent(i) {
			b.sides[i] = beside(values[m.compared()], v)
		}
	}
	return []band{b}
}

// words are the values of a field in words.
func (m moment) words(f cell) []string { return m.speaker.Apart(f.Form, m.values(f)...) }

// beside is a value beside the one that it is compared with.
func beside(before, now string) side {
	switch {
	case now == before && now == "":
		return sideOf(nothing, merge.Equal, grid.Quiet)
	case now == before:
		return sideOf(now, merge.Equal, grid.Plain)
	case now == "":
		return sideOf(nothing, merge.Removed, grid.Quiet)
	case before == "":
		return sideOf(now, merge.Added, grid.Plain)
	}
	changed := sideOf(now, merge.Changed, grid.Plain)
	changed.spans = []merge.Span{{Text: now, Marked: true}}
	if rows := merge.Text(before, now); len(rows) == 1 && rows[0].Kind == merge.Changed {
		changed.spans = rows[0].Right.Spans
	}
	return changed
}
