package items_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/say/saytest"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// The tests read the window in English, whatever the machine speaks.
func TestMain(m *testing.M) {
	if err := saytest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

func newPane(t testing.TB) *items.Pane {
	t.Helper()
	uitest.App(t, theme.New(1))
	speaker := say.Speaker{Own: "desk", Now: func() time.Time { return noon }, Zone: time.UTC}
	p := items.New(&widget.Keys{}, speaker, items.Events{
		Item: func(snapshot.Row) {}, HasDraft: func(place.Item) bool { return false },
	})
	test.NewTempWindow(t, p.Object()).Resize(fyne.NewSize(500, 700))
	return p
}

func many(n int) *snapshot.Snapshot {
	s := &snapshot.Snapshot{Rows: make([]snapshot.Row, n)}
	s.Place = place.Place{Kind: place.List, Set: "Errands"}
	for i := range s.Rows {
		s.Rows[i] = snapshot.Row{Set: "Errands", Row: store.Row{
			ID: fmt.Sprint(i), Title: fmt.Sprint("item ", i),
			Facts: record.Facts{Kind: record.Todo, Due: "2026-05-23", Tags: []string{"shop", "dairy"}, Priority: 1},
		}}
	}
	return s
}

// Showing 100,000 rows draws no more of them than can be seen: the limit is far
// above what that takes, and far below what drawing all would.
func TestManyRowsAreShownAtOnce(t *testing.T) {
	p, s := newPane(t), many(100_000)
	if took := pace.Yards(func() { p.Show(s, place.Item{Set: "Errands", ID: "99999"}) }); took > 2000 {
		t.Errorf("it took %.0f yards", took)
	}
	if got := p.Chosen(); len(got) != 1 || got[0].ID != "99999" {
		t.Errorf("marked are %v", got)
	}
}

func BenchmarkShow100000(b *testing.B) {
	p, s := newPane(b), many(100_000)
	for b.Loop() {
		p.Show(s, place.Item{Set: "Errands", ID: "50000"})
	}
}
