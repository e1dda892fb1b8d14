package items_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// TestMain switches the window to English, whatever the language of the machine.
func TestMain(m *testing.M) {
	if err := uitest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

func newPane(t testing.TB) *items.Pane {
	t.Helper()
	uitest.App(t, theme.New(1))
	speaker := wording.Speaker{Own: "desk", Now: func() time.Time { return noon }, Zone: time.UTC}
	p := items.New(&widget.Keys{}, speaker, items.Events{
		Item: func(snapshot.Row) {}, HasDraft: func(snapshot.Item) bool { return false },
	})
	test.NewTempWindow(t, p.Object()).Resize(fyne.NewSize(500, 700))
	return p
}

func many(n int) *snapshot.Snapshot {
	s := &snapshot.Snapshot{Rows: make([]snapshot.Row, n)}
	s.Place = snapshot.Place{Kind: snapshot.KindList, Set: "Errands"}
	for i := range s.Rows {
		s.Rows[i] = snapshot.Row{Set: "Errands", Row: store.Row{
			ID: fmt.Sprint(i), Title: fmt.Sprint("item ", i),
			Facts: record.Facts{Kind: record.Todo, Due: "2026-05-23", Tags: []string{"shop", "dairy"}, Priority: 1},
		}}
	}
	return s
}

// Showing 100,000 rows draws only those that can be seen: the limit is far above the time for
// that, and far below that for drawing all.
func TestManyRowsAreShownAtOnce(t *testing.T) {
	p, s := newPane(t), many(100_000)
	if took := pace.Yards(func() { p.Show(s, snapshot.Item{Set: "Errands", ID: "99999"}) }); took > 2000 {
		t.Errorf("it took %.0f yards", took)
	}
	if got := p.Chosen(); len(got) != 1 || got[0].ID != "99999" {
		t.Errorf("marked are %v", got)
	}
}

func BenchmarkShow100000(b *testing.B) {
	p, s := newPane(b), many(100_000)
	for b.Loop() {
		p.Show(s, snapshot.Item{Set: "Errands", ID: "50000"})
	}
}

// shownRow returns what the pane draws of a row in a place.
func shownRow(t *testing.T, at snapshot.Kind, r snapshot.Row) widget.RichCells {
	t.Helper()
	p := newPane(t)
	r.Set, r.ID, r.When = "Errands", "it", noon.Add(-time.Hour)
	p.Show(&snapshot.Snapshot{Asked: snapshot.Asked{Place: snapshot.Place{Kind: at, Set: "Errands"}}, Rows: []snapshot.Row{r}}, snapshot.Item{})
	return cellsOf(t, p)
}

func cellsOf(t *testing.T, p *items.Pane) widget.RichCells {
	t.Helper()
	for _, o := range uitest.Drawn(p.Object()) {
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
	conflict.Conflicts, deleted.Deleted, deleted.Done, cake.Parts, cake.PartsDone = 1, true, true, 3, 2
	for name, c := range map[string]struct {
		at                  snapshot.Kind
		row                 snapshot.Row
		aside, strong, note string
		sign                bool
	}{
		"due":             {snapshot.KindList, todo(record.Facts{Due: "2026-05-24T18:00", Priority: 1}), "", "!!!", "today 18:00", false},
		"overdue":         {snapshot.KindList, todo(record.Facts{Due: "2026-05-23", Priority: 5}), "", "!!", "overdue: yesterday", true},
		"done":            {snapshot.KindList, todo(record.Facts{Due: "2026-05-23", Priority: 9, Done: true}), "", "", "yesterday", false},
		"cancelled":       {snapshot.KindList, todo(record.Facts{Due: "2026-05-23", Cancelled: true}), "", "", "yesterday", false},
		"low priority":    {snapshot.KindList, todo(record.Facts{Priority: 7}), "", "!", "", false},
		"subtasks, tags":  {snapshot.KindList, cake, "2/3  #party  #house", "", "", false},
		"in a smart list": {snapshot.KindToday, todo(record.Facts{Due: "2026-05-24", Tags: []string{"shop"}}), "Errands  #shop", "", "today", false},
		"in two places":   {snapshot.KindList, conflict, "", "", "2 versions · today", true},
		"deleted":         {snapshot.KindDeleted, deleted, "Errands  #shop", "", "laptop · 11:00", false},
		"a note":          {snapshot.KindList, snapshot.Row{Row: store.Row{Title: "x", Facts: record.Facts{Kind: record.Note}}}, "", "", "11:00", false},
	} {
		got := shownRow(t, c.at, c.row)
		struck := (c.row.Done || c.row.Cancelled) && !c.row.Deleted
		if got.Style.Style.Strikethrough != struck || got.Aside != c.aside || got.Strong != c.strong || got.Note != c.note || (got.Sign != nil) != c.sign {
			t.Errorf("%s: %q %q %q, with a sign: %v, struck through: %v", name, got.Aside, got.Strong, got.Note, got.Sign != nil, got.Style.Style.Strikethrough)
		}
	}
}

// The row of a todo has a tick box; that of any other item, or of a deleted one, has none.
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
		if lead := shownRow(t, snapshot.KindList, c.row).Lead; lead != nil {
			got = lead.Name()
		}
		if !strings.HasSuffix(got, c.lead) || (got == "") != (c.lead == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Space toggles the tick box of a todo. Among other items it is part of the title that a
// person types ahead.
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
		p := items.New(&widget.Keys{}, wording.Speaker{}, items.Events{
			Item: func(r snapshot.Row) { marked = r.Title }, HasDraft: func(snapshot.Item) bool { return false },
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

// showTitles shows rows in a window, with the first one selected, and returns the focused
// list.
func showTitles(t *testing.T, p *items.Pane, kind record.Kind, titles ...string) fyne.Focusable {
	t.Helper()
	now := &snapshot.Snapshot{Asked: snapshot.Asked{Place: snapshot.Place{Kind: snapshot.KindList, Set: "Plans"}}}
	for _, title := range titles {
		now.Rows = append(now.Rows, snapshot.Row{Set: "Plans", Row: store.Row{ID: title, Title: title, Facts: record.Facts{Kind: kind}}})
	}
	w := test.NewTempWindow(t, p.Object())
	p.Show(now, snapshot.Item{Set: "Plans", ID: titles[0]})
	p.FocusList()
	return w.Canvas().Focused()
}
