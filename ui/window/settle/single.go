package settle

import (
	"crossfeed/engine/reconcile"
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
		return sideOf(nothing, reconcile.Equal, grid.Quiet)
	case now == before:
		return sideOf(now, reconcile.Equal, grid.Plain)
	case now == "":
		return sideOf(nothing, reconcile.Removed, grid.Quiet)
	case before == "":
		return sideOf(now, reconcile.Added, grid.Plain)
	}
	changed := sideOf(now, reconcile.Changed, grid.Plain)
	changed.spans = []reconcile.Span{{Text: now, Marked: true}}
	if rows := reconcile.Text(before, now); len(rows) == 1 && rows[0].Kind == reconcile.Changed {
		changed.spans = rows[0].Right.Spans
	}
	return changed
}
