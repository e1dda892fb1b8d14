package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// withLists opens a window with lists of notes, and shows the first.
func withLists(t *testing.T, names ...string) *desk {
	t.Helper()
	d := newDesk(t)
	for _, name := range names {
		must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: name})))
	}
	d.win.Reload()
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: names[0]})
	d.rest()
	return d
}

// order returns the lists in the order of the sidebar, after comparing it with that of the
// commands.
func (d *desk) order() string {
	d.t.Helper()
	d.rest()
	var shown, all []string
	sidebar := d.win.sidebar.Focus().(*widget.List)
	for i := range sidebar.Rows() {
		if _, is := d.win.now.List(sidebar.Text(i)); is {
			shown = append(shown, sidebar.Text(i))
		}
	}
	read, err := d.engine.Lists.All(d.t.Context())
	must(d.t, err)
	for _, l := range read {
		all = append(all, l.Name)
	}
	same(d.t, "order of the commands", strings.Join(all, " "), strings.Join(shown, " "))
	return strings.Join(shown, " ")
}

// sidebarSeat returns the draggable object of a row of the sidebar.
func (d *desk) sidebarSeat(text string) fyne.Draggable {
	d.t.Helper()
	var seat fyne.Draggable
	for _, o := range uitest.Drawn(d.win.sidebar.Object()) {
		if s, is := o.(fyne.Draggable); is {
			seat = s
		}
		if l, is := o.(*widget.Line); is && l.Text() == text {
			return seat
		}
	}
	d.t.Fatalf("there is no row %q to drag", text)
	return nil
}

// dragsList drags a row of the sidebar to another one, a share of a row below its middle.
func (d *desk) dragsList(text, to string, below float32) {
	d.t.Helper()
	seat, from, target := d.sidebarSeat(text), d.atSidebar(text), d.atSidebar(to).AddXY(0, below*rowHeight)
	ev := &fyne.DragEvent{Dragged: fyne.Delta{DY: target.Y - from.Y}}
	ev.AbsolutePosition = target
	seat.Dragged(ev)
	seat.DragEnd()
	d.rest()
}

func TestListsAreMovedByDragging(t *testing.T) {
	d := withLists(t, "A", "B", "C", "D")
	d.dragsList("D", "B", -0.4)
	same(t, "above", d.order(), "A D B C")
	d.dragsList("A", "C", 0.4)
	same(t, "to the end", d.order(), "D B C A")
	d.dragsList("A", "Trash", 0)
	d.dragsList("Trash", "D", 0)
	same(t, "elsewhere", d.order(), "D B C A")
	same(t, "chosen", d.win.at.Set, "A")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "0"})))
	d.win.Reload()
	same(t, "a new list is last", d.order(), "D B C A 0")
}

func TestListsAreMovedByKeysAndFromTheMenu(t *testing.T) {
	d := withLists(t, "A", "B", "C")
	d.win.focus(d.win.sidebar.Focus())
	d.press(fyne.KeyDown, fyne.KeyModifierAlt)
	d.press(fyne.KeyDown, fyne.KeyModifierAlt)
	same(t, "twice down", d.order(), "B C A")
	same(t, "said", d.win.status.Text(), "Moved the list “A”. Ctrl+Z undoes it.")
	line, _ := d.lineOf("Move list down")
	same(t, "the last cannot be moved down", line.Disabled, true)
	line, _ = d.lineOf("Move list up")
	line.Action()
	same(t, "up", d.order(), "B A C")
	d.press(fyne.KeyZ, ctrl)
	same(t, "undone", d.order(), "B C A")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "said", d.win.status.Text(), "Undone: moving lists. Ctrl+Y redoes it.")
	d.press(fyne.KeyZ, ctrl)
	same(t, "all undone", d.order(), "A B C")
	d.press(fyne.KeyY, ctrl)
	same(t, "redone", d.order(), "B A C")
}
