package window

import (
	"context"
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// forest is an engine whose outlines have rows in branches of a hundred: a row at the top
// level with one child, which has the others as children.
type forest struct {
	*engine.Engine
	rows []lists.OutlineRow
}

func (f forest) View(ctx context.Context, read func(engine.View) error) error {
	return f.Engine.View(ctx, func(v engine.View) error { return read(forestView{v, f.rows}) })
}

type forestView struct {
	engine.View
	rows []lists.OutlineRow
}

func (v forestView) Changes(ctx context.Context, since int64) (store.Change, error) {
	return changedAll(v.View.Changes(ctx, since))
}

func (v forestView) Outline(context.Context, string) ([]lists.OutlineRow, error) { return v.rows, nil }

// still is an editor that moves nothing.
type still struct{ Editor }

func (still) Place(context.Context, string, []string, string, string) error { return nil }

const branch = 100

// manyOutlines returns a desk that shows an outline of n rows.
func manyOutlines(t testing.TB, n int) *desk {
	d := feeds(t)
	rows := make([]lists.OutlineRow, n)
	for i := range rows {
		r := &rows[i]
		r.ID, r.Title, r.Kind, r.Depth = fmt.Sprint("id", i), fmt.Sprint("Row", i), record.Outline, min(i%branch, 2)
		r.Children = []int{1, branch - 2, 0}[r.Depth]
	}
	d.win.Engine, d.win.Edit = forest{d.engine, rows}, still{d.win.Edit}
	d.win.Reload()
	d.rest()
	same(t, "rows", len(d.win.now.Rows), n)
	return d
}

// fiftyThousand is the number of outline items that have to be handled without a noticeable
// delay. The limits here are generous, so that a busy machine does not fail the test; the
// benchmarks measure the actual times.
const fiftyThousand = 50_000

func TestFiftyThousandOutlines(t *testing.T) {
	d := manyOutlines(t, testsize.Of(5_000, fiftyThousand))
	d.press(fyne.KeyEnd)
	d.rest()
	for name, do := range map[string]func(){
		"closing all":  func() { d.press(fyne.KeyUp, controlShift) },
		"opening all":  func() { d.press(fyne.KeyDown, controlShift) },
		"moving":       func() { d.press(fyne.KeyLeft, fyne.KeyModifierAlt) },
		"going home":   func() { d.press(fyne.KeyHome) },
		"typing ahead": func() { d.types("row49") },
	} {
		if took := pace.Yards(do); took > 1000 {
			t.Errorf("%s took %.0f yards", name, took)
		}
		d.rest()
	}
}

func BenchmarkShowOutlines50000(b *testing.B) {
	d := manyOutlines(b, fiftyThousand)
	for b.Loop() {
		d.win.Reload()
		d.rest()
	}
}

func BenchmarkCloseAndOpenABranch50000(b *testing.B) {
	d := manyOutlines(b, fiftyThousand)
	d.press(fyne.KeyHome)
	for b.Loop() {
		d.press(fyne.KeyLeft)
		d.press(fyne.KeyRight)
	}
}

func BenchmarkScrollOutlines50000(b *testing.B) {
	d := manyOutlines(b, fiftyThousand)
	for b.Loop() {
		d.press(fyne.KeyPageDown)
	}
}

func BenchmarkKeyMovesOutlines50000(b *testing.B) {
	d := manyOutlines(b, fiftyThousand)
	d.press(fyne.KeyEnd)
	chosen := []int{fiftyThousand - 1}
	for b.Loop() {
		if _, ok := d.win.now.Tree.Outdent(chosen); !ok {
			b.Fatal("it stays")
		}
	}
}
