package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/uitest"
)

// sampled returns a desk with the sample.
func sampled(t *testing.T) *desk {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	return d
}

// named returns a desk that shows the address book of the sample.
func named(t *testing.T) *desk {
	d := sampled(t)
	d.press(fyne.KeyF7)
	d.rest()
	return d
}

// names returns the names stored in the address book.
func (d *desk) names() map[string]string {
	d.t.Helper()
	book, err := d.engine.Names.Book(d.t.Context())
	must(d.t, err)
	all := map[string]string{}
	for _, by := range book.Known() {
		all[by] = book.Name(by)
	}
	return all
}

// F7, Down, Enter, the name, Enter: the endpoint has that name everywhere in the window.
func TestNamingAnEndpointByKeys(t *testing.T) {
	d := named(t)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.types("old laptop")
	d.press(fyne.KeyReturn)
	d.rest()
	by := d.win.pages.people().Marked().By
	same(t, "kept", d.names()[by], "old laptop")
	same(t, "said", d.win.Speaker.Person(by), "old laptop")
	same(t, "the focus", d.fyne.Canvas().Focused() == d.win.pages.people().Focus(), true)
	same(t, "shown", d.sees("old laptop"), true)
	d.press(fyne.KeyEscape)
	same(t, "home", d.win.pages.shown == page(d.win.pages.home), true)
	d.open()
	same(t, "after another start", d.win.Speaker.Person(by), "old laptop")
}

// Home, Right, F2, the name, Enter, Esc: the head of the version shows the new name.
func TestF2NamesTheDeviceOfTheMarkedVersion(t *testing.T) {
	d := movedApart(t)
	d.press(fyne.KeyHome)
	d.press(fyne.KeyF2)
	d.rest()
	same(t, "the address book", d.win.pages.shown == page(d.win.pages.people()), true)
	by := d.win.pages.people().Marked().By
	d.types("kitchen")
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back on the conflict page", d.win.resolving(), true)
	same(t, "kept", d.names()[by], "kitchen")
	same(t, "on the head", d.pageShows("kitchen"), true)
	same(t, "changed", d.win.pages.resolve.Shown().Session.Changed(), false)
}

func TestThisEndpointComesFirstAndIsCalledYou(t *testing.T) {
	d := named(t)
	same(t, "marked", d.win.pages.people().Marked().By, "desk")
	same(t, "shown", d.sees("you"), true)
	d.press(fyne.KeyReturn)
	d.types("My desk")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "kept", d.names()["desk"], "My desk")
	same(t, "said", d.win.Speaker.Person("desk"), "you")
}

// The name is saved when the focus leaves the entry: by Tab, by the arrow keys to another
// endpoint, or by Esc.
func TestANameIsKeptWhenTheEntryIsLeft(t *testing.T) {
	for _, key := range []fyne.KeyName{fyne.KeyTab, fyne.KeyDown, fyne.KeyUp, fyne.KeyEscape} {
		d := named(t)
		d.press(fyne.KeyDown)
		d.press(fyne.KeyReturn)
		by := d.win.pages.people().Marked().By
		d.types("laptop")
		d.press(key)
		d.rest()
		same(t, string(key), d.names()[by], "laptop")
		same(t, string(key)+": how many names", len(d.names()), 1)
	}
}

// Up and Down go from name to name without leaving the entry.
func TestOneNameAfterTheOther(t *testing.T) {
	d := named(t)
	d.press(fyne.KeyReturn)
	d.types("a")
	d.press(fyne.KeyDown)
	d.types("b")
	d.press(fyne.KeyDown)
	d.types("c")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "names", len(d.names()), 3)
	d.press(fyne.KeyHome)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyDown)
	d.types("another")
	d.press(fyne.KeyUp)
	d.rest()
	same(t, "another name in place of the one", d.win.Speaker.Person(d.win.pages.people().At(1).By), "another")
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyHome)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyBackspace)
	d.press(fyne.KeyReturn)
	d.rest()
	_, there := d.names()["desk"]
	same(t, "taken away", there, false)
}

// Names given by another process appear here, and text being typed stays.
func TestNamesOfAnotherProcessAreSeen(t *testing.T) {
	d := named(t)
	d.press(fyne.KeyDown)
	other := d.win.pages.people().Marked().By
	d.press(fyne.KeyUp)
	d.press(fyne.KeyReturn)
	d.types("My d")
	must(t, d.engine.Names.Set(t.Context(), other, "laptop"))
	d.win.Reload()
	d.rest()
	d.types("esk")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the other", d.sees("laptop"), true)
	same(t, "typed", d.names()["desk"], "My desk")
}

// A name that nobody edited does not overwrite one that was set in the meantime.
func TestANameThatCameMeanwhileStays(t *testing.T) {
	d := named(t)
	d.press(fyne.KeyReturn)
	must(t, d.engine.Names.Set(t.Context(), "desk", "My desk"))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "name", d.names()["desk"], "My desk")
}

// A conflict on the page shows a new name, too, and keeps the choices.
func TestANameIsSeenWhileResolving(t *testing.T) {
	d, _, _ := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	result := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	must(t, d.engine.Names.Set(t.Context(), "laptop", "the laptop upstairs"))
	d.win.Reload()
	d.rest()
	same(t, "seen", d.shows("the laptop upstairs"), true)
	same(t, "result", d.win.pages.resolve.Shown().Session.Cells()[0].Result, result)
}

// sees reports whether the page has an object with exactly this text.
func (d *desk) sees(text string) bool {
	for _, o := range uitest.Drawn(d.win.pages.shown.Object()) {
		if l, is := o.(interface{ Text() string }); is && l.Text() == text {
			return true
		}
	}
	return false
}
