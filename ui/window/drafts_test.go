package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/window/drafts"
)

// A draft is not lost by choosing another item, by Esc, by a sync that arrives,
// or by closing the window; the row is marked.
func TestADraftIsNeverLost(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.mark(0)
	milk := d.win.item
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" 3.5 %")
	d.press(fyne.KeyEscape)
	d.mark(1)
	d.mark(0)
	same(t, "after another item", d.win.detail.Values()["title"], "Milk 3.5 %")

	change(t, d.engine, "Groceries", milk.ID, "text", "from the farm")
	d.win.Reload()
	d.rest()
	same(t, "after a change elsewhere", d.win.detail.Values()["title"], "Milk 3.5 %")

	d.open()
	same(t, "row is marked", d.win.Drafts.Has(milk), true)
	d.mark(0)
	same(t, "after another start", d.win.detail.Values()["title"], "Milk 3.5 %")
}

// What changed since the draft began is said before it is written over.
func TestSavingOverANewerStateTakesASecondControlEnter(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types("!")
	change(t, d.engine, "Groceries", d.win.item.ID, "title", "Oat milk")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "after the first", d.rows(store.Query{})[0].Title, "Oat milk")
	same(t, "kept", d.win.detail.Values()["title"], "Milk!")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "after the second", d.rows(store.Query{})[0].Title, "Milk!")
}

// What is typed while the engine saves is a draft over what was saved.
func TestTypingWhileSavingIsKept(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" A")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.types(" B")
	d.rest()
	same(t, "saved", d.rows(store.Query{})[0].Title, "Milk A")
	same(t, "typed on", d.win.detail.Values()["title"], "Milk A B")
	draft, there := d.win.Drafts.Get(drafts.Edit, d.win.item)
	same(t, "has a draft", there, true)
	same(t, "draft", draft.Fields["title"], "Milk A B")
}
