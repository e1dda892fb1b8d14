package items_test

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// shownRow is what the pane draws of one row in a place.
func shownRow(t *testing.T, at place.Kind, r snapshot.Row) widget.RichCells {
	t.Helper()
	p := newPane(t)
	r.Set, r.ID, r.When = "Errands", "it", noon.Add(-time.Hour)
	p.Show(&snapshot.Snapshot{Asked: snapshot.Asked{Place: place.Place{Kind: at, Set: "Errands"}}, Rows: []snapshot.Row{r}}, place.Item{})
	return cellsOf(t, p)
}

func cellsOf(t *testing.T, p *items.Pane) widget.RichCells {
	t.Helper()
	for _, o := range test.LaidOutObjects(p.Object()) {
		if row, is := o.(*widget.RichRow); is && row.Visible() {
			return row.Cells()
		}
	}
	t.Fatal("there is no row")
	return widget.RichCells{}
}

func todo(f record.Facts) snapshot.Row {
	f.Kind = record.Todo
	return snapshot.Row{Row: store.Row{Title: "x", By: "laptop", Facts: f}}
}

func TestWhatARowSays(t *testing.T) {
	conflict, deleted, cake := todo(record.Facts{Due: "2026-05-24"}), todo(record.Facts{Tags: []string{"shop"}}), todo(record.Facts{Tags: []string{"party", "house"}})
	conflict.Conflicts, deleted.Deleted, cake.Parts, cake.PartsDone = 1, true, 3, 2
	for name, c := range map[string]struct {
		at                  place.Kind
		row                 snapshot.Row
		aside, strong, note string
		sign                bool
	}{
		"due":             {place.List, todo(record.Facts{Due: "2026-05-24T18:00", Priority: 1}), "", "!!!", "today 18:00", false},
		"overdue":         {place.List, todo(record.Facts{Due: "2026-05-23", Priority: 5}), "", "!!", "overdue: yesterday", true},
		"done":            {place.List, todo(record.Facts{Due: "2026-05-23", Priority: 9, Done: true}), "", "", "yesterday", false},
		"cancelled":       {place.List, todo(record.Facts{Due: "2026-05-23", Cancelled: true}), "", "", "yesterday", false},
		"low priority":    {place.List, todo(record.Facts{Priority: 7}), "", "!", "", false},
		"subtasks, tags":  {place.List, cake, "2/3  #party  #house", "", "", false},
		"in a smart list": {place.Today, todo(record.Facts{Due: "2026-05-24", Tags: []string{"shop"}}), "Errands  #shop", "", "today", false},
		"in two places":   {place.List, conflict, "", "", "2 versions · today", true},
		"deleted":         {place.Deleted, deleted, "Errands  #shop", "", "laptop · 11:00", false},
		"a note":          {place.List, snapshot.Row{Row: store.Row{Title: "x", Facts: record.Facts{Kind: record.Note}}}, "", "", "11:00", false},
	} {
		got := shownRow(t, c.at, c.row)
		if got.Aside != c.aside || got.Strong != c.strong || got.Note != c.note || (got.Sign != nil) != c.sign {
			t.Errorf("%s: %q %q %q, with a sign: %v", name, got.Aside, got.Strong, got.Note, got.Sign != nil)
		}
	}
}

// A row of a todo has a box; one of anything else, or of what is deleted, has
// none.
func TestTodosHaveBoxes(t *testing.T) {
	deleted := todo(record.Facts{})
	deleted.Deleted = true
	for name, c := range map[string]struct {
		row  snapshot.Row
		lead string
	}{
		"open": {todo(record.Facts{}), "open.svg"}, "done": {todo(record.Facts{Done: true}), "done.svg"},
		"cancelled": {todo(record.Facts{Cancelled: true}), "cancelled.svg"}, "deleted": {deleted, ""},
		"a contact": {snapshot.Row{Row: store.Row{Facts: record.Facts{Kind: record.Contact}}}, ""},
	} {
		got := ""
		if lead := shownRow(t, place.List, c.row).Lead; lead != nil {
			got = lead.Name()
		}
		if !strings.HasSuffix(got, c.lead) || (got == "") != (c.lead == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
