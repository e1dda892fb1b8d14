package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

func (d *desk) display(list string) store.Display {
	d.t.Helper()
	d.rest()
	l, there := d.win.now.List(list)
	same(d.t, "the list "+list, there, true)
	return l.Display
}

// A color and an icon are chosen in the List menu, and undone like an edit.
func TestAListGetsAColorAndAnIcon(t *testing.T) {
	d := todos(t, "milk today")
	d.runs("Red")
	d.runs("Shopping")
	same(t, "look", d.display("Errands"), store.Display{Color: "red", Icon: "cart"})
	same(t, "said", d.win.status.Text(), "Changed the look of “Errands”. Ctrl+Z undoes it.")
	line, _ := d.lineOf("Red")
	same(t, "the present color applies", line.Disabled, true)
	cart := theme.ListIcon("cart", "red", "todo").Name()
	same(t, "icons in the list", drawnIcons(d, cart), 1)
	d.win.choose(snapshot.Place{Kind: snapshot.KindToday})
	d.rest()
	same(t, "icons in a smart list", drawnIcons(d, cart), 2)
	line, _ = d.lineOf("Red")
	same(t, "a smart list gets a color", line.Disabled, true)
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "said", d.win.status.Text(), "Undone: changing the look of the list “Errands”. Ctrl+Y redoes it.")
	same(t, "undone", d.display("Errands"), store.Display{Color: "red"})
	same(t, "icons of the kind", drawnIcons(d, theme.ListIcon("", "red", "todo").Name()), 2)
	d.win.lists.listMenu("Errands").Items[7].ChildMenu.Items[0].Action()
	same(t, "chosen in the context menu", d.display("Errands"), store.Display{Color: "red", Icon: "home"})
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	d.press(fyne.KeyZ, ctrl)
	same(t, "all undone", d.display("Errands"), store.Display{})
}

// drawnIcons counts the icons of a name in the sidebar and in the rows.
func drawnIcons(d *desk, name string) (n int) {
	for _, in := range []fyne.CanvasObject{d.win.sidebar.Object(), d.win.items.Object()} {
		for _, o := range uitest.Drawn(in) {
			if i, is := o.(*canvas.Image); is && i.Resource != nil && i.Resource.Name() == name {
				n++
			}
		}
	}
	return n
}

// Every color and icon has a name of its own, and every icon can be drawn.
func TestColorsAndIconsOfListsAreNamed(t *testing.T) {
	d := newDesk(t)
	names := map[string]bool{}
	for _, c := range d.win.lists.styleCommands("List") {
		same(t, c.Submenu+" "+c.Text+" again", names[c.Submenu+c.Text], false)
		names[c.Submenu+c.Text] = true
		same(t, c.Text+" is drawn", len(c.Icon.Content()) > 0, true)
	}
	same(t, "colors and icons", len(names), 20)
}
