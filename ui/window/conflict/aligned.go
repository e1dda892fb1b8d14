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
}

// against compares a text with another, line by line, until ctx ends.
func against(ctx context.Context, ref, text string) aligned {
	lines := len(split(ref))
	b := aligned{make([]side, lines), make([][]side, lines+1)}
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
		case left > 0:
			b.at[left-1] = lineOf(r.Left, merge.Removed, grid.Gone)
		case right > 0:
			b.added[at] = append(b.added[at], lineOf(r.Right, merge.Added, grid.Fixed))
		}
		at = max(at, left)
	}
	return b
}

// unsure says of lines that only the other text has that they are not here. Whether
// they were taken out is not known.
func (a aligned) unsure() aligned {
	sure := a.at
	a.at = make([]side, len(sure))
	for i, s := range sure {
		if s.kind == merge.Removed {
			s.spans = nil
		}
		a.at[i] = s
	}
	return a
}

func lineOf(s merge.Side, kind merge.Kind, look grid.Look) side {
	return side{spans: s.Spans, kind: kind, sign: signOf(kind), look: look, there: true}
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
