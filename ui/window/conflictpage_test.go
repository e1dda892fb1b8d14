package window

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/snapshot"
)

// Tab goes from the result of a field to that of the next field that differs, and from the
// last one to the save button. The selection follows.
func TestTabGoesFromFieldToField(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	for range 3 {
		d.press(fyne.KeyF8)
		d.rest()
	}
	d.types("e")
	same(t, "E goes to", d.win.pages.resolve.Grid().Key(), "field title")
	_, isEntry := d.fyne.Canvas().Focused().(*widget.Entry)
	same(t, "E goes to an entry", isEntry, true)
	d.press(fyne.KeyTab)
	_, isEditor := d.fyne.Canvas().Focused().(*textedit.Editor)
	same(t, "Tab goes to the editor of the text", isEditor, true)
	same(t, "Tab leaves the title", d.win.pages.resolve.Grid().Key() != "field title", true)
	d.press(fyne.KeyTab)
	button, isButton := d.fyne.Canvas().Focused().(*widget.Button)
	same(t, "the next Tab goes to the button that saves", isButton && button.Importance == fynewidget.HighImportance, true)
}

// However small the window is, the grid gets half of the page's height.
func TestTheGridHasHalfOfTheHeight(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(800, 600), fyne.NewSize(1280, 800)} {
		d := newDesk(t)
		d.win.sample.trySample()
		d.rest()
		d.fyne.Resize(size)
		d.press(fyne.KeyF8)
		d.rest()
		page := d.win.pages.resolve
		list := page.Grid()
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(list).Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(page.Object()).Y
		if bottom := top + list.Size().Height; bottom < page.Object().Size().Height/2 || list.Size().Height < 150 {
			t.Errorf("at %v the grid ends at %v of %v, and its lines have %v", size, bottom, page.Object().Size().Height, list.Size().Height)
		}
	}
}

// In a small window the conflict page takes the full width. The sidebar is back on every other
// page.
func TestTheSidebarGivesWayToTheVersions(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	for _, c := range []struct {
		size  fyne.Size
		there bool
	}{{fyne.NewSize(800, 600), false}, {fyne.NewSize(1280, 800), true}} {
		d.fyne.Resize(c.size)
		d.press(fyne.KeyF8)
		d.rest()
		same(t, "the sidebar beside the versions", d.win.beside.Visible(), c.there)
		d.press(fyne.KeyEscape)
		d.rest()
		same(t, "the sidebar beside the items", d.win.beside.Visible(), true)
	}
}

// In the smallest supported window two versions fit next to the result, with eight visible
// lines.
func TestVersionsHaveRoomInASmallWindow(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	d.fyne.Resize(fyne.NewSize(800, 600))
	for range 3 {
		d.press(fyne.KeyF8)
		d.rest()
	}
	grid := d.win.pages.resolve.Grid()
	if n := grid.Shape().Count; n < 2 {
		t.Errorf("%d versions stand beside the result", n)
	}
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	if height := grid.Size().Height; height < 8*25 {
		t.Errorf("the lines have a height of %v while a text is marked", height)
	}
}

// A detour from the conflict page returns to it, with the choices kept. Its keys are at the
// top of the list of shortcuts.
func TestEscLeadsBackToTheResolving(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	d.types("2")
	for name, key := range map[string]func(){
		"shortcuts": func() { d.press(fyne.KeyF1) },
		"messages":  func() { d.press(fyne.KeyF9) },
		"people":    func() { d.press(fyne.KeyF7) },
		"decisions": func() { d.press(fyne.KeyL, fyne.KeyModifierControl|fyne.KeyModifierShift) },
		"history":   func() { d.press(fyne.KeyH, fyne.KeyModifierControl) },
		"one after the other": func() {
			d.press(fyne.KeyF7)
			d.rest()
			d.press(fyne.KeyF1)
		},
	} {
		key()
		d.rest()
		same(t, name+" in the place of the resolution", d.win.resolving(), false)
		d.press(fyne.KeyEscape)
		d.rest()
		same(t, name+" leads back", d.win.resolving(), true)
		same(t, "what was decided stays", d.win.pages.resolve.Shown().Session.Changed(), true)
	}
	d.press(fyne.KeyEscape)
	d.rest()
	d.press(fyne.KeyF1)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "from the items", d.win.pages.shown == page(d.win.pages.home), true)
}

// A version that is not included stays open, and the status bar says so.
func TestWhatStaysOpenIsSaid(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyRight)
	d.types(" 1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	if text := d.win.status.Text(); !strings.Contains(text, "Resolved “Eggs ×6”. 1 stays open.") {
		t.Errorf("the status bar says %q", text)
	}
}

