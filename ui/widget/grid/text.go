package grid

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// line draws the text of a line between two edges: from the left one on, or, where
// it is read from right to left, up to the right one.
func (p *painter) line(l Line, t tone, left, right float32) {
	runs := visual(seen(l.Spans), l.RightToLeft)
	if l.RightToLeft {
		for i, s := range runs {
			right -= Measure(s.Text, l.Look, s.Mark == MarkAdded)
			if i > 0 && replaced(runs[i-1].Mark, s.Mark) {
				right -= apart
			}
		}
		left = max(left, right)
	}
	for i, s := range runs {
		if i > 0 && replaced(runs[i-1].Mark, s.Mark) {
			left += apart
		}
		left = p.span(s, l.Look, t, left)
	}
}

// seen are pieces as they are drawn: what turns the direction of letters does not, and
// is seen.
func seen(spans []Span) []Span {
	all := make([]Span, len(spans))
	for i, s := range spans {
		all[i] = Span{Text: display.Visible(s.Text), Mark: s.Mark}
	}
	return all
}

// replaced reports whether one of two runs took the place of the other.
func replaced(a, b Mark) bool {
	return a == MarkAdded && b == MarkRemoved || a == MarkRemoved && b == MarkAdded
}

// apart is left free between what was removed and what took its place.
const apart = 2

// endOf is the right edge of the text in a line of a cell.
func (p *painter) endOf(cell Cell, n int, right float32) float32 {
	if n == 0 && cell.Note != "" {
		right -= noteRoom()
	}
	return right - inset()/2
}

// span draws a run of one mark, and returns where it ends.
func (p *painter) span(s Span, look Look, t tone, x float32) float32 {
	width := Measure(s.Text, look, s.Mark == MarkAdded)
	color := colorOf(look)
	switch s.Mark {
	case MarkAdded:
		if t.word != "" {
			p.box(x, 0, width, p.height, t.word)
		}
		p.box(x, p.height-2, width, 1.5, fynetheme.ColorNameForeground)
	case MarkRemoved:
		p.box(x, 0, width, p.height, theme.RemovedMarked)
	case MarkLost:
		p.box(x, 0, width, p.height, theme.Removed)
		p.dots(x, p.height-2, width)
	}
	p.write(s.Text, styleOf(look, s.Mark == MarkAdded), color, x)
	if s.Mark == MarkRemoved || look == Gone || look == Struck {
		p.box(x, p.height*0.52, width, 1.5, fynetheme.ColorNameForeground)
	}
	return x + width
}

// dots draws a dotted line.
func (p *painter) dots(x, y, width float32) {
	const dot = 2
	for at := x; at+dot <= x+width; at += 2 * dot {
		p.box(at, y, dot, dot*0.8, fynetheme.ColorNameForeground)
	}
}

// Measure is the width of a text as cells show it; firm text is bold. It is called
// on the UI goroutine.
func Measure(text string, look Look, firm bool) float32 {
	return fyne.MeasureText(text, TextSize(), styleOf(look, firm)).Width
}
