package detail

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// narrowWidth is the width below which a value has a line of its own, in sizes of
// text.
const narrowWidth = 36

// narrow tells whether the page is; before it is shown it is not.
func (p *page) narrow() bool {
	width := p.scroll.Size().Width
	return width > 0 && width < narrowWidth*fynetheme.TextSize()
}

// pageLayout gives the page all the room. Another width gives other heights to
// what wraps: then the page is laid out once more.
type pageLayout struct {
	page  *page
	width float32
}

// MinSize is that of the page.
func (*pageLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout resizes the page.
func (l *pageLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	if l.width != size.Width {
		l.width = size.Width
		l.page.resize()
	}
}