// A person who leaves the page while it is being saved is not brought back.
func TestNobodyIsCalledBackToResolveMore(t *testing.T) {
	d, _ := parted(t)
	d.win.openResolve(snapshot.Item{Set: "Errands", ID: d.idOf("Bread")})
	d.rest()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 4)
	same(t, "on the resolution page", d.win.resolving(), false)
}

// during is an engine that runs a function while many conflicts are resolved.
type during struct {
	Conflicts
	do func()
}

func (s during) ResolveMany(ctx context.Context, plans []conflicts.Planned, progress func(done, all int)) (edit.Outcome, error) {
	s.do()
	return s.Conflicts.ResolveMany(ctx, plans, progress)
}

// If an item is resolved in a batch while the person makes choices about it, this counts as
// resolved elsewhere: the choices can be reopened.
func TestADraftThatIsBegunWhileManyAreResolvedStays(t *testing.T) {
	d, _ := parted(t)
	bread := snapshot.Item{Set: "Errands", ID: d.idOf("Bread")}
	d.manyAtOnce()
	d.win.Conflicts = during{d.win.Conflicts, func() {
		d.win.openResolve(bread)
		d.rest()
		d.types("e")
		d.press(fyne.KeyA, fyne.KeyModifierControl)
		d.types("2026-05-30")
	}}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 3)
	same(t, "what was decided is kept", d.win.Drafts.Has(bread), true)
	d.click("Reopen with your choices")
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["due"], "2026-05-30")
}

// unreadable is an engine whose store cannot be read.
type unreadable struct{ Conflicts }

func (unreadable) Plan(context.Context, conflicts.Rule, string, map[edit.Ref]conflicts.SavedDraft, ...edit.Ref) ([]conflicts.Planned, error) {
	return nil, errors.New("the disk is gone")
}

// If the conflicts cannot be read, the page does not claim that there are none.
func TestWhatCannotBeReadIsNotSaidToBeResolved(t *testing.T) {
	d, _ := parted(t)
	d.win.Conflicts = unreadable{d.win.Conflicts}
	d.manyAtOnce()
	drawn := ""
	for _, o := range uitest.Drawn(d.win.pages.batch().Object()) {
		if text, is := o.(*canvas.Text); is {
			drawn += text.Text
		}
	}
	same(t, "nothing left", strings.Contains(drawn, "No conflicts."), false)
	same(t, "said", strings.Contains(drawn, "The conflicts could not be read."), true)
}

// Choices that were postponed become a draft of the item once it was resolved elsewhere: the
// list marks the item, and the editor shows the draft.
func TestWhatWasPutOffIsShownWhereTheItemWasResolvedElsewhere(t *testing.T) {
	d, laptop, it := conflicting(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.types("e")
	d.press(fyne.KeyEnd)
	d.types(" or none")
	typed := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	d.press(fyne.KeyEscape) // back to the grid
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "at home", d.win.resolving(), false)
	resolvedBy(t, laptop, it)
	d.syncs()
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	d.win.history.openDecided(it)
	d.rest()
	same(t, "draft in the editor", d.win.detail.Values()["title"], typed)
}

// A version that a feed listed without data is shown with the data in the archive, even if the
// archive received that later.
func TestAConflictWithoutDataShowsThoseOfTheArchive(t *testing.T) {
	d, st := stored(t)
	said := func(by string, n int, title string) *item.Version {
		return &item.Version{
			ID: "milk", Updates: n, Content: item.Plain(title, ""),
			History: []item.History{{Sequence: n, When: item.At(noon.Add(time.Duration(n) * time.Minute)), By: by}},
		}
	}
	bare := said("phone", 2, "")
	bare.Missing = true
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Format: "rss", Dialect: item.SSE091})))
	set, err := d.engine.Lists.Named(t.Context(), "Errands")
	must(t, err)
	must(t, st.Update(t.Context(), func(w store.Writer) error {
		return w.PutItem(set.Key, &item.Item{Winner: said("laptop", 3, "Oats"), Conflicts: []*item.Version{bare}}, store.Seen{At: noon})
	}))
	d.open()
	d.win.openResolve(snapshot.Item{Set: "Errands", ID: "milk"})
	d.rest()
	same(t, "what is not there yet", d.pageShows("Rice"), false)
	must(t, st.Update(t.Context(), func(w store.Writer) error {
		return w.PutArchive(set.Key, said("phone", 2, "Rice"), store.Seen{At: noon})
	}))
	d.again()
	same(t, "what came", d.pageShows("Rice"), true)
}
