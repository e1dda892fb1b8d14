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
	original := values[m.ref]
	var gone [][]merge.Span
	for i, v := range values {
		if m.silent(i) {
			continue
		}
		old, now := compared(original, v)
		b.sides[i] = valueOf(original, v, old, now)
		if result := i == len(values)-1; result || !m.sure {
			b.sides[i] = b.sides[i].present()
		} else if old != nil {
			gone = append(gone, old)
		}
	}
	if m.sure && gone != nil {
		b.sides[0].spans = lost(original, gone)
	}
	return []band{b}
}

// words are the values of a field in words.
func (m moment) words(f cell) []string { return m.speaker.Apart(f.Form, m.values(f)...) }

// compared are two different values, with what only one of them has marked; nil
// where they are the same, or where the first one is empty.
func compared(before, now string) (old, fresh []merge.Span) {
	if before == now || before == "" {
		return nil, nil
	}
	if rows := merge.Text(before, now); len(rows) == 1 && rows[0].Kind == merge.Changed {
		return rows[0].Left.Spans, rows[0].Right.Spans
	}
	return []merge.Span{{Text: before, Marked: true}}, []merge.Span{{Text: now, Marked: true}}
}

// valueOf is a value with how it differs from the one that it is compared with.
func valueOf(before, now string, old, fresh []merge.Span) side {
	switch {
	case now == before && now == "":
		return sideOf(nothing, merge.Equal, grid.Quiet)
	case now == before:
		return sideOf(now, merge.Equal, grid.Plain)
	case now == "":
		return sideOf(before, merge.Removed, grid.Struck)
	case before == "":
		return sideOf(now, merge.Added, grid.Plain)
	}
	changed := sideOf(now, merge.Changed, grid.Plain)
	changed.spans = wordsOf(old, fresh)
	return changed
}

// present is a side that shows nothing that was removed.
func (s side) present() side {
	if s.kind == merge.Removed {
		return sideOf(nothing, merge.Removed, grid.Quiet)
	}
	s.spans = present(s.spans)
	return s
}
