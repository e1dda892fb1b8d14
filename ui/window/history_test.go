package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/snapshot"
)

// showsHistory opens the history of the chosen item by its key.
func (d *desk) showsHistory() {
	d.press(fyne.KeyH, fyne.KeyModifierControl)
	d.rest()
	same(d.t, "on the page", d.win.pages.shown == page(d.win.pages.history()), true)
}

// Ctrl+H, the first version, R: the item has its old values; Ctrl+Z undoes that, and Esc leads
// home.
func TestAVersionIsRestoredByKeys(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	it := d.win.item
	change(t, d.engine, it.Set, it.ID, "title", "Oat milk")
	d.win.Reload()
	d.rest()
	d.showsHistory()
	d.press(fyne.KeyEnd)
	d.types("r")
	d.rest()
	same(t, "title", d.item(it).Winner.Title(), "Milk")
	same(t, "update", d.item(it).Winner.Updates, 3)
	same(t, "status", d.win.status.Text(), "Restored. Ctrl+Z undoes it.")
	same(t, "still on the page", d.win.pages.shown == page(d.win.pages.history()), true)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "title after undo", d.item(it).Winner.Title(), "Oat milk")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "home", d.win.pages.shown == page(d.win.pages.home), true)
}

// Restoring a version would ignore an open version: the conflict page opens instead.
func TestRestoringBesideAnOpenVersionLeadsToResolving(t *testing.T) {
	d, _, it := conflicting(t)
	d.win.history.openDecided(it)
	d.rest()
	d.showsHistory()
	d.press(fyne.KeyEnd)
	d.types("r")
	d.rest()
	same(t, "on the resolution page", d.win.resolving(), true)
	same(t, "the item", d.win.pages.resolve.Shown().Item, it)
	same(t, "conflicts", len(d.item(it).Conflicts), 1)
	same(t, "status", d.win.status.Text(), "The item has a conflict. Resolve it first.")
}

// Esc leads from the history back to the conflict page, with the choices kept.
func TestBackToResolvingFromTheHistory(t *testing.T) {
	d, _, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	d.rest()
	result := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	d.showsHistory()
	same(t, "the item", d.win.pages.history().Item(), it)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "on the resolution page", d.win.resolving(), true)
	same(t, "result", d.win.pages.resolve.Shown().Session.Cells()[0].Result, result)
}

// Without an item there is no history.
func TestNoHistoryOfNothing(t *testing.T) {
	d := withList(t)
	d.press(fyne.KeyH, fyne.KeyModifierControl)
	d.rest()
	same(t, "home", d.win.pages.shown == page(d.win.pages.home), true)
}

// Changes received by a sync appear in the history at once.
func TestNewsInTheHistory(t *testing.T) {
	d, laptop, it := shared(t)
	d.win.history.openDecided(it)
	d.rest()
	d.showsHistory()
	change(t, laptop, it.Set, it.ID, "title", "Oat milk")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	d.syncs()
	d.press(fyne.KeyHome)
	d.types("r")
	d.rest()
	same(t, "what is there now is not restored", d.item(it).Winner.Title(), "Oat milk")
	d.press(fyne.KeyDown)
	d.types("r")
	d.rest()
	same(t, "title", d.item(it).Winner.Title(), "Milk")
}

// The page fits however large the text and small the window.
func TestTheHistoryFitsIntoASmallWindow(t *testing.T) {
	d, it := crowd(t, 8)
	uitest.SetTheme(theme.New(1.5))
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.win.history.openDecided(it)
	d.rest()
	d.showsHistory()
	d.fyne.Content().Refresh()
	if least := d.fyne.Content().MinSize(); least.Width > 800 || least.Height > 600 {
		t.Errorf("the window asks for %v", least)
	}
	if got := bottom(d.win.status.Object()); got > 600 {
		t.Errorf("the status bar ends at %v", got)
	}
}

// The versions in the editor are folded until they are opened, and say what each changed. Enter
// on one opens the history, too.
func TestTheVersionsInTheEditorSayWhatChangedAndLeadToTheHistory(t *testing.T) {
	d := todos(t, "Milk")
	d.mark(0)
	d.press(fyne.Key1, fyne.KeyModifierAlt)
	d.rest()
	same(t, "said while folded", d.sees("you changed Priority"), false)
	d.clicks("History: 2 versions")
	same(t, "said", d.sees("you changed Priority") && d.sees("created by you"), true)
	list := d.win.detail.Versions()
	d.fyne.Canvas().Focus(list)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "on the page", d.win.pages.shown == page(d.win.pages.history()), true)
}

// If an item was resolved elsewhere while its history was in sight, the conflict page says so
// when Esc leads back, and the choices can be reopened.
func TestBackToWhatWasResolvedElsewhereMeanwhile(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	d.rest()
	d.showsHistory()
	resolvedBy(t, laptop, it)
	d.syncs()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "on the resolution page", d.win.resolving(), true)
	same(t, "what was decided is kept", d.win.Drafts.Has(it), true)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "home", d.win.pages.shown == page(d.win.pages.home), true)
}

// Esc leads out of the history of an item whose list was deleted.
func TestBackFromTheHistoryOfWhatIsGone(t *testing.T) {
	d, _, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.showsHistory()
	must(t, two(d.engine.Sharing.DeleteShared(t.Context(), it.Set, false)))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyEscape)
	d.rest()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "out of the history", d.win.pages.shown != page(d.win.pages.history()), true)
	same(t, "out of the resolution", d.win.resolving(), false)
}

// resolvedBy lets another endpoint keep the winner, and publish that.
func resolvedBy(t *testing.T, e *engine.Engine, it snapshot.Item) {
	t.Helper()
	sync(t, e)
	s, err := e.Conflicts.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	must(t, s.Take(0))
	must(t, two(e.Conflicts.Resolve(t.Context(), it.Set, s)))
	must(t, two(e.Sharing.Publish(t.Context(), it.Set)))
}

// The newest versions are shown, and O doubles their number until all are shown. The selection
// and the marks are kept.
func TestOlderVersionsAreShownByAKey(t *testing.T) {
	d := longHistory(t, 2*history.FirstVersions+50)
	same(t, "the newest", d.shows("History of “Milk”: the newest 200 of 450 versions"), true)
	d.press(fyne.KeyEnd)
	d.rest()
	same(t, "the end", d.shows("older, not shown"), true)
	same(t, "why nothing is compared", d.shows("The version by laptop is older than those that are shown. Press O to show older versions."), true)
	d.press(fyne.KeyUp)
	d.types(" o")
	d.rest()
	same(t, "twice as many", d.shows("History of “Milk”: the newest 400 of 450 versions"), true)
	same(t, "the mark", d.shows("1"), true)
	d.win.Reload()
	d.rest()
	same(t, "after a reload", d.shows("History of “Milk”: the newest 400 of 450 versions"), true)
	d.types("O")
	d.rest()
	same(t, "all", d.shows("History of “Milk”"), true)
	same(t, "the button is gone", d.shows("Show older versions  O"), false)
	d.types("o")
	d.press(fyne.KeyEnd)
	d.rest()
	same(t, "the first", d.shows("created by laptop"), true)
	d.press(fyne.KeyEscape)
	d.rest()
	d.showsHistory()
	same(t, "opened again", d.shows("History of “Milk”: the newest 200 of 450 versions"), true)
}
