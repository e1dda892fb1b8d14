package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// clicksRow clicks a row of the middle pane, in the middle of its text.
func (d *desk) clicksRow(title string, held ...fyne.KeyModifier) {
	d.t.Helper()
	d.clicksAt(float32(d.row(title))+0.5, held...)
}

// clicksAt clicks so many rows below the top of the middle pane's rows.
func (d *desk) clicksAt(rows float32, held ...fyne.KeyModifier) {
	d.t.Helper()
	d.clock.now = d.clock.now.Add(time.Second)
	for _, m := range held {
		d.held |= m
	}
	defer func() { d.held = 0 }()
	list := d.win.items.List().(*widget.List)
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(list)
	test.TapCanvas(d.fyne.Canvas(), top.AddXY(100, rows*rowHeight-list.GetScrollOffset()))
	d.rest()
}

// A click on a button leaves the focus nowhere.
func TestShortcutsWorkWhileNothingHasTheFocus(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.clicksRow("bread")
	d.press(fyne.KeyDelete)
	d.rest()
	d.win.focus(nil)
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "after Ctrl+Z", d.titles(), "milk, bread")
	d.win.focus(nil)
	d.press(fyne.KeyZ, ctrl, fyne.KeyModifierShift)
	d.rest()
	same(t, "after Ctrl+Shift+Z", d.titles(), "milk")
}

// The button deletes what the Del key does, says the same, and the keys go on with the rows.
func TestTheDeleteButtonDeletesAllThatIsChosen(t *testing.T) {
	d := todos(t, "milk", "bread", "eggs", "tea")
	d.clicksRow("milk")
	d.clickIn(d.win.detail.Object(), "Delete")
	same(t, "one", d.titles(), "bread, eggs, tea")
	same(t, "says", d.win.status.Text(), "Deleted: “milk”. Ctrl+Z undoes it.")
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.items.List())
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "undone", d.titles(), "milk, bread, eggs, tea")
	d.clicksRow("bread")
	d.clicksRow("tea", ctrl)
	d.clickIn(d.win.detail.Object(), "Delete")
	same(t, "two", d.titles(), "milk, eggs")
	same(t, "says for two", d.win.status.Text(), "Deleted: 2 items. Ctrl+Z undoes it.")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "both undone", d.titles(), "milk, bread, eggs, tea")
}
