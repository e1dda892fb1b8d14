package grid

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

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
