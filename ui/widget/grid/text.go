package grid

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// line draws the text of a line between two edges: aligned left or, if it is read from right
// to left, aligned right.
func (p *painter) line(l Line, t tone, left, right float32) {
	runs := display.Visual(seen(l.Spans), l.RightToLeft)
	if l.RightToLeft {
		for i, s := range runs {
			right -= l.measure(s)
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
		left = p.span(s, l, t, left)
	}
}

// seen returns pieces in displayable form: characters that change the direction of text become
// visible and have no effect.
func seen(spans []Span) []Span {
	all := make([]Span, len(spans))
	for i, s := range spans {
		all[i] = Span{Text: display.Visible(s.Text), Mark: s.Mark}
	}
	return all
}

// replaced reports whether one of two runs replaced the other.
func replaced(a, b Mark) bool {
	return a == MarkAdded && b == MarkRemoved || a == MarkRemoved && b == MarkAdded
}

// apart is the gap between removed text and its replacement.
const apart = 2

// endOf returns the right edge of the text in a line of a cell.
func (p *painter) endOf(cell Cell, n int, right float32) float32 {
	if n == 0 && cell.Note != "" {
		right -= noteRoom()
	}
	return right - inset()/2
}

// span draws a run with one mark, and returns where it ends.
func (p *painter) span(s Span, l Line, t tone, x float32) float32 {
	width, look := l.measure(s), l.Style
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
	p.text(s.Text, styleOf(look, s.Mark == MarkAdded), colorOf(look), x, TextSize()*l.scale())
	if s.Mark == MarkRemoved || look == Gone || look == Struck {
		p.box(x, p.height*0.52, width, 1.5, fynetheme.ColorNameForeground)
	}
	return x + width
}

// measure returns the width of a run of a line.
func (l Line) measure(s Span) float32 {
	return fyne.MeasureText(s.Text, TextSize()*l.scale(), styleOf(l.Style, s.Mark == MarkAdded)).Width
}

func (p *painter) dots(x, y, width float32) {
	const dot = 2
	for at := x; at+dot <= x+width; at += 2 * dot {
		p.box(at, y, dot, dot*0.8, fynetheme.ColorNameForeground)
	}
}

// Measure returns the width of a text in a cell; firm text is bold. It must be called on the
// UI goroutine.
func Measure(text string, look Style, firm bool) float32 {
	return fyne.MeasureText(text, TextSize(), styleOf(look, firm)).Width
}

// Ruler measures text as shown in cells. Fyne can only do so on the UI goroutine, where a
// ruler must be created; it may then be used anywhere.
type Ruler struct {
	size float32
	// letter is the width of a letter of fixed text.
	letter float32
	// plain and firm are the widths of the Latin-1 letters, by their code point.
	plain, firm [lastLetter]float32
}

// lastLetter is the end of Latin-1: most letters are in this range, and measuring it is fast.
const lastLetter = 0x100

// generous is how much wider than fixed text other letters may be.
const generous = 1.2

// newRuler measures letters in the current text size.
func newRuler() *Ruler {
	r := &Ruler{size: TextSize(), letter: Measure("0", Fixed, false)}
	for c := rune(' '); c < lastLetter; c++ {
		r.plain[c], r.firm[c] = Measure(string(c), Plain, false), Measure(string(c), Plain, true)
	}
	return r
}

// Ruler returns the ruler for the current text size. It must be called on the UI goroutine.
func (g *Grid) Ruler() *Ruler {
	if g.ruler == nil || g.ruler.size != TextSize() {
		g.ruler = newRuler()
	}
	return g.ruler
}

// Width returns the width of a text, in Fyne's units; letters beyond Latin-1 are slightly
// overestimated.
func (r *Ruler) Width(text string, look Style, firm bool) float32 {
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

// letters returns the number of fixed-width letters that a text takes.
func letters(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}
