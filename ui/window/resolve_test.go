package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
)

// The whole way with the keyboard: F8, E, a text of both, Ctrl+Enter; the resolution reaches
// the other endpoint.
func TestResolvingByATypedText(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "on the page", d.win.resolving(), true)
	d.types("e")
	d.types(", or oat milk")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	if title := d.item(it).Winner.Title(); !strings.HasSuffix(title, ", or oat milk") {
		t.Errorf("the title is %q", title)
	}
	same(t, "on the page", d.win.resolving(), false)
	if said := d.win.status.Text(); said != "Resolved “Oat milk, or oat milk”. No conflicts are left. Published." {
		t.Errorf("the status bar says %q", said)
	}
	same(t, "where, on the page of messages", strings.Contains(d.win.pages.messages.Text(), "”. Published to "), true)
	sync(t, laptop)
	there, err := laptop.Lists.Item(t.Context(), it.Set, it.ID)
	must(t, err)
	same(t, "title at the laptop", there.Winner.Title(), d.item(it).Winner.Title())
	same(t, "conflicts at the laptop", len(there.Conflicts), 0)
}

// A number takes a version; 1 is the winner, and keeping it is an update, too.
func TestANumberTakesAVersion(t *testing.T) {
	for number, want := range map[string]int{"1": 0, "2": 1} {
		d, _, it := conflicting(t)
		title := d.item(it).Versions()[want].Title()
		updates := d.item(it).Winner.Updates
		d.press(fyne.KeyF8)
		d.rest()
		d.types(number)
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
		same(t, number+": title", d.item(it).Winner.Title(), title)
		same(t, number+": updates", d.item(it).Winner.Updates, updates+1)
	}
}

// With open fields Ctrl+Enter goes to the first of them, however often, so that nothing is
// decided without the person.
func TestControlEnterGoesToWhatIsOpenFirst(t *testing.T) {
	d, _, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts after the second", len(d.item(it).Conflicts), 1)
	same(t, "the mark is on", d.win.pages.resolve.Grid().Key(), "field title")
	same(t, "status", d.win.status.Text(), "Title is still open: choose a version or type.")
	d.types("1")
	same(t, "status after a choice", d.win.status.Text(), "No choices are left.")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts after a choice", len(d.item(it).Conflicts), 0)
}

// Esc postpones the resolution. The draft is still there later, also after a restart.
func TestLaterKeepsTheDraft(t *testing.T) {
	d, _, it := conflicting(t)
	result := func() string { return d.win.pages.resolve.Shown().Session.Cells()[0].Result }
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types("!!")
	typed := result()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "row is marked", d.win.Drafts.Has(it), true)
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "after Esc", result(), typed)
	d.open()
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "after another start", result(), typed)
}

// A letter that is typed over a choice, and removed after a restart, leaves the choice.
func TestALetterRemovedAfterAnotherStartLeavesTheChoice(t *testing.T) {
	d, _, _ := conflicting(t)
	title := func() conflicts.Cell { return d.win.pages.resolve.Shown().Session.Cells()[0] }
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyDown)
	d.types("2")
	chosen := title()
	same(t, "chosen from", chosen.From, "B")
	d.types("e")
	d.types("x")
	same(t, "typed", title().Typed, true)
	d.open()
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyDown)
	same(t, "after another start", title().Result, chosen.Result+"x")
	d.types("e")
	d.press(fyne.KeyBackspace)
	same(t, "the title", title().Result, chosen.Result)
	same(t, "from", title().From, "B")
}

// A version that was taken as a whole is still taken as a whole after a restart: data without
// a field follows it.
func TestAWholeVersionStaysWhole(t *testing.T) {
	d, _, _ := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	want := d.win.pages.resolve.Shown().Session.SavedDraft().Whole
	d.open()
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "taken whole", d.win.pages.resolve.Shown().Session.SavedDraft().Whole, want)
	same(t, "something", want != "", true)
}

// A deletion is a version: taking it deletes the item.
func TestADeletionCanBeTaken(t *testing.T) {
	d, it := deletedThere(t)
	same(t, "rows of the list", d.win.items.Rows(), 1)
	same(t, "count of the list", d.win.now.Lists[0].Items, 1)
	d.press(fyne.KeyF8)
	d.rest()
	for _, c := range d.win.pages.resolve.Shown().Session.Candidates() {
		if c.Version.Deleted {
			d.types(string(rune('1' + c.Number)))
		}
	}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "deleted", d.item(it).Winner.Deleted, true)
	same(t, "rows of the list", d.win.items.Rows(), 0)
	same(t, "count of deleted", d.win.now.Deleted, 1)
}

// The person's own version among the conflicts cannot be excluded.
func TestAnOwnVersionStaysTicked(t *testing.T) {
	d, _, it := conflicting(t)
	own := d.item(it).Conflicts[0].Top().By == "desk"
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyRight)
	d.types(" ")
	same(t, "still ticked", d.win.pages.resolve.Shown().Session.Candidates()[1].Taken, own)
}

