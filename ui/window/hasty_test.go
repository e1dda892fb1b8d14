package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

// stepsOn runs up to n waiting jobs.
func (d *desk) stepsOn(n int) {
	for ; n > 0 && d.seam.Waits(); n-- {
		d.seam.Step()
	}
}

// decided reports whether a draft of the conflict page is stored for an item.
func (d *desk) decided(it snapshot.Item) bool {
	_, there := d.win.Drafts.Get(drafts.Resolve, it)
	return there
}

// However far the next conflict has been read, keys act on an item only while it is in sight:
// keys pressed between two items act on neither.
func TestKeysBeforeTheNextConflictIsShownActOnNothing(t *testing.T) {
	for waits := range 8 {
		d, _ := parted(t)
		d.press(fyne.KeyF8)
		d.rest()
		first := d.win.pages.resolve.Item()
		before := d.item(first)
		d.press(fyne.KeyF8)
		d.stepsOn(waits)
		d.types("2")
		d.stepsOn(waits)
		chosenIn := d.win.pages.resolve.Item()
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
		same(t, "the first item is as it was", d.item(first).Winner.Same(before.Winner), true)
		same(t, "something was chosen in the first item", d.decided(first), false)
		same(t, "the first item is not on the page", d.win.pages.resolve.Item() == first, false)
		if chosenIn == first {
			same(t, "conflicts", len(d.win.now.Conflicts), 5)
			same(t, "the status", strings.Contains(d.win.status.Text(), "Drops"), false)
		}
	}
}

// A number pressed after saving, and before the next conflict is in sight, does not choose
// anything in the saved item.
func TestKeysAfterASaveLeaveTheSavedItemAlone(t *testing.T) {
	for waits := range 12 {
		d, _ := parted(t)
		d.press(fyne.KeyF8)
		d.rest()
		first := d.win.pages.resolve.Item()
		d.types("1")
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.stepsOn(waits)
		between := d.win.pages.resolve.Item() == first
		said := d.win.status.Text()
		d.types("2")
		same(t, "the status", d.win.status.Text() == said || !between, true)
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.press(fyne.KeyY, fyne.KeyModifierControl)
		d.types("2")
		d.rest()
		same(t, "something is chosen in the saved item", d.decided(first), false)
		same(t, "conflicts", len(d.win.now.Conflicts), 4)
		if between {
			same(t, "something is chosen in the next item", d.win.pages.resolve.Shown().Session.Changed(), false)
		}
	}
}

// Text typed into the result after saving does not change the saved item.
func TestLettersAfterASaveAreTypedIntoNoItem(t *testing.T) {
	for waits := range 12 {
		d, _, it := conflicting(t)
		d.press(fyne.KeyF8)
		d.rest()
		d.types("1e")
		d.types("!")
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.stepsOn(waits)
		d.types("x")
		d.rest()
		same(t, "something is chosen in the saved item", d.decided(it), false)
		same(t, "the title that was saved", strings.HasSuffix(d.item(it).Winner.Title(), "milk!"), true)
	}
}

// Esc before the next conflict was read leaves the page for good.
func TestEscBeforeTheNextConflictIsShownLeavesThePage(t *testing.T) {
	d, _ := parted(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyF8)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "the page is in sight", d.win.resolving(), false)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("1")
	same(t, "a choice", d.win.pages.resolve.Shown().Session.Changed(), true)
}
