package grid

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// line draws the text of a line between two edges: from the left one on, or, where
// it is read from right to left, up to the right one.
func (p *painter) line(l Line, t tone, left, right float32) {
	runs := display.Visual(seen(l.Spans), l.RightToLeft)
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

// Ruler measures text as cells show it. Fyne can only do so on the UI goroutine,
// where a ruler is made; it may then be used anywhere.
type Ruler struct {
	size float32
	// letter is the width of a letter of fixed text.
	letter float32
	// plain and firm are the widths of the letters of European languages, by
	// their code.
	plain, firm [lastLetter]float32
}

// lastLetter ends Latin-1, so that most letters are measured and all quickly.
const lastLetter = 0x100

// generous is how much wider than fixed text other letters may be.
const generous = 1.2

// newRuler measures letters of the size that text has now.
func newRuler() *Ruler {
	r := &Ruler{size: TextSize(), letter: Measure("0", Fixed, false)}
	for c := rune(' '); c < lastLetter; c++ {
		r.plain[c], r.firm[c] = Measure(string(c), Plain, false), Measure(string(c), Plain, true)
	}
	return r
}

// Ruler is the ruler for the size that text has now. It is called on the UI
// goroutine.
func (g *Grid) Ruler() *Ruler {
	if g.ruler == nil || g.ruler.size != TextSize() {
		g.ruler = newRuler()
	}
	return g.ruler
}

// Width is the width of a text, in Fyne's units; of letters of other languages it
// is a little more than they need.
func (r *Ruler) Width(text string, look Look, firm bool) float32 {
	if look == Fixed || look == Gone {
		return r.letter * float32(letters(text))
	}
	widths := &r.plain
	if firm || look == Asking {
		widths = &r.firm
	}
	var width float32
	for text != "" {
		if c := text[0]; c < utf8.RuneSelf {
			width += widths[c]
			text = text[1:]
			continue
		}
		c, n := utf8.DecodeRuneInString(text)
		if c < lastLetter {
			width += widths[c]
		} else {
			width += r.letter * generous * float32(uniseg.StringWidth(text[:n]))
		}
		text = text[n:]
	}
	return width
}

// letters is the number of letters of one width that a text takes.
func letters(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}
