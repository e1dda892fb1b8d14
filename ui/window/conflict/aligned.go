package conflict

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// aligned is a text aligned with a reference text: at has a side for each line of the
// reference, and added has the lines inserted before each of them, and after the last.
type aligned struct {
	at    []side
	added [][]side
	// left holds the lines of the reference where the text differs, with the missing parts
	// marked.
	left [][]merge.Span
}

// against compares a text with the reference line by line, until ctx ends.
func against(ctx context.Context, ref, text string) aligned {
	lines := len(split(ref))
	b := aligned{make([]side, lines), make([][]side, lines+1), make([][]merge.Span, lines)}
	rights, at := len(split(text)), 0
	rows, _ := merge.TextContext(ctx, ref, text) // a result that was cut short is not shown
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

// unsure drops what only the reference has. Without an original it is not known whether it was
// removed.
func (a aligned) unsure() aligned {
	return a.with(func(_ int, s side) side {
		if s.kind == merge.Removed {
			s.spans = nil
		}
		s.spans = present(s.spans)
		return s
	})
}

// result returns the alignment of a result, without struck-out words: nobody has written that
// text yet.
func (a aligned) result() aligned {
	return a.with(func(_ int, s side) side {
		s.spans = present(s.spans)
		return s
	})
}

// original marks the parts of the original that versions no longer have.
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

// with returns a copy with each line changed: comparisons are shared and must not be modified.
func (a aligned) with(change func(i int, s side) side) aligned {
	sides := a.at
	a.at = make([]side, len(sides))
	for i, s := range sides {
		a.at[i] = change(i, s)
	}
	return a
}

func lineOf(s merge.Side, kind merge.Kind, look grid.Style) side {
	return side{spans: marksOf(s.Spans, grid.MarkAdded), kind: kind, sign: signOf(kind), style: look, there: true}
}

// mergeColumns puts the columns next to each other. Lines inserted at the same position share a
// row.
func mergeColumns(lines int, columns []aligned, number int, whole bool) []band {
	var bands []band
	for i := range lines + 1 {
		most := 0
		for _, c := range columns {
			if c.added != nil {
				most = max(most, len(c.added[i]))
			}
		}
		for n := range most {
			bands = append(bands, across(columns, number, i, func(c aligned) side { return nth(c.added[i], n) }))
		}
		if i < lines {
			b := across(columns, number, i, func(c aligned) side { return c.at[i] })
			b.same = !whole && equal(b.sides)
			bands = append(bands, b)
		}
	}
	return bands
}

func across(columns []aligned, number, line int, of func(aligned) side) band {
	b := band{sides: make([]side, len(columns)), chunk: number, line: line}
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

// chunk is a hunk of a long text in all columns.
type chunk struct {
	texts []string
	// original is set if the hunk is in the original, alike if all versions are equal, open if
	// the result is not chosen yet.
	original, alike, open bool
	// whole is set if the hunk was cut so that it is either alike or not as a whole. Otherwise
	// it may have equal and differing lines.
	whole bool
}

// resultIn splits a result that was typed, or taken as a whole, at the borders of the hunks.
func (m moment) resultIn(cut []merge.Chunk, result string) []string {
	if parts, found := exactly(cut, result); found {
		return parts
	}
	n := m.number(m.ref)
	text := func(c merge.Chunk) string {
		if m.sure {
			return c.Base
		}
		return c.Texts[n]
	}
	return nearly(cut, text, result)
}

// exactly splits a result that is equal to one of the versions.
func exactly(cut []merge.Chunk, result string) ([]string, bool) {
	for n := range cut[0].Texts {
		parts, rest := make([]string, len(cut)), result
		for i, c := range cut {
			after, is := strings.CutPrefix(rest, c.Texts[n])
			if !is {
				break
			}
			parts[i], rest = c.Texts[n], after
			if i == len(cut)-1 && rest == "" {
				return parts, true
			}
		}
	}
	return nil, false
}

// nearly assigns each line of a result to the hunk with the corresponding line of another
// text, or to the hunk of the line above.
func nearly(cut []merge.Chunk, text func(merge.Chunk) string, result string) []string {
	var whole strings.Builder
	ends := make([]int, len(cut)) // ends are the numbers of the last lines of the hunks
	lines, end := splitAfter(result), 0
	for i, c := range cut {
		whole.WriteString(text(c))
		end += len(split(text(c)))
		ends[i] = end
	}
	parts, at, from, to := make([]string, len(cut)), 0, 0, 0
	for _, r := range merge.Text(whole.String(), result) {
		for r.Left.Number > 0 && at < len(cut)-1 && r.Left.Number > ends[at] {
			parts[at], from = result[from:to], to
			at++
		}
		if n := r.Right.Number; n > 0 && n <= len(lines) {
			to += len(lines[n-1])
		}
	}
	parts[at] = result[from:to]
	return parts
}

// splitAfter splits a text into lines that keep their line endings.
func splitAfter(text string) []string {
	var all []string
	for text != "" {
		end := strings.IndexAny(text, "\r\n")
		switch {
		case end < 0:
			end = len(text)
		case strings.HasPrefix(text[end:], "\r\n"):
			end += 2
		default:
			end++
		}
		all, text = append(all, text[:end]), text[end:]
	}
	return all
}

// split splits a text into lines without their endings. There is no empty line after a final
// line ending.
func split(text string) []string {
	all := splitAfter(text)
	for i := range all {
		all[i] = strings.TrimRight(all[i], "\r\n")
	}
	return all
}

// band is a line of a field across all columns.
type band struct {
	sides []side
	// chunk is the number of the hunk, same is set if all columns are equal.
	chunk int
	same  bool
	// line is the number of the line in the original, or of the line that follows.
	line int
}

// side is a line of a field in one column; the zero side has no line.
type side struct {
	spans []grid.Span
	kind  merge.Kind
	sign  string
	style grid.Style
	there bool
}

// equal reports whether two sides look the same.
func (s side) equal(other side) bool {
	return s.there == other.there && s.kind == other.kind && s.sign == other.sign && s.style == other.style && slices.Equal(s.spans, other.spans)
}

// sideOf returns a side with a line of text.
func sideOf(text string, kind merge.Kind, look grid.Style) side {
	return side{spans: spansOf(text), kind: kind, sign: signOf(kind), style: look, there: true}
}

// spansOf returns a text without marks.
func spansOf(text string) []grid.Span {
	if text == "" {
		return nil
	}
	return []grid.Span{{Text: text}}
}

// signOf returns a sign that shows a kind of difference without colour.
func signOf(kind merge.Kind) string {
	switch kind {
	case merge.Added:
		return "+"
	case merge.Removed:
		return "−"
	case merge.Changed:
		return "~"
	}
	return ""
}
