package window

import (
	"errors"
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// bottom returns the y coordinate of an object's lower edge in the window.
func bottom(o fyne.CanvasObject) float32 {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y + o.Size().Height
}

// However large the text and small the window, the status bar and the button for conflicts are
// in sight on every page.
func TestTheBarsAreAlwaysInSight(t *testing.T) {
	d, _, _ := conflicting(t)
	uitest.SetTheme(theme.New(1.5))
	d.fyne.Resize(fyne.NewSize(800, 600))
	for key, held := range map[fyne.KeyName]fyne.KeyModifier{
		fyne.KeyF8: 0, fyne.KeyF1: 0, fyne.KeyF9: 0, fyne.KeyO: fyne.KeyModifierControl, fyne.KeyEscape: 0,
	} {
		d.press(key, held)
		d.rest()
		d.win.status.Warn(strings.Repeat("a long story ", 40))
		d.fyne.Content().Refresh()
		if least := d.fyne.Content().MinSize(); least.Width > 800 || least.Height > 600 {
			t.Errorf("%s: the window asks for %v", key, least)
		}
		if got := bottom(d.win.status.Object()); got > 600 {
			t.Errorf("%s: the status bar ends at %v", key, got)
		}
		button := d.win.toolbar.conflicted
		if right := fyne.CurrentApp().Driver().AbsolutePositionForObject(button).X + button.Size().Width; right > 800 {
			t.Errorf("%s: the button for resolving ends at %v", key, right)
		}
	}
}

// The page of messages shows messages of the status bar in full, the last one first.
func TestF9ShowsWholeMessages(t *testing.T) {
	d := withList(t, "Milk")
	why := "reading " + strings.Repeat("/a/very/long/way", 30) + ": no such file"
	d.win.Warn(errors.New("the first"))
	d.win.Warn(errors.New(why))
	d.press(fyne.KeyF9)
	shown := d.win.pages.messages
	same(t, "shown", d.win.pages.shown, page(shown))
	first, rest, _ := strings.Cut(shown.Text(), "\n\n")
	same(t, "the last one", strings.HasSuffix(first, why), true)
	same(t, "the one before", strings.HasPrefix(rest, "May 24, 12:00  It could not be done: the first"), true)
	d.types("x")
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.pages.shown, page(d.win.pages.home))
}

// Others resolve, add and delete in another process: "1 of 3" on the page, the toolbar and the
// sidebar follow.
func TestCountsFollowOthers(t *testing.T) {
	d := newDesk(t)
	d.win.sample.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	shown := d.win.pages.resolve.Shown()
	same(t, "of", shown.Of, 3)
	other := d.win.now.Conflicts[1]
	s, err := d.engine.Conflicts.Session(t.Context(), other.Set, other.ID)
	must(t, err)
	must(t, s.Take(0))
	must(t, two(d.engine.Conflicts.Resolve(t.Context(), other.Set, s)))
	must(t, two(d.engine.Edit.Delete(t.Context(), other.Set, other.ID)))
	d.win.Reload()
	d.rest()
	shown = d.win.pages.resolve.Shown()
	same(t, "of", shown.Of, 2)
	same(t, "on the button", d.win.toolbar.conflicted.Text, "2 conflicts")
	same(t, "in the sidebar", d.win.now.Deleted, 1)
}

// A list that could not be published before the program ended is published by the next start.
func TestAStartPublishesWhatIsNotYet(t *testing.T) {
	d := withList(t, "Milk")
	folder := t.TempDir()
	path, err := d.engine.Sharing.PublishAt(t.Context(), "Groceries", folder)
	must(t, err)
	must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", map[string]string{"title": "Unpublished"}, edit.AddOptions{})))
	d.open()
	feed, err := os.ReadFile(path)
	must(t, err)
	same(t, "in the feed", strings.Contains(string(feed), "Unpublished"), true)
}
