package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
)

// Link is a text that opens what it names when it is clicked, or by Space or Enter. It wraps
// like Words, into at most linkRows rows.
type Link struct {
	Button
	words *Words
}

const linkRows = 4

// NewLink returns a link without a text.
func NewLink(keys *Keys) *Link {
	l := &Link{Button: Button{keys: keys, ring: newRing(fynetheme.ColorNameForeground)}, words: NewWords(linkRows)}
	l.ExtendBaseWidget(l)
	return l
}

// Set changes the text, and what the link does.
func (l *Link) Set(text string, open func()) {
	l.Text, l.OnTapped = display.Label(text), open
	l.words.Set(text, TextStyle{Color: fynetheme.ColorNamePrimary})
}

// Needs returns the width that the text needs in one row.
func (l *Link) Needs() float32 {
	return fyne.MeasureText(display.Line(l.words.text), l.words.style.size(), l.words.style.Style).Width
}

// Cursor returns the pointing hand of links.
func (l *Link) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the text and the ring.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	return ringed{widget.NewSimpleRenderer(l.words), l.ring}
}
