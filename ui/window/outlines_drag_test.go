package window

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/frame"
)

// drags drags a row, and does not drop it.
func (d *desk) drags(title string, by fyne.Delta) fyne.Draggable {
	d.t.Helper()
	l := d.win.items.List().(fyne.CanvasObject)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l).AddXY(40, (float32(d.row(title))+0.5)*rowHeight)
	seat := d.seatOf(title)
	ev := &fyne.DragEvent{Dragged: by}
	ev.AbsolutePosition = at.AddXY(by.DX, by.DY)
	seat.Dragged(ev)
	return seat
}

// rowHeight is the height of a row of the list.
const rowHeight = 29

// seatOf returns the draggable object of a row.
func (d *desk) seatOf(title string) fyne.Draggable {
	d.t.Helper()
	var seat fyne.Draggable
	for _, o := range uitest.Drawn(d.win.items.Object()) {
		if _, is := o.(fyne.SecondaryTappable); is {
			if s, draggable := o.(fyne.Draggable); draggable {
				seat = s
			}
		}
		if r, is := o.(*widget.RichRow); is && r.Cells().Text == title {
			return seat
		}
	}
	d.t.Fatalf("there is no row %q to drag", title)
	return nil
}

func TestRowsAreDraggedToWhereTheMarkIs(t *testing.T) {
	for _, c := range []struct {
		drag   string
		dx, dy float32 // in rows
		want   string
	}{
		// below Mail: as deep as Mail, as deep as Work, and into Mail
		{"Misc", 1, -3.6, "Work, >News, >>Heise, >>Golem, >Mail, >Misc, Home, >Garden, >>Roses"},
		{"Misc", -1, -3.6, "Work, >News, >>Heise, >>Golem, >Mail, Misc, Home, >Garden, >>Roses"},
		{"Misc", 2, -3.6, "Work, >News, >>Heise, >>Golem, >Mail, >>Misc, Home, >Garden, >>Roses"},
		// onto Home
		{"Misc", 0, -3, "Work, >News, >>Heise, >>Golem, >Mail, Home, >Garden, >>Roses, >Misc"},
		// into itself
		{"Work", 0, 2, whole},
		{"Work", 1, 1.4, whole},
		// outdented by moving sideways only
		{"Roses", -2, 0.4, "Work, >News, >>Heise, >>Golem, >Mail, Home, >Garden, Roses, Misc"},
	} {
		d := some(t)
		seat := d.drags(c.drag, fyne.NewDelta(c.dx*widget.Indent(1), c.dy*rowHeight))
		seat.DragEnd()
		d.rest()
		same(t, c.drag, d.titles(), c.want)
		if c.want != whole {
			same(t, "mark", d.win.items.Chosen()[0].Title, c.drag)
		}
	}
}

func TestAllThatIsChosenIsDragged(t *testing.T) {
	d := some(t).at("Heise")
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.drags("Golem", fyne.NewDelta(0, 5*rowHeight)).DragEnd()
	d.rest()
	same(t, "rows", d.titles(), "Work, >News, >Mail, Home, >Garden, >>Roses, Misc, >Heise, >Golem")
}

func TestRowsScrollWhileARowIsDraggedBeyondThem(t *testing.T) {
	d := some(t)
	d.fyne.Resize(fyne.NewSize(800, 340))
	l := d.win.items.List().(*widget.List)
	l.ScrollToTop()
	d.drags("Heise", fyne.NewDelta(0, 8*rowHeight)).Dragged(&fyne.DragEvent{})
	if l.GetScrollOffset() <= 0 {
		t.Errorf("it scrolled by %v", l.GetScrollOffset())
	}
}

func TestEscLeavesADraggedRowWhereItIs(t *testing.T) {
	d := some(t).at("Misc")
	seat := d.drags("Misc", fyne.NewDelta(0, -3*rowHeight))
	d.press(fyne.KeyEscape)
	seat.DragEnd()
	d.rest()
	same(t, "rows", d.titles(), whole)
	same(t, "focus", d.fyne.Canvas().Focused() == d.win.items.List(), true)
	d.drags("Misc", fyne.NewDelta(0, -3*rowHeight)).DragEnd()
	d.rest()
	same(t, "another drag", d.titles(), "Work, >News, >>Heise, >>Golem, >Mail, Home, >Garden, >>Roses, >Misc")
	same(t, "listed", slices.Contains(d.win.pages.shortcuts().Lines(), frame.ShortcutLine{Keys: "Esc", Text: "Items: cancel dragging"}), true)
}

// Rows are measured once and redrawn only when the drop mark changes, not with every movement
// of the pointer. Fyne creates a row whenever it draws the rows.
func TestADragThatStaysWhereItIsDrawsNothing(t *testing.T) {
	d := some(t)
	l := d.win.items.List().(*widget.List)
	made, create := 0, l.CreateItem
	seat := d.seatOf("Misc")
	l.CreateItem = func() fyne.CanvasObject {
		made++
		return create()
	}
	for range 20 {
		seat.Dragged(&fyne.DragEvent{})
	}
	if made > 2 {
		t.Errorf("%d rows were made", made)
	}
}

// A sync may change which row is at the position of the dragged one.
func TestNewsLeaveADraggedRowWhereItIs(t *testing.T) {
	d := some(t).at("Misc")
	seat := d.drags("Misc", fyne.NewDelta(0, -3*rowHeight))
	must(t, d.engine.Edit.Place(t.Context(), "Feeds", []string{"misc"}, "", ""))
	d.win.Reload()
	d.rest()
	seat.DragEnd()
	d.rest()
	same(t, "rows", d.titles(), "Misc, Work, >News, >>Heise, >>Golem, >Mail, Home, >Garden, >>Roses")
}
