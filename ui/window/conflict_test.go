package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// shared returns a desk that shares Groceries, with one item, with a laptop.
func shared(t *testing.T) (*desk, *engine.Engine, snapshot.Item) {
	t.Helper()
	d := withList(t, "Milk")
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", folder)))
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Groceries", folder)))
	laptop := d.other("laptop", folder, "Groceries")
	sync(t, laptop)
	return d, laptop, snapshot.Item{Set: "Groceries", ID: d.rows(store.Query{})[0].ID}
}

// syncs receives what others published.
func (d *desk) syncs() {
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
}

// conflicting returns a desk that shares an item with a laptop, where both changed its title.
func conflicting(t *testing.T) (*desk, *engine.Engine, snapshot.Item) {
	t.Helper()
	d, laptop, it := shared(t)
	change(t, laptop, it.Set, it.ID, "title", "Oat milk")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	return d, laptop, it
}

// deletedThere returns a desk that changed an item which a laptop deleted.
func deletedThere(t *testing.T) (*desk, snapshot.Item) {
	t.Helper()
	d, laptop, it := shared(t)
	must(t, two(laptop.Edit.Delete(t.Context(), it.Set, it.ID)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	return d, it
}

func (d *desk) item(it snapshot.Item) *item.Item {
	d.t.Helper()
	got, err := d.engine.Lists.Item(d.t.Context(), it.Set, it.ID)
	must(d.t, err)
	return got
}

// conflictShown opens the first conflict of the sample.
func conflictShown(t *testing.T) *desk {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	return d
}

// markedInSidebar returns the text of the selected sidebar entry.
func (d *desk) markedInSidebar() string {
	list := d.win.sidebar.Focus().(*widget.List)
	if list.Marked() < 0 {
		return ""
	}
	return list.Text(list.Marked())
}

// What is due is at the top of the sidebar, without a heading. The trash is below everything,
// because it holds no library.
func TestTheSidebarBeginsWithWhatIsDueAndEndsWithTheTrash(t *testing.T) {
	d, _ := quarantinedItems(t)
	list := d.win.sidebar.Focus().(*widget.List)
	var all []string
	for i := range list.Rows() {
		all = append(all, list.Text(i))
	}
	text := strings.Join(all, "|")
	same(t, "the sidebar "+text, strings.HasPrefix(text, "Today|Upcoming|Overdue|All todos|No date|Completed|Conflicts|Held for review|LISTS|") && strings.HasSuffix(text, "||Trash"), true)
	same(t, "a heading of libraries without one", strings.Contains(text, "LIBRARIES"), false)
}

// A heading without rows would say that something is missing.
func TestTheSidebarHasNoHeadingsWithoutRows(t *testing.T) {
	d := todos(t, "Milk")
	list := d.win.sidebar.Focus().(*widget.List)
	for i := range list.Rows() {
		for _, heading := range []string{"FEEDS", "LIBRARIES", "TAGS"} {
			same(t, "the heading "+heading, list.Text(i) == heading, false)
		}
	}
}

// The sidebar selects Conflicts while a conflict is shown, even after a reload, and the
// earlier list afterwards.
func TestTheSidebarMarksConflictsWhileOneIsShown(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	before := d.markedInSidebar()
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "on the page", d.markedInSidebar(), "Conflicts")
	d.win.Reload()
	d.rest()
	same(t, "read again", d.markedInSidebar(), "Conflicts")
	d.press(fyne.KeyF1)
	d.rest()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back from the shortcuts", d.markedInSidebar(), "Conflicts")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "afterwards", d.markedInSidebar(), before)
}

// The page names the list, and shows the number of the conflict.
func TestThePageNamesItsListAndItem(t *testing.T) {
	d := conflictShown(t)
	var texts []string
	for _, o := range uitest.Drawn(d.win.pages.resolve.Object()) {
		switch o := o.(type) {
		case *widget.Button:
			texts = append(texts, o.Text)
		case *widget.Line:
			texts = append(texts, o.Text())
		}
	}
	all := strings.Join(texts, "\n")
	it := d.win.pages.resolve.Item()
	for _, want := range []string{"‹ " + it.Set, "Eggs", "· conflict 1 of "} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing says %q:\n%s", want, all)
		}
	}
}

// A click on Conflicts opens the list of conflicts, although the entry is selected already.
func TestAClickOnConflictsLeadsToTheirList(t *testing.T) {
	d := conflictShown(t)
	d.fyne.Resize(fyne.NewSize(1180, 740))
	first := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.win.sidebar.Object())
	test.TapCanvas(d.fyne.Canvas(), first.AddXY(40, 12))
	d.rest()
	same(t, "the page is in sight", d.win.resolving(), false)
	same(t, "the place", d.win.at.Kind, snapshot.KindConflicts)
}

