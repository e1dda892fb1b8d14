package conflict

import (
	"context"
	"strings"

	"crossfeed/engine/merge"
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
		bands = append(bands, m.with(c.original).stretchOf(ctx, c, i)...)
	}
	m.emptied(f, bands)
	return bands
}

// emptied says of columns in which the text is empty that nothing is there.
func (m moment) emptied(f cell, bands []band) {
	for i, v := range m.values(f) {
		if len(bands) > 0 && v == "" && !bands[0].sides[i].there && !m.silent(i) {
			bands[0].sides[i] = sideOf(nothing, merge.Equal, grid.Quiet)
		}
	}
}

// stretchOf are the lines of one stretch.
func (m moment) stretchOf(ctx context.Context, c chunk, number int) []band {
	if c.alike && m.uniform(c.texts) {
		return m.sameLines(split(c.texts[m.ref]), number)
	}
	ref := c.texts[m.ref]
	columns := m.alignedWith(ctx, ref, c)
	bands := woven(len(split(ref)), columns, number, c.whole)
	if m.based && !m.sure && len(bands) > 0 {
		bands[0].sides[0] = sideOf(noOriginal(), merge.Equal, grid.Quiet)
	}
	return bands
}

// alignedWith compares what every column says in a stretch with ref, each text once:
// most columns say what another one does.
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
		bands[i] = band{sides: make([]side, m.columns()), chunk: number, same: true}
		for c := range bands[i].sides {
			if !m.silent(c) {
				bands[i].sides[c] = one
			}
		}
	}
	return bands
}
