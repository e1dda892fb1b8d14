package settle

import (
	"context"
	"strings"

	"crossfeed/engine/reconcile"
	"crossfeed/ui/widget/grid"
)

// text compares a text of several lines: the same line stands in the same row in
// all columns.
func (m moment) text(ctx context.Context, f cell) []band {
	var bands []band
	for i, c := range m.chunks(f) {
		if ctx.Err() != nil {
			return nil
		}
		if m.most > 0 {
			c.texts = beginnings(c.texts, m.most)
			if len(bands) > m.most {
				return bands
			}
		}
		bands = append(bands, m.stretchOf(ctx, c, i)...)
	}
	return bands
}

// stretchOf are the lines of one stretch.
func (m moment) stretchOf(ctx context.Context, c chunk, number int) []band {
	if c.alike && m.uniform(c.texts) {
		return m.sameLines(split(c.texts[m.compared()]), number)
	}
	ref := c.texts[m.compared()]
	columns := make([]aligned, len(c.texts))
	for i, text := range c.texts {
		if !m.silent(i) && !(c.open && i == len(c.texts)-1) {
			columns[i] = m.known.against(ctx, ref, text)
			if !m.based {
				columns[i] = columns[i].unsure()
			}
		}
	}
	bands := woven(len(split(ref)), columns, number, c.whole)
	if c.open && len(bands) > 0 {
		asked := sideOf(chooseText(), reconcile.Equal, grid.Asking)
		asked.sign = "?"
		bands[0].sides[len(c.texts)-1] = asked
	}
	return bands
}

// beginnings are the first lines of texts.
func beginnings(texts []string, lines int) []string {
	all := make([]string, len(texts))
	for i, text := range texts {
		rest := text
		for n := 0; n < lines && rest != ""; n++ {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		all[i] = text[:len(text)-len(rest)]
	}
	return all
}

// uniform tells whether all columns that say anything say the same.
func (m moment) uniform(texts []string) bool {
	for i, t := range texts {
		if !m.silent(i) && t != texts[m.compared()] {
			return false
		}
	}
	return true
}

func (m moment) sameLines(lines []string, number int) []band {
	bands := make([]band, len(lines))
	for i, l := range lines {
		one := sideOf(l, reconcile.Equal, grid.Fixed)
		bands[i] = band{sides: make([]side, m.columns()), chunk: number, same: true}
		for c := range bands[i].sides {
			if !m.silent(c) {
				bands[i].sides[c] = one
			}
		}
	}
	return bands
}

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
	rows, _ := reconcile.TextContext(ctx, ref, text) // what is cut short is not shown
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
			b.at[left-1] = lineOf(r.Left, reconcile.Removed, grid.Gone)
		case right > 0:
			b.added[at] = append(b.added[at], lineOf(r.Right, reconcile.Added, grid.Fixed))
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
		if s.kind == reconcile.Removed {
			s.spans = nil
		}
		a.at[i] = s
	}
	return a
}

func lineOf(s reconcile.Side, kind reconcile.Kind, look grid.Look) side {
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
		if s.there && s.kind != reconcile.Equal {
			return false
		}
	}
	return true
}
