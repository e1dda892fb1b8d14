package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/window/snapshot"
)

// stored returns a desk on a store in a folder, before its window is opened.
func stored(t testing.TB) (*desk, store.Store) {
	t.Helper()
	folder := t.TempDir()
	st, err := storage.Open(t.Context(), folder)
	must(t, err)
	c := &clock{noon}
	e, err := engine.Open(t.Context(), engine.Parts{Store: st, Clock: c, Random: random('d'), Files: transport.Disk{}, Endpoint: "desk"})
	must(t, err)
	t.Cleanup(func() { e.Close() })
	return &desk{t: t, clock: c, engine: e, settings: memorySettings{}, folder: folder}, st
}

// archived adds an item with versions to the list, the last of which is the winner.
func (d *desk) archived(st store.Store, all ...*item.Version) {
	d.t.Helper()
	must(d.t, two(d.engine.Lists.Create(d.t.Context(), lists.New{Name: "Many", Kind: "todo"})))
	set, err := d.engine.Lists.Named(d.t.Context(), "Many")
	must(d.t, err)
	must(d.t, st.Update(d.t.Context(), func(w store.Writer) error {
		last := len(all) - 1
		for _, v := range all[:last] {
			if err := w.PutArchive(set.Key, v, store.Seen{At: noon}); err != nil {
				return err
			}
		}
		return w.PutItem(set.Key, &item.Item{Winner: all[last]}, store.Seen{At: noon})
	}))
}

// longHistory returns a desk that shows the history of an item with n versions.
func longHistory(t *testing.T, n int) *desk {
	t.Helper()
	d, st := stored(t)
	var all []*item.Version
	for i := range n {
		all = append(all, updated(i+1, min(i+1, 3)))
	}
	d.archived(st, all...)
	d.open()
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Many"})
	d.rest()
	d.win.focus(d.win.items.List())
	d.press(fyne.KeyHome)
	d.rest()
	d.showsHistory()
	return d
}

// updated returns the nth version of a todo, with a number of entries in its history.
func updated(n, entries int) *item.Version {
	content, err := record.New(record.Todo, record.Values{"title": "Milk"})
	if err != nil {
		panic(err)
	}
	v := &item.Version{ID: "x", Updates: n, Content: content}
	for i := range entries {
		v.History = append(v.History, item.History{Sequence: n - i, By: "laptop", When: item.At(noon.Add(time.Duration(n-i) * time.Second))})
	}
	return v
}
