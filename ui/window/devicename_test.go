package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/forms"
)

// suggestion is the system's name of the computer in these tests.
const suggestion = "annas-laptop"

// suggesting returns a desk with a list, whose system suggests a name.
func suggesting(t *testing.T) *desk {
	t.Helper()
	d := withList(t, "Milk")
	d.win.DeviceName = func() string { return suggestion }
	return d
}

// shareIn shares the list in a folder with the keyboard. answer answers the question for the
// name.
func (d *desk) shareIn(folder string, answer func(*forms.DeviceName)) {
	d.t.Helper()
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	d.types(folder)
	d.press(fyne.KeyReturn)
	d.rest()
	answer(d.win.pages.share().Device())
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
}

// textIn returns the contents of all files in a folder.
func textIn(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	files, err := os.ReadDir(folder)
	must(t, err)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		must(t, err)
		all.WriteString(f.Name() + "\n" + string(text))
	}
	return all.String()
}

// The name that the system suggests is not published before the person types it or ticks the
// box.
func TestANameIsAskedForWhereAListIsSharedFirst(t *testing.T) {
	for what, c := range map[string]struct {
		answer    func(d *desk, asked *forms.DeviceName)
		name      string
		published bool
	}{
		"left as it is": {func(*desk, *forms.DeviceName) {}, suggestion, false},
		"ticked":        {func(d *desk, f *forms.DeviceName) { d.focusOn(f.Tick()); d.types(" ") }, suggestion, true},
		"typed":         {func(d *desk, f *forms.DeviceName) { d.replace(f.Entry(), "Kitchen") }, "Kitchen", true},
		"typed and unticked": {func(d *desk, f *forms.DeviceName) {
			d.replace(f.Entry(), "Kitchen")
			d.focusOn(f.Tick())
			d.types(" ")
		}, "Kitchen", false},
		"taken away": {func(d *desk, f *forms.DeviceName) { d.replace(f.Entry(), "") }, "", false},
	} {
		d, folder := suggesting(t), t.TempDir()
		d.shareIn(folder, func(f *forms.DeviceName) {
			same(t, what+": asked", d.shows("Name of this device"), true)
			c.answer(d, f)
		})
		own, err := d.engine.Names.Own(t.Context())
		must(t, err)
		same(t, what, own, safekeeping.DeviceName{Name: c.name, Published: c.published, Asked: true})
		text := textIn(t, folder)
		same(t, what+": a feed is there", strings.Contains(text, "Milk"), true)
		for _, name := range []string{suggestion, "Kitchen"} {
			want := 0
			if c.published && name == c.name {
				want = 1
			}
			same(t, what+": "+name+" is published", strings.Count(text, name), want)
		}
		d.win.sharing.shareElsewhere("Groceries")
		d.rest()
		same(t, what+": asked once", d.shows("Name of this device"), false)
	}
}

// A person who only reads publishes nothing, and is not asked.
func TestANameIsAskedForWhereAnInvitationIsAccepted(t *testing.T) {
	host, folder := suggesting(t), t.TempDir()
	host.shareIn(folder, func(*forms.DeviceName) {})
	i, err := host.engine.Sharing.Invitation(t.Context(), "Groceries")
	must(t, err)
	d := newDesk(t)
	d.win.DeviceName = func() string { return suggestion }
	d.engine = newEngine(t, "guest", d.clock)
	d.win.Engine, d.win.Sharing, d.win.Lists, d.win.Names = d.engine, d.engine.Sharing, d.engine.Lists, d.engine.Names
	d.win.sharing.openInvitation(i)
	d.rest()
	same(t, "asked", d.shows("Name of this device"), true)
	share := d.win.pages.invitation().Own()
	d.replace(share, "")
	same(t, "asked who only reads", d.shows("Name of this device"), false)
	d.replace(share, folder)
	d.replace(d.win.pages.invitation().Device().Entry(), "Guest room")
	d.press(fyne.KeyReturn)
	d.rest()
	text := textIn(t, folder)
	same(t, "published", strings.Count(text, "Guest room"), 1)
	same(t, "the suggestion", strings.Contains(text, suggestion), false)
	_, err = host.engine.Sync(t.Context(), subscribe.SyncOptions{})
	must(t, err)
	host.win.Reload()
	host.rest()
	same(t, "called so", host.win.Speaker.Person("guest"), "Guest room")
	same(t, "the feed", host.win.now.Feeds[0].Name(), "Guest room · Groceries")
}

// The address book shows how others call themselves, and whether the person's own name is
// published.
func TestTheOwnNameIsPublishedInTheAddressBook(t *testing.T) {
	d := named(t)
	d.press(fyne.KeyReturn)
	d.types("Kitchen")
	d.press(fyne.KeyReturn)
	d.rest()
	own, err := d.engine.Names.Own(t.Context())
	must(t, err)
	same(t, "typed", own, safekeeping.DeviceName{Name: "Kitchen", Asked: true})
	d.focusOn(d.win.pages.people().Tick())
	d.types(" ")
	d.rest()
	own, err = d.engine.Names.Own(t.Context())
	must(t, err)
	same(t, "ticked", own.Published, true)
	same(t, "said", d.sees("Kitchen, published"), true)
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyF7)
	d.rest()
	d.press(fyne.KeyDown)
	same(t, "of another device", d.shows("Publish this name"), false)
}

// If the device of a feed has no name, its pane leads to the address book, and selects its
// row.
func TestADeviceIsNamedFromItsFeed(t *testing.T) {
	d, a, sub := reader(t)
	a.healths = healthsOf(sub, store.Feed{Author: "hcml7hvkg5hlxmh4", Names: []store.Named{{By: "x"}}})
	d.atFeed(sub)
	d.tap("Name this device…")
	d.rest()
	same(t, "the address book", d.win.pages.shown == page(d.win.pages.people()), true)
}

// A click on the head of a column names the device that made the version. Afterwards the page
// is shown as before.
func TestADeviceIsNamedFromTheHeadOfItsColumn(t *testing.T) {
	d, _, _ := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	result := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	d.clickOn("laptop")
	d.rest()
	same(t, "the address book", d.win.pages.shown == page(d.win.pages.people()), true)
	same(t, "its row", d.win.pages.people().Marked().By, "laptop")
	d.types("the laptop upstairs")
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back", d.win.pages.shown == page(d.win.pages.resolve), true)
	same(t, "seen", d.shows("the laptop upstairs"), true)
	same(t, "result", d.win.pages.resolve.Shown().Session.Cells()[0].Result, result)
}

// clickOn clicks the name of a device in the head of a column.
func (d *desk) clickOn(text string) {
	d.t.Helper()
	var found *widget.Press
	for _, o := range uitest.Drawn(d.win.pages.shown.Object()) {
		p, is := o.(*widget.Press)
		if !is {
			continue
		}
		for _, inside := range uitest.Drawn(p) {
			if words, is := inside.(*widget.Words); is && strings.HasPrefix(words.Text(), text) {
				found = p // the innermost comes last
			}
		}
	}
	if found == nil {
		d.t.Fatalf("no column is by %s", text)
	}
	test.Tap(found)
}

func (d *desk) focusOn(f fyne.Focusable) { d.fyne.Canvas().Focus(f) }

// replace replaces the text in an entry.
func (d *desk) replace(f fyne.Focusable, text string) {
	d.t.Helper()
	d.focusOn(f)
	f.(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	d.press(fyne.KeyBackspace)
	d.types(text)
}
