package items_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// Space turns the box of a todo. What has none is found by a title with a space in it.
func TestSpaceIsForTodosAndTypedAheadAmongOutlines(t *testing.T) {
	for _, c := range []struct {
		kind   record.Kind
		typed  string
		marked string
		done   int
	}{
		{record.Outline, "News t", "News today", 0},
		{record.Outline, " ", "Heise", 0},
		{record.Outline, "News  ", "News today", 0},
		{record.Todo, "N t", "Today", 1},
	} {
		marked, done := "Heise", 0
		p := items.New(&widget.Keys{}, say.Speaker{}, items.Events{
			Item: func(r snapshot.Row) { marked = r.Title }, HasDraft: func(place.Item) bool { return false },
			Do: func(items.Action, []snapshot.Row) { done++ },
		})
		list := showTitles(t, p, c.kind, "Heise", "News", "News today", "Today")
		for _, r := range c.typed {
			list.TypedRune(r)
		}
		if marked != c.marked || done != c.done {
			t.Errorf("%q among rows of kind %v marked %q and did %d things, want %q and %d", c.typed, c.kind, marked, done, c.marked, c.done)
		}
	}
}

// showTitles shows rows in a window, the first one marked, and gives the list that has
// the focus.
func showTitles(t *testing.T, p *items.Pane, kind record.Kind, titles ...string) fyne.Focusable {
	t.Helper()
	now := &snapshot.Snapshot{Asked: snapshot.Asked{Place: place.Place{Kind: place.List, Set: "Plans"}}}
	for _, title := range titles {
		now.Rows = append(now.Rows, snapshot.Row{Set: "Plans", Row: store.Row{ID: title, Title: title, Facts: record.Facts{Kind: kind}}})
	}
	w := test.NewTempWindow(t, p.Object())
	p.Show(now, place.Item{Set: "Plans", ID: titles[0]})
	p.FocusList()
	return w.Canvas().Focused()
}
