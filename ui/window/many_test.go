package window

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// crowd returns a desk with an item that n others have changed concurrently.
func crowd(t testing.TB, n int) (*desk, snapshot.Item) {
	t.Helper()
	return changed(t, n, "title", "Plumber", func(n int) string { return "Plumber " + strconv.Itoa(n) })
}

// changed returns a desk with an item, a plumber, of which n others have changed a field
// concurrently.
func changed(t testing.TB, n int, field, from string, to func(n int) string) (*desk, snapshot.Item) {
	t.Helper()
	d := withList(t, "Plumber")
	it := snapshot.Item{Set: "Groceries", ID: d.rows(store.Query{})[0].ID}
	if field != "title" {
		change(t, d.engine, it.Set, it.ID, field, from)
	}
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", folder)))
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Groceries", folder)))
	var edits []func()
	for i := range n {
		other := d.other("other"+strconv.Itoa(i), folder, "Groceries")
		sync(t, other)
		edits = append(edits, func() {
			change(t, other, it.Set, it.ID, field, to(i))
			must(t, two(other.Sharing.Publish(t.Context(), it.Set)))
		})
	}
	for _, change := range edits {
		change()
	}
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	return d, it
}

// Eight versions are next to each other: Right goes to the next column and scrolls it into
// view, Space toggles its tick box, a number takes any version.
func TestEightVersions(t *testing.T) {
	d, it := crowd(t, 8)
	d.press(fyne.KeyF8)
	d.rest()
	candidates := d.win.pages.resolve.Shown().Session.Candidates()
	same(t, "versions", len(candidates), 8)
	for range 7 {
		d.press(fyne.KeyRight)
	}
	d.types(" ")
	same(t, "tick of the last", d.win.pages.resolve.Shown().Session.Candidates()[7].Taken, false)
	same(t, "tick of the first", d.win.pages.resolve.Shown().Session.Candidates()[1].Taken, true)
	d.types("5")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	now := d.item(it)
	same(t, "title", now.Winner.Title(), candidates[4].Version.Title())
	same(t, "left open", len(now.Conflicts), 1)
	same(t, "which", now.Conflicts[0].Title(), candidates[7].Version.Title())
}

// If a version was left open, the next F8 returns to it.
func TestWhatIsLeftOpenStaysInTheList(t *testing.T) {
	d, it := crowd(t, 3)
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyRight)
	d.types(" 1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "the page shows", d.win.pages.resolve.Shown().Item, it)
}

// From a list, F8 begins with the selected item.
func TestF8BeginsWithTheMarkedItem(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	d.mark(2)
	marked := d.win.item
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "the page shows", d.win.pages.resolve.Shown().Item, marked)
}

// F8 cycles through the conflicts, Shift+F8 in the other direction.
func TestF8GoesRoundWhatIsToBeResolved(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	shown := func() string { return d.win.pages.resolve.Shown().Item.ID }
	var order []string
	for range 4 {
		d.press(fyne.KeyF8)
		d.rest()
		order = append(order, shown())
	}
	same(t, "round the end", order[3], order[0])
	same(t, "another one", order[1] != order[0], true)
	d.press(fyne.KeyF8, fyne.KeyModifierShift)
	d.rest()
	same(t, "the other way", shown(), order[2])
}
