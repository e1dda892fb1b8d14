package window

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// other is an endpoint that shares a folder with the desk.
func (d *desk) other(name, folder, set string) *engine.Engine {
	d.t.Helper()
	e := newEngine(d.t, name, d.clock)
	must(d.t, two(e.NewSet(d.t.Context(), engine.NewSet{Name: set})))
	must(d.t, two(e.Subscribe(d.t.Context(), set, folder)))
	must(d.t, two(e.PublishAt(d.t.Context(), set, folder)))
	return e
}

func sync(t testing.TB, e *engine.Engine) {
	t.Helper()
	reports, err := e.Sync(t.Context(), engine.SyncOptions{})
	must(t, err)
	for _, r := range reports {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
	}
}

// edit changes a field at an endpoint.
func edit(t testing.TB, e *engine.Engine, set, id, field, value string) *item.Item {
	t.Helper()
	it, err := e.Edit(t.Context(), set, id, record.Values{field: value}, nil)
	must(t, err)
	return it
}

func two[T any](_ T, err error) error { return err }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
