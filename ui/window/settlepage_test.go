package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
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
	_, isEditor := d.fyne.Canvas().Focused().(*textedit.Editor)
	same(t, "Tab goes to the editor of the text", isEditor, true)
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

// In a small window the page that settles has the whole width, and the sidebar is
// back on every other page.
func TestTheSidebarGivesWayToTheVersions(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	for _, c := range []struct {
		size  fyne.Size
		there bool
	}{{fyne.NewSize(800, 600), false}, {fyne.NewSize(1280, 800), true}} {
		d.fyne.Resize(c.size)
		d.press(fyne.KeyF8)
		d.rest()
		same(t, "the sidebar beside the versions", d.win.beside.Visible(), c.there)
		d.press(fyne.KeyEscape)
		d.rest()
		same(t, "the sidebar beside the items", d.win.beside.Visible(), true)
	}
}

// At the least size that is promised, two versions stand beside the result, and eight
// lines of them are in sight.
func TestVersionsHaveRoomInASmallWindow(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	d.fyne.Resize(fyne.NewSize(800, 600))
	for range 3 {
		d.press(fyne.KeyF8)
		d.rest()
	}
	grid := d.win.pages.settle.Grid()
	if n := grid.Shape().Count; n < 2 {
		t.Errorf("%d versions stand beside the result", n)
	}
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	if height := grid.Size().Height; height < 8*25 {
		t.Errorf("the lines have a height of %v while a text is marked", height)
	}
}

// What a person looks up beside the settling leads back to it, with what was decided
// and the keys of the page on top.
func TestEscLeadsBackToTheSettling(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	for name, key := range map[string]func(){
		"shortcuts": func() { d.press(fyne.KeyF1) },
		"messages":  func() { d.press(fyne.KeyF9) },
		"people":    func() { d.press(fyne.KeyF10) },
		"decisions": func() { d.press(fyne.KeyL, fyne.KeyModifierControl|fyne.KeyModifierShift) },
		"history":   func() { d.press(fyne.KeyH, fyne.KeyModifierControl) },
		"one after the other": func() {
			d.press(fyne.KeyF10)
			d.rest()
			d.press(fyne.KeyF1)
		},
	} {
		key()
		d.rest()
		same(t, name+" in the place of the settling", d.win.settling(), false)
		d.press(fyne.KeyEscape)
		d.rest()
		same(t, name+" leads back", d.win.settling(), true)
		same(t, "what was decided stays", d.win.pages.settle.Shown().Session.Changed(), true)
	}
	d.press(fyne.KeyEscape)
	d.rest()
	d.press(fyne.KeyF1)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "from the items", d.win.pages.shown == page(d.win.pages.home), true)
}

// A version that is not taken into account stays open, and the status bar says so.
func TestWhatStaysOpenIsSaid(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyRight)
	d.types(" 1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	if text := d.win.status.Text(); !strings.Contains(text, "Resolved “Eggs ×6”. 1 stays open.") {
		t.Errorf("the status bar says %q", text)
	}
}
