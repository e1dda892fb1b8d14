package window

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

func TestAFormSaysWhatIsMissing(t *testing.T) {
	d := withList(t)
	d.press(fyne.KeyS, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "still open", d.win.pages.shown == page(d.win.pages.share()), true)
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.pages.shown == page(d.win.pages.home), true)
}

// The kind of the previous list is not the default for the next one.
func TestANewListIsForTodosUnlessAnotherKindIsChosen(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"Family", "Errands"} {
		d.press(fyne.KeyN, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.types(name)
		if name == "Family" {
			d.press(fyne.KeyTab)
			d.press(fyne.KeyRight)
		}
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
	}
	for name, want := range map[string]string{"Family": "contact", "Errands": "todo"} {
		l, _ := d.win.now.List(name)
		same(t, name, l.Kind, want)
	}
}

// full is an editor that cannot add anything.
type full struct{ Editor }

func (full) Add(context.Context, string, record.Values, edit.AddOptions) (*item.Item, error) {
	return nil, errors.New("the disk is full")
}

func TestWhatCouldNotBeAddedStandsThereAgain(t *testing.T) {
	d := todos(t)
	d.win.Edit = full{d.win.Edit}
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("bread tomorrow")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "typed", d.win.items.Adding().(*widget.Entry).Text(), "bread tomorrow")
}

// An empty window explains how to get started, and its first button has the focus.
func TestAnEmptyWindowShowsHowToBegin(t *testing.T) {
	d := newDesk(t)
	if d.win.pages.shown != page(d.win.pages.first()) {
		t.Fatalf("shown is %T", d.win.pages.shown)
	}
	if d.fyne.Canvas().Focused() != d.win.pages.first().Focus() {
		t.Errorf("the focus is on %T", d.fyne.Canvas().Focused())
	}
}

// The sample adds two endpoints and three conflicts, and every count is the number of rows
// behind it.
func TestTheSampleHasThreeThingsToResolve(t *testing.T) {
	d := newDesk(t)
	for range 4 {
		d.press(fyne.KeyTab)
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 3)
	same(t, "rows", d.win.items.Rows(), 6)
	same(t, "count of the list", d.win.now.Lists[0].Items, 6)
}

// Pages are created when they are needed, but are laid out as if they had existed from the
// beginning: the golden files of each page show that.
func TestAStartCreatesNoPageThatIsNotShown(t *testing.T) {
	d := newDesk(t)
	same(t, "pages at the start", len(d.win.pages.stage.Objects), 4) // home, conflicts, messages, and the welcome page
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	same(t, "pages with the form", len(d.win.pages.stage.Objects), 5)
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	same(t, "pages when it is shown again", len(d.win.pages.stage.Objects), 5)
}

// While a form is shown, the sidebar marks nothing, even after changes were read.
func TestNothingIsMarkedWhileAFormIsShown(t *testing.T) {
	d, _, it := conflicting(t)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: it.Set})
	for _, menu := range []string{"New list…", "Import…", "Back up…", "Restore a backup…", "Resolution log", "People and devices"} {
		d.runs(menu)
		d.win.Reload()
		d.rest()
		same(t, menu, d.win.markInSidebar(), snapshot.Place{})
	}
	d.win.goHome()
	same(t, "home", d.win.markInSidebar(), snapshot.Place{Kind: snapshot.KindList, Set: it.Set})
}
