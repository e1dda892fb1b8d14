package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/uitest"
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

// The button deletes what the Del key does, and says the same. The rows have the focus then.
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

// rowsTop returns the position of the rows in the window.
func (d *desk) rowsTop() fyne.Position {
	d.fyne.Content().Refresh()
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(d.win.items.List().(fyne.CanvasObject))
}

// A second click must not hit another row because the first one moved the rows.
func TestSelectingSeveralRowsMovesNone(t *testing.T) {
	d := todos(t, "milk", "bread", "eggs")
	d.clicksRow("milk")
	top := d.rowsTop()
	d.clicksRow("bread", ctrl)
	same(t, "rows", d.rowsTop(), top)
	same(t, "says how many", d.shows("2 selected"), true)
	d.clicksRow("eggs", ctrl)
	same(t, "says how many now", d.shows("3 selected"), true)
	d.clicksRow("eggs", ctrl)
	d.clicksRow("bread", ctrl)
	same(t, "says how many when only one is left", d.shows("selected"), false)
	same(t, "chosen", len(d.win.items.Chosen()), 1)
	d.clicksRow("bread", ctrl)
	d.clicksRow("bread", ctrl)
	same(t, "says nothing when the last one is left out", d.shows("selected"), false)
}

// Between the rows is a gap of some pixels.
func TestAClickBetweenRowsSelectsTheNearestRow(t *testing.T) {
	d := todos(t, "milk", "bread", "eggs")
	d.win.focus(d.win.items.Searching())
	const above, below = 2 - 3.0/rowHeight, 2 - 0.5/rowHeight
	d.clicksAt(above)
	same(t, "item", d.win.item, d.win.now.Rows[1].Item())
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.items.List())
	d.clicksAt(below)
	same(t, "item below", d.win.item, d.win.now.Rows[2].Item())
	d.clicksAt(above, ctrl)
	same(t, "chosen", len(d.win.items.Chosen()), 2)
	d.clicksAt(3.5)
	same(t, "chosen after a click below the rows", len(d.win.items.Chosen()), 2)
	d.win.focus(d.win.sidebar.Focus())
	d.clicksAt(3.5)
	same(t, "focus after a click below the rows", d.fyne.Canvas().Focused(), d.win.items.List())
}

// Fyne takes the focus from a field as soon as the mouse is pressed elsewhere.
func TestTheRowsHaveTheFocusAfterTheyWereTickedOrDragged(t *testing.T) {
	d := todos(t, "milk", "bread", "eggs")
	d.clicksRow("bread")
	ticks := func(title string) {
		list := d.win.items.List().(*widget.List)
		test.TapCanvas(d.fyne.Canvas(), d.rowsTop().AddXY(boxMiddle(t, list), (float32(d.row(title))+0.5)*rowHeight))
		d.rest()
	}
	d.win.focus(d.win.detail.Focus())
	ticks("milk")
	same(t, "done", d.win.now.Rows[d.row("milk")].Done, true)
	same(t, "focus after a tick", d.fyne.Canvas().Focused(), d.win.items.List())
	d.win.focus(nil)
	d.drags("eggs", fyne.NewDelta(0, -rowHeight)).DragEnd()
	d.rest()
	same(t, "rows", d.titles(), "milk, eggs, bread")
	same(t, "focus after a drag", d.fyne.Canvas().Focused(), d.win.items.List())
}

// boxMiddle returns the distance of the middle of a tick box from the left of the rows.
func boxMiddle(t *testing.T, list *widget.List) float32 {
	t.Helper()
	for _, o := range uitest.Drawn(list) {
		if i, is := o.(*canvas.Image); is {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(i)
			return at.X + i.Size().Width/2 - fyne.CurrentApp().Driver().AbsolutePositionForObject(list).X
		}
	}
	t.Fatal("no row has a box")
	return 0
}
