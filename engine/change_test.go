package engine_test

import (
	"context"
	"strconv"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
)

// asked is a store that counts how often a transaction asks for a set by name.
type asked struct {
	store.Store
	times int
}

type asking struct {
	store.Writer
	of *asked
}

func (a *asked) Update(ctx context.Context, do func(store.Writer) error) error {
	return a.Store.Update(ctx, func(w store.Writer) error { return do(asking{w, a}) })
}

func (a asking) SetNamed(name string) (store.Set, error) {
	a.of.times++
	return a.Writer.SetNamed(name)
}

func TestABulkEditAsksForEachSetOnce(t *testing.T) {
	st := &asked{Store: memory.New()}
	d := newDesk(t, t, "desk", st, &locationtest.Memory{}, newClock())
	var refs []engine.Ref
	for _, set := range []string{"Home", "Work"} {
		_, err := d.NewSet(t.Context(), engine.NewSet{Name: set})
		d.check(err)
		for n := range 5 {
			id := set + strconv.Itoa(n)
			_, err := d.Add(t.Context(), set, record.Values{"title": "Milk"}, engine.AddOptions{ID: id})
			d.check(err)
			refs = append(refs, engine.Ref{Set: set, ID: id})
		}
	}
	st.times = 0
	o, err := d.EditAll(t.Context(), refs, func(record.Record) record.Values { return record.Values{"text": "oat"} })
	d.check(err)
	if len(o.Done) != 10 || st.times != 2 {
		t.Errorf("%d items are changed, and the store was asked %d times for 2 sets", len(o.Done), st.times)
	}
}

func TestABulkEditThatNamesNoSetChangesNothing(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	d.add("milk", "Milk")
	_, err := d.EditAll(t.Context(), []engine.Ref{{Set: "Groceries", ID: "milk"}, {Set: "Away", ID: "milk"}},
		func(record.Record) record.Values { return record.Values{"title": "Oat milk"} })
	if err == nil || d.item("milk").Winner.Title() != "Milk" {
		t.Errorf("%v, and the item is called %q", err, d.item("milk").Winner.Title())
	}
}
