package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// Ctrl+Z and Ctrl+Y on the page undo and redo the choices made there, down to how it
// looked when it opened. The resolution that was saved before it, and every other
// item, stay as they are; so they do from the field of the result.
func TestUndoOnThePageReachesNoOtherItem(t *testing.T) {
	d, _ := parted(t)
	d.press(fyne.KeyF8)
	d.rest()
	first := d.win.pages.settle.Item()
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	second := d.win.pages.settle.Item()
	same(t, "goes on to another", second == first, false)
	before := d.everything()
	turn := func(after string) {
		t.Helper()
		for range 3 {
			d.press(fyne.KeyZ, fyne.KeyModifierControl)
			d.rest()
		}
		same(t, after+": something is decided", d.win.pages.settle.Shown().Session.Changed(), false)
		for range 3 {
			d.press(fyne.KeyY, fyne.KeyModifierControl)
			d.press(fyne.KeyZ, fyne.KeyModifierControl, fyne.KeyModifierShift)
			d.rest()
		}
		same(t, after+": the page shows", d.win.pages.settle.Item(), second)
		same(t, after+": all items", d.everything(), before)
	}
	turn("nothing")
	d.types("2")
	turn("a choice")
	same(t, "a choice, redone", d.win.pages.settle.Shown().Session.Changed(), true)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.types("e")
	d.types("hello")
	turn("typing")
	same(t, "conflicts", len(d.win.now.Unsettled), 4)
}

// everything is every version of every item there is.
func (d *desk) everything() string {
	d.t.Helper()
	text := ""
	for _, list := range d.win.now.Lists {
		rows, err := d.engine.Items(d.t.Context(), list.Name, store.Query{})
		must(d.t, err)
		for _, row := range rows {
			for _, v := range d.item(place.Item{Set: list.Name, ID: row.ID}).Versions() {
				text += row.ID + " " + v.Top().String() + " " + v.Content.Hash().String() + "\n"
			}
		}
	}
	return text
}

// In a field of the editor undo ends at the field: an earlier change stays.
func TestUndoInAFieldRevertsNothingElse(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.mark(0)
	d.types(" ")
	d.rest()
	same(t, "done", d.win.now.Rows[0].Done, true)
	d.press(fyne.KeyReturn)
	d.rest()
	before := d.everything()
	d.types("hello")
	for range 3 {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "all items", d.everything(), before)
	same(t, "still done", d.win.now.Rows[0].Done, true)
}
