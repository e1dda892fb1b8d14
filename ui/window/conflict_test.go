package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// shared is a desk that shares Groceries, with one item, with a laptop.
func shared(t *testing.T) (*desk, *engine.Engine, place.Item) {
	t.Helper()
	d := withList(t, "Milk")
	folder := t.TempDir()
	must(t, two(d.engine.PublishAt(t.Context(), "Groceries", folder)))
	must(t, two(d.engine.Subscribe(t.Context(), "Groceries", folder)))
	laptop := d.other("laptop", folder, "Groceries")
	sync(t, laptop)
	return d, laptop, place.Item{Set: "Groceries", ID: d.rows(store.Query{})[0].ID}
}

// syncs reads what others published.
func (d *desk) syncs() {
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
}

// conflicting is a desk that shares an item with a laptop, where both changed its
// title.
func conflicting(t *testing.T) (*desk, *engine.Engine, place.Item) {
	t.Helper()
	d, laptop, it := shared(t)
	edit(t, laptop, it.Set, it.ID, "title", "Oat milk")
	must(t, two(laptop.Publish(t.Context(), it.Set)))
	edit(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	same(t, "to settle", len(d.win.now.Unsettled), 1)
	return d, laptop, it
}

// deletedThere is a desk that changed an item which a laptop deleted.
func deletedThere(t *testing.T) (*desk, place.Item) {
	t.Helper()
	d, laptop, it := shared(t)
	must(t, two(laptop.Delete(t.Context(), it.Set, it.ID)))
	must(t, two(laptop.Publish(t.Context(), it.Set)))
	edit(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	return d, it
}

func (d *desk) item(it place.Item) *item.Item {
	d.t.Helper()
	got, err := d.engine.Item(d.t.Context(), it.Set, it.ID)
	must(d.t, err)
	return got
}
