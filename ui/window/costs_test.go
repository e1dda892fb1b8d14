package window

import (
	"context"
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// onStore returns a desk on a store with many lists of three todos.
func onStore(t testing.TB, st store.Store, many int) *desk {
	t.Helper()
	c := &clock{noon}
	e := newEngineOn(t, "desk", c, st)
	for i := range many {
		list := fmt.Sprintf("List %03d", i)
		must(t, two(e.Lists.Create(t.Context(), lists.New{Name: list, Kind: string(record.Todo)})))
		for j := range 3 {
			must(t, two(e.Edit.Add(t.Context(), list, record.Values{"title": fmt.Sprint("Todo ", j), "due": "2026-05-24", "tags": "food"}, edit.AddOptions{})))
		}
	}
	d := &desk{t: t, clock: c, engine: e, settings: startedBefore()}
	d.open()
	return d
}

// retitle edits the title of the chosen item with the keyboard.
func (d *desk) retitle() {
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types("!")
	d.press(fyne.KeyS, fyne.KeyModifierControl)
	d.rest()
}

// viewing is an engine that counts its views.
type viewing struct {
	Engine
	views *int
}

func (v viewing) View(ctx context.Context, read func(engine.View) error) error {
	*v.views++
	return v.Engine.View(ctx, read)
}

// An edit with a hundred lists makes as many calls to the store as with a single list, and the
// window reads what it shows once.
func TestAnEditCostsTheSameWithAHundredLists(t *testing.T) {
	calls, views := map[int]int{}, 0
	for _, lists := range []int{1, 100} {
		st := memory.New()
		d := onStore(t, st, lists)
		d.win.Engine = viewing{d.win.Engine, &views}
		d.mark(1)
		d.retitle() // the first edit reads more than later ones
		st.FailCall(0, nil)
		views = 0
		d.retitle()
		calls[lists] = st.Calls()
		same(t, "title", d.win.now.Rows[1].Title, "Todo 1!!")
		same(t, "readings of the window", views, 1)
	}
	same(t, "calls", calls[100], calls[1])
	t.Logf("%d calls of the store", calls[1])
}

// BenchmarkEdit measures an edit on a real store, with everything that the window reads and
// draws because of it.
func BenchmarkEdit(b *testing.B) {
	for _, lists := range []int{1, 100} {
		b.Run(fmt.Sprint("lists=", lists), func(b *testing.B) {
			st, err := storagetest.Open(b.Context(), b.TempDir())
			must(b, err)
			b.Cleanup(func() { must(b, st.Close()) })
			d := onStore(b, st, lists)
			d.mark(1)
			d.retitle()
			for b.Loop() {
				d.retitle()
			}
		})
	}
}