// An edit of an item with an open version of the person's own would drop that version
// silently: the edit goes to the conflict page instead.
func TestAnEditBesideAnOwnOpenVersionIsResolved(t *testing.T) {
	d, laptop, it := conflicting(t)
	if d.item(it).Winner.Top().By == "desk" {
		change(t, laptop, it.Set, it.ID, "text", "once more")
		must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
		d.syncs()
	}
	same(t, "the winner is by", d.item(it).Winner.Top().By, "laptop")
	d.win.chooseRow(d.win.now.Rows[0])
	d.rest()
	d.win.focus(d.win.detail.Focus())
	d.press(fyne.KeyEnd)
	d.types(" today")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "on the resolution page", d.win.resolving(), true)
	same(t, "result so far", d.win.pages.resolve.Shown().Session.Cells()[0].Result, d.item(it).Winner.Title()+" today")
	same(t, "conflicts", len(d.item(it).Conflicts), 1)
}

// An edit of an item with postponed choices keeps them, and is one step that can be undone.
func TestAnEditBesideChoicesThatWerePutOffLeavesThem(t *testing.T) {
	for _, again := range []bool{false, true} {
		d, laptop, it := shared(t)
		change(t, laptop, it.Set, it.ID, "title", "Oat milk")
		change(t, laptop, it.Set, it.ID, "text", "from the market")
		change(t, laptop, it.Set, it.ID, "text", "from the old market")
		must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
		change(t, d.engine, it.Set, it.ID, "title", "Whole milk")
		change(t, d.engine, it.Set, it.ID, "text", "from the shop")
		d.syncs()
		same(t, "the winner is by", d.item(it).Winner.Top().By, "laptop")
		d.press(fyne.KeyF8)
		d.rest()
		cell := func(field string) conflicts.Cell {
			for _, c := range d.win.pages.resolve.Shown().Session.Cells() {
				if c.Field == field {
					return c
				}
			}
			t.Fatalf("there is no field %q", field)
			return conflicts.Cell{}
		}
		same(t, "text open", cell("text").Open, true)
		for range 9 {
			d.press(fyne.KeyDown)
			d.types("2")
			if cell("text").Chosen {
				break
			}
		}
		text := cell("text").Result
		same(t, "text chosen", text, "from the shop")
		d.putOff()
		if again {
			d.open()
		}
		d.win.history.openDecided(it)
		d.rest()
		d.win.focus(d.win.detail.Focus())
		d.press(fyne.KeyEnd)
		d.types(" today")
		d.press(fyne.KeyReturn, ctrl)
		d.rest()
		same(t, "on the resolution page", d.win.resolving(), true)
		same(t, "title", cell("title").Result, "Oat milk today")
		same(t, "text is open", cell("text").Open, false)
		same(t, "text", cell("text").Result, text)
		if _, there := d.win.Drafts.Get(drafts.Edit, it); there {
			t.Error("the editor has a draft, too")
		}
		d.press(fyne.KeyZ, ctrl)
		d.rest()
		same(t, "title after undo is typed", cell("title").Typed, false)
		same(t, "text after undo", cell("text").Result, text)
		d.press(fyne.KeyY, ctrl)
		d.rest()
		d.open()
		d.press(fyne.KeyF8)
		d.rest()
		same(t, "title after another start", cell("title").Result, "Oat milk today")
		same(t, "text after another start", cell("text").Result, text)
	}
}

// putOff leaves the conflict page for later.
func (d *desk) putOff() {
	d.press(fyne.KeyEscape)
	d.rest()
	if d.win.resolving() {
		d.press(fyne.KeyEscape)
		d.rest()
	}
	same(d.t, "at home", d.win.resolving(), false)
}

// With the mouse only: the button of the other version, and the save button.
func TestResolvingByMouse(t *testing.T) {
	d, _, it := conflicting(t)
	title := d.item(it).Versions()[1].Title()
	d.press(fyne.KeyF8)
	d.rest()
	d.click("Use B")
	d.click("Skip for now  Esc")
	same(t, "conflicts after it was put off", len(d.item(it).Conflicts), 1)
	same(t, "the draft is kept", d.win.Drafts.Has(it), true)
	d.press(fyne.KeyF8)
	d.rest()
	d.click("Save  Ctrl+Enter")
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	same(t, "title", d.item(it).Winner.Title(), title)
}

// click clicks the first button on the page with a text.
func (d *desk) click(text string) {
	d.t.Helper()
	d.clickIn(d.win.pages.shown.Object(), text)
}

// clickIn clicks the first visible button with a text in an object, one second after the last
// action.
func (d *desk) clickIn(where fyne.CanvasObject, text string) {
	d.t.Helper()
	d.clock.now = d.clock.now.Add(time.Second)
	d.fyne.Content().Refresh() // lays out what has grown, which Fyne's test canvas does not do by itself
	b := d.buttonIn(where, text)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
	test.TapCanvas(d.fyne.Canvas(), at.AddXY(b.Size().Width/2, b.Size().Height/2))
	d.rest()
}

// buttonIn returns the first visible button with a text in an object.
func (d *desk) buttonIn(where fyne.CanvasObject, text string) *widget.Button {
	d.t.Helper()
	for _, o := range uitest.Drawn(where) {
		if b, is := o.(*widget.Button); is && b.Visible() && b.Text == text {
			return b
		}
	}
	d.t.Fatalf("no button says %q", text)
	return nil
}
