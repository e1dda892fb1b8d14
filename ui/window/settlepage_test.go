package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// Tab goes from the result of one field to that of the next that differs, and from
// the last one to the button that saves; the mark goes along.
func TestTabGoesFromFieldToField(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	for range 3 {
		d.press(fyne.KeyF8)
		d.rest()
	}
	d.types("e")
	same(t, "E goes to", d.win.pages.settle.Grid().Key(), "field title")
	_, isEntry := d.fyne.Canvas().Focused().(*widget.Entry)
	same(t, "E goes to an entry", isEntry, true)
	d.press(fyne.KeyTab)
	_, isEntry = d.fyne.Canvas().Focused().(*widget.Entry)
	same(t, "Tab goes to an entry", isEntry, true)
	same(t, "Tab leaves the title", d.win.pages.settle.Grid().Key() != "field title", true)
	d.press(fyne.KeyTab)
	button, isButton := d.fyne.Canvas().Focused().(*widget.Button)
	same(t, "the next Tab goes to the button that saves", isButton && button.Importance == fynewidget.HighImportance, true)
}

// However small the window, the grid has half of the height of the page.
func TestTheGridHasHalfOfTheHeight(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(800, 600), fyne.NewSize(1280, 800)} {
		d := newDesk(t)
		d.win.trySample()
		d.rest()
		d.fyne.Resize(size)
		d.press(fyne.KeyF8)
		d.rest()
		page := d.win.pages.settle
		list := page.Grid()
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(list).Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(page.Object()).Y
		if bottom := top + list.Size().Height; bottom < page.Object().Size().Height/2 || list.Size().Height < 150 {
			t.Errorf("at %v the grid ends at %v of %v, and its lines have %v", size, bottom, page.Object().Size().Height, list.Size().Height)
		}
	}
}