// A version received while the page is open is announced and not included, and does not change
// the draft.
func TestAVersionThatArrivesLeavesTheDraftAlone(t *testing.T) {
	d, laptop, it := shared(t)
	change(t, laptop, it.Set, it.ID, "title", "Oat milk")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	for _, title := range []string{"Raw milk", "Full milk", "Whole milk"} { // so that the laptop does not win
		change(t, d.engine, it.Set, it.ID, "title", title)
	}
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.types(" and more")
	change(t, laptop, it.Set, it.ID, "title", "Soy milk")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	d.syncs()
	same(t, "on the page", d.win.resolving(), true)
	same(t, "announced", d.shows("A version by laptop arrived in the meantime. Your choices are kept."), true)
	same(t, "draft", d.win.pages.resolve.Shown().Session.Cells()[0].Result, "Whole milk and more")
	found := false
	for _, c := range d.win.pages.resolve.Shown().Session.Candidates() {
		if c.Version.Title() == "Soy milk" {
			found = true
			same(t, "the version that arrived is included", c.Taken, false)
		}
	}
	same(t, "the version that arrived is shown", found, true)
}

// A received version that wins changes the fields without a choice. The save key saves nothing
// before the person can have seen that.
func TestWhatArrivesIsNotSavedUnseen(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	must(t, two(laptop.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Soy milk", "text": "from the new shop"}, nil)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	d.syncs()
	d.strikes(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	now := d.item(it)
	same(t, "update", now.Winner.Updates, 3)
	same(t, "by", now.Winner.Top().By, "laptop")
	same(t, "said", d.win.status.Text(), "Check it first, then press again.")
	same(t, "announced", d.shows("A version by laptop arrived in the meantime. Your choices are kept."), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "update after another press", d.item(it).Winner.Updates, 4)
}

// If an item was resolved elsewhere in the meantime, the choices made here can be reopened.
func TestResolvedElsewhereCanBeReopened(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types(" or none")
	typed := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	sync(t, laptop)
	s, err := laptop.Conflicts.Session(t.Context(), it.Set, it.ID)
	must(t, err)
	must(t, s.Take(0))
	must(t, two(laptop.Conflicts.Resolve(t.Context(), it.Set, s)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	d.click("Reopen with your choices")
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["title"], typed)
}

// If there is only one conflict, the key for the next one leaves it unchanged, with its
// choices and their undo.
func TestTheNextConflictOfOneIsThePageAsItIs(t *testing.T) {
	d, _, _ := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	session := d.win.pages.resolve.Shown().Session
	d.types("2")
	for _, held := range []fyne.KeyModifier{0, fyne.KeyModifierShift} {
		d.press(fyne.KeyF8, held)
		d.rest()
		same(t, "the status", d.win.status.Text(), "This is the only conflict.")
		same(t, "the session", d.win.pages.resolve.Shown().Session == session, true)
		d.press(fyne.KeyZ, ctrl)
		d.rest()
		same(t, "chosen after undo", session.Changed(), false)
		d.press(fyne.KeyY, ctrl)
		d.rest()
		same(t, "chosen after redo", session.Changed(), true)
	}
}

// Right-to-left names are isolated in sentences, and from the text that follows them.
func TestNamesFromRightToLeftAreIsolated(t *testing.T) {
	d, laptop, it := shared(t)
	must(t, d.engine.Names.Set(t.Context(), "laptop", "נייד"))
	change(t, laptop, "Groceries", it.ID, "title", "חלב")
	must(t, two(laptop.Sharing.Publish(t.Context(), "Groceries")))
	change(t, d.engine, "Groceries", it.ID, "title", "לחם")
	d.syncs()
	must(t, two(d.engine.Edit.RenameList(t.Context(), "Groceries", "קניות")))
	d.again()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	d.press(fyne.KeyF8)
	d.rest()
	for _, want := range []string{"‹ \u2068קניות\u2069", "\u2068נייד\u2069 · "} {
		same(t, want, d.shows(want), true)
	}
	d.types("2")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "the status", d.shows("Resolved “\u2068לחם\u2069”."), true)
}

// A message about a choice disappears when another choice is made, another conflict is shown,
// or the page is left.
func TestWhatIsSaidOfAChoiceEndsWithIt(t *testing.T) {
	const drops = "Drops Title of A."
	for what, next := range map[string]func(*desk){
		"another choice":   func(d *desk) { d.press(fyne.KeyDown); d.types("e!") },
		"undo":             func(d *desk) { d.press(fyne.KeyZ, ctrl) },
		"the next":         func(d *desk) { d.press(fyne.KeyF8) },
		"Esc":              func(d *desk) { d.press(fyne.KeyEscape) },
		"the first choice": nil,
	} {
		d := conflictShown(t)
		d.types("2")
		same(t, what+": before", d.win.status.Text(), drops)
		if next != nil {
			next(d)
			d.rest()
			same(t, what, d.win.status.Text(), "")
		}
	}
}
