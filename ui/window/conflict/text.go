package conflict

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// text compares a text of several lines. Equal lines are in the same row in all columns.
func (m moment) text(ctx context.Context, f cell) []band {
	var bands []band
	line := 0
	for i, c := range m.chunks(f) {
		if ctx.Err() != nil {
			return nil
		}
		now := m.with(c.original)
		counted := now.ref
		if m.based {
			counted = 0
		}
		lines := len(split(c.texts[counted]))
		if m.most > 0 {
			c.texts = beginnings(c.texts, m.most)
			if len(bands) > m.most {
				return bands
			}
		}
		for _, b := range now.stretchOf(ctx, c, i) {
			b.line += line
			bands = append(bands, b)
		}
		line += lines
	}
	m.emptied(f, bands)
	return bands
}

// emptied marks the columns in which the text is empty.
func (m moment) emptied(f cell, bands []band) {
	for i, v := range m.values(f) {
		if len(bands) > 0 && v == "" && !bands[0].sides[i].there && !m.silent(i) {
			bands[0].sides[i] = sideOf(nothing, merge.Equal, grid.Quiet)
		}
	}
}

// stretchOf returns the lines of a hunk.
func (m moment) stretchOf(ctx context.Context, c chunk, number int) []band {
	if c.alike && m.uniform(c.texts) {
		return m.sameLines(split(c.texts[m.ref]), number)
	}
	ref := c.texts[m.ref]
	columns := m.alignedWith(ctx, ref, c)
	bands := mergeColumns(len(split(ref)), columns, number, c.whole)
	if m.based && !m.sure && len(bands) > 0 {
		bands[0].sides[0] = sideOf(noOriginal(), merge.Equal, grid.Quiet)
	}
	return bands
}

// alignedWith compares the text of every column in a hunk with ref. It compares each text
// once, because most columns are equal to another one.
func (m moment) alignedWith(ctx context.Context, ref string, c chunk) []aligned {
	columns, known := make([]aligned, len(c.texts)), map[string]aligned{}
	for i, text := range c.texts {
		if m.silent(i) || c.open && i == len(c.texts)-1 {
			continue
		}
		a, there := known[text]
		if !there {
			a = m.known.against(ctx, ref, text)
			if !m.sure {
				a = a.unsure()
			}
			known[text] = a
		}
		columns[i] = a
	}
	if last := len(columns) - 1; columns[last].at != nil {
		columns[last] = columns[last].result()
	}
	if m.sure {
		columns[0] = columns[0].original(columns[1 : len(columns)-1])
	}
	return columns
}

// beginnings returns the first lines of texts.
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

// uniform reports whether all columns that have a text have the same one.
func (m moment) uniform(texts []string) bool {
	for i, t := range texts {
		if !m.silent(i) && t != texts[m.ref] {
			return false
		}
	}
	return true
}

func (m moment) sameLines(lines []string, number int) []band {
	bands := make([]band, len(lines))
	for i, l := range lines {
		one := sideOf(l, merge.Equal, grid.Fixed)
		bands[i] = band{sides: make([]side, m.columns()), chunk: number, line: i, same: true}
		for c := range bands[i].sides {
			if !m.silent(c) {
				bands[i].sides[c] = one
			}
		}
	}
	return bands
}

// set compares the members of sets, regardless of their order. Each member has a line across
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

// union returns all members, those of the set with index first before the others.
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

// element returns a line that shows which columns have a member.
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

// nothing is shown if a field has no value.
const nothing = "—"

// single compares single-line values.
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

// words returns the values of a field as a person reads them.
func (m moment) words(f cell) []string { return m.speaker.Apart(f.Form, m.values(f)...) }

// compared returns two different values with the parts marked that only one of them has; nil
// if they are equal, or if the first one is empty.
func compared(before, now string) (old, fresh []merge.Span) {
	if before == now || before == "" {
		return nil, nil
	}
	if rows := merge.Text(before, now); len(rows) == 1 && rows[0].Kind == merge.Changed {
		return rows[0].Left.Spans, rows[0].Right.Spans
	}
	return []merge.Span{{Text: before, Marked: true}}, []merge.Span{{Text: now, Marked: true}}
}

// valueOf returns a value with its differences from the reference.
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

// present returns a side without anything that was removed.
func (s side) present() side {
	if s.kind == merge.Removed {
		return sideOf(nothing, merge.Removed, grid.Quiet)
	}
	s.spans = present(s.spans)
	return s
}
