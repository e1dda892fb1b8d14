package window

import (
	"slices"
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
	same(t, "said", d.win.status.Text(), "Moved “A”. Ctrl+Z undoes it.")
	line, _ := d.lineOf("Move list down")
	same(t, "the last cannot be moved down", line.Disabled, true)
	line, _ = d.lineOf("Move list up")
	line.Action()
	same(t, "up", d.order(), "B A C")
	d.press(fyne.KeyZ, ctrl)
	same(t, "undone", d.order(), "B C A")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "said", d.win.status.Text(), "Undone: arranging lists. Ctrl+Y redoes it.")
	d.press(fyne.KeyZ, ctrl)
	same(t, "all undone", d.order(), "A B C")
	d.press(fyne.KeyY, ctrl)
	same(t, "redone", d.order(), "B A C")
}

// outline returns the lists in the order of the sidebar, with folders, and lists in folders
// after ">".
func (d *desk) outline() string {
	d.t.Helper()
	d.rest()
	sidebar := d.win.sidebar.Focus().(*widget.List)
	var all []string
	for i := range sidebar.Rows() {
		text := sidebar.Text(i)
		switch l, is := d.win.now.List(text); {
		case is && l.Display.Folder != "":
			all = append(all, ">"+text)
		case is:
			all = append(all, text)
		case slices.Contains(d.win.lists.folders(), text):
			all = append(all, text+":")
		}
	}
	return strings.Join(all, " ")
}

// filed opens a window with the lists A to D, of which B and C are in the folder Work.
func filed(t *testing.T) *desk {
	t.Helper()
	d := withLists(t, "A", "B", "C", "D")
	for _, list := range []string{"C", "B"} {
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: list})
		d.runs("Move to folder…")
		d.types("Work")
		d.press(fyne.KeyReturn)
		d.rest()
	}
	same(t, "in a folder", d.outline(), "A Work: >C >B D")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "C"})
	d.rest()
	d.win.focus(d.win.sidebar.Focus())
	return d
}

func TestListsAreDraggedIntoAndOutOfFolders(t *testing.T) {
	d := filed(t)
	for _, c := range []struct {
		list, to string
		below    float32
		want     string
	}{
		{"D", "Work", 0, "A Work: >C >B >D"},
		{"C", "A", -0.4, "C A Work: >B >D"},
		{"C", "B", 0.4, "A Work: >B >C >D"},
		{"A", "D", 0.4, "Work: >B >C >D >A"},
		{"D", "Work", -0.4, "D Work: >B >C >A"},
		{"Work", "D", -0.4, "Work: >B >C >A D"},
		{"Work", "B", 0.4, "Work: >B >C >A D"},
		{"Work", "D", 0.4, "D Work: >B >C >A"},
	} {
		d.dragsList(c.list, c.to, c.below)
		same(t, c.list+" to "+c.to, d.outline(), c.want)
	}
}

func TestKeysMoveListsThroughFolders(t *testing.T) {
	d := filed(t)
	for _, c := range []struct {
		list string
		key  fyne.KeyName
		want string
	}{
		{"C", fyne.KeyUp, "A C Work: >B D"},
		{"C", fyne.KeyDown, "A Work: >C >B D"},
		{"C", fyne.KeyDown, "A Work: >B >C D"},
		{"C", fyne.KeyDown, "A Work: >B C D"},
		{"A", fyne.KeyUp, "A Work: >B C D"},
		{"A", fyne.KeyDown, "Work: >A >B C D"},
	} {
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: c.list})
		d.rest()
		d.press(c.key, fyne.KeyModifierAlt)
		same(t, c.list+" "+string(c.key), d.outline(), c.want)
	}
	d.win.lists.foldFolder("Work", true)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "C"})
	d.rest()
	d.press(fyne.KeyUp, fyne.KeyModifierAlt)
	same(t, "past a folded folder", d.outline(), "C Work: D")
	d.press(fyne.KeyDown, fyne.KeyModifierAlt)
	same(t, "and back", d.outline(), "Work: C D")
}

// A folder is folded by Left, Right and a click. It stays folded after a restart, and marked in
// place of the list in it that is shown.
func TestFoldersAreFolded(t *testing.T) {
	d := filed(t)
	sidebar := func() *widget.List { return d.win.sidebar.Focus().(*widget.List) }
	marked := func() string { return sidebar().Text(sidebar().Marked()) }
	d.press(fyne.KeyLeft)
	same(t, "marked", marked(), "Work")
	d.press(fyne.KeyLeft)
	same(t, "folded", d.outline(), "A Work: D")
	same(t, "marked", marked(), "Work")
	same(t, "shown", d.win.at.Set, "C")
	d.again()
	same(t, "after a restart", d.outline(), "A Work: D")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "B"})
	d.rest()
	same(t, "marked in place of B", marked(), "Work")
	d.win.focus(d.win.sidebar.Focus())
	d.press(fyne.KeyDown)
	same(t, "below", d.win.at.Set, "D")
	d.press(fyne.KeyUp)
	d.press(fyne.KeyReturn)
	same(t, "unfolded", d.outline(), "A Work: >C >B D")
}

func TestFoldersAreRenamedAndRemoved(t *testing.T) {
	d := filed(t)
	d.press(fyne.KeyLeft)
	d.press(fyne.KeyLeft)
	d.press(fyne.KeyF2)
	d.press(fyne.KeyA, ctrl)
	d.types("Office")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "renamed", d.outline(), "A Office: D")
	same(t, "said", d.win.status.Text(), "Renamed the folder “Work” to “Office”. Ctrl+Z undoes it.")
	d.win.lists.folderMenu("Office").Items[2].Action()
	same(t, "removed", d.outline(), "A C B D")
	d.press(fyne.KeyZ, ctrl)
	same(t, "undone", d.outline(), "A Office: D")
	d.win.lists.folderMenu("Office").Items[0].Action()
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "C"})
	d.rest()
	d.runs("Move out of the folder")
	same(t, "moved out", d.outline(), "A Office: >B C D")
	d.runs("Remove folder")
	same(t, "no folder of this list", d.outline(), "A Office: >B C D")
}
