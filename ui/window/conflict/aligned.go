package conflict

import (
	"context"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// aligned is a text beside the one that it is compared with: at has a side for
// each line of that one, and added what stands before each, and after the last.
type aligned struct {
	at    []side
	added [][]side
	// left are the lines of that one where this one differs, with what it does not
	// have marked.
	left [][]merge.Span
}

// against compares a text with another, line by line, until ctx ends.
func against(ctx context.Context, ref, text string) aligned {
	lines := len(split(ref))
	b := aligned{make([]side, lines), make([][]side, lines+1), make([][]merge.Span, lines)}
	rights, at := len(split(text)), 0
	rows, _ := merge.TextContext(ctx, ref, text) // what is cut short is not shown
	for _, r := range rows {
		left, right := r.Left.Number, r.Right.Number
		if left > lines {
			left = 0
		}
		if right > rights {
			right = 0
		}
		switch {
		case left > 0 && right > 0:
			b.at[left-1] = lineOf(r.Right, r.Kind, grid.Fixed)
			if r.Kind == merge.Changed {
				b.at[left-1].spans, b.left[left-1] = wordsOf(r.Left.Spans, r.Right.Spans), r.Left.Spans
			}
		case left > 0:
			b.at[left-1] = lineOf(r.Left, merge.Removed, grid.Gone)
			b.left[left-1] = []merge.Span{{Text: textOf(b.at[left-1].spans), Marked: true}}
		case right > 0:
			b.added[at] = append(b.added[at], lineOf(r.Right, merge.Added, grid.Fixed))
		}
		at = max(at, left)
	}
	return b
}

// unsure says of what only the other text has that it is not here. Whether it was
// taken out is not known.
func (a aligned) unsure() aligned {
	return a.with(func(_ int, s side) side {
		if s.kind == merge.Removed {
			s.spans = nil
		}
		s.spans = present(s.spans)
		return s
	})
}

// result is a text that was not written by anybody yet: no words are struck out in
// what will be saved.
func (a aligned) result() aligned {
	return a.with(func(_ int, s side) side {
		s.spans = present(s.spans)
		return s
	})
}

// original marks in the original what versions do not have any more.
func (a aligned) original(versions []aligned) aligned {
	return a.with(func(i int, s side) side {
		var others [][]merge.Span
		for _, v := range versions {
			if v.left != nil && v.left[i] != nil {
				others = append(others, v.left[i])
			}
		}
		if others != nil {
			s.spans = lost(textOf(s.spans), others)
		}
		return s
	})
}

// with is a copy of which each line was changed: comparisons are shared.
func (a aligned) with(change func(i int, s side) side) aligned {
	sides := a.at
	a.at = make([]side, len(sides))
	for i, s := range sides {
		a.at[i] = change(i, s)
	}
	return a
}

func lineOf(s merge.Side, kind merge.Kind, look grid.Look) side {
	return side{spans: marksOf(s.Spans, grid.MarkAdded), kind: kind, sign: signOf(kind), look: look, there: true}
}

// woven puts the columns beside each other. What they added at one place stands
// side by side.
func woven(lines int, columns []aligned, number int, whole bool) []band {
	var bands []band
	for i := range lines + 1 {
		most := 0
		for _, c := range columns {
			if c.added != nil {
				most = max(most, len(c.added[i]))
			}
		}
		for n := range most {
			bands = append(bands, across(columns, number, func(c aligned) side { return nth(c.added[i], n) }))
		}
		if i < lines {
			b := across(columns, number, func(c aligned) side { return c.at[i] })
			b.same = !whole && equal(b.sides)
			bands = append(bands, b)
		}
	}
	return bands
}

func across(columns []aligned, number int, of func(aligned) side) band {
	b := band{sides: make([]side, len(columns)), chunk: number}
	for i, c := range columns {
		if c.added != nil {
			b.sides[i] = of(c)
		}
	}
	return b
}

func nth(all []side, n int) side {
	if n < len(all) {
		return all[n]
	}
	return side{}
}

func equal(sides []side) bool {
	for _, s := range sides {
		if s.there && s.kind != merge.Equal {
			return false
		}
	}
	return true
}
