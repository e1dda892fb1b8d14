package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/widget"
)

// Tab goes from one entry of the result to the next; the buttons that take a
// version for one field come after all entries.
func TestTabGoesFromEntryToEntry(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	for range 3 {
		d.press(fyne.KeyF8)
		d.rest()
	}
	d.types("e")
	first, isEntry := d.fyne.Canvas().Focused().(*widget.Entry)
	same(t, "E goes to an entry", isEntry, true)
	d.press(fyne.KeyTab)
	second, isEntry := d.fyne.Canvas().Focused().(*widget.Entry)
	same(t, "Tab goes to an entry", isEntry && second != first, true)
	d.press(fyne.KeyTab)
	_, isButton := d.fyne.Canvas().Focused().(*widget.Button)
	same(t, "the next Tab goes to a button", isButton, true)
}

// However small the window, the comparison has half of the height of the page.
func TestTheComparisonHasHalfOfTheHeight(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(800, 600), fyne.NewSize(1280, 800)} {
		d := newDesk(t)
		d.win.trySample()
		d.rest()
		d.fyne.Resize(size)
		d.press(fyne.KeyF8)
		d.rest()
		page := d.win.pages.settle
		list := page.Focus().(fyne.CanvasObject)
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(list).Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(page.Object()).Y
		if bottom := top + list.Size().Height; bottom < page.Object().Size().Height/2 || list.Size().Height < 190 {
			t.Errorf("at %v the comparison ends at %v of %v, and its lines have %v", size, bottom, page.Object().Size().Height, list.Size().Height)
		}
	}
}
