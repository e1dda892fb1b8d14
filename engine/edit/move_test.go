package edit_test

import (
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// other makes another set.
func (d *desk) other(name string) (key int64) {
	d.Helper()
	d.update(func(w store.Writer) (err error) {
		key, err = w.PutSet(store.Set{Name: name})
		return err
	})
	return key
}

func (d *desk) move(from int64, id string, to int64) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) {
		w.Set = from
		return w.Move(id, to, "spare")
	})
}

func (d *desk) in(set int64, id string) *item.Version {
	d.Helper()
	var it *item.Item
	d.update(func(w store.Writer) (err error) { it, err = w.Item(set, id); return err })
	return it.Winner
}

func TestAMovedItemKeepsItsIdentifierAndLeavesATombstone(t *testing.T) {
	d := newDesk(t)
	party := d.other("Party")
	d.add("milk", record.Values{"title": "Milk", "text": "two litres"})
	moved := d.move(d.set, "milk", party)
	if moved.ID() != "milk" || d.in(party, "milk").Content.Text() != "two litres" {
		t.Errorf("moved: %s with %q", moved.ID(), moved.Winner.Content.Text())
	}
	if !d.in(d.set, "milk").Deleted {
		t.Error("it is still in its own set")
	}
}

func TestAnItemThatIsMovedBackIsTheOneThatWasThere(t *testing.T) {
	d := newDesk(t)
	party := d.other("Party")
	d.add("milk", record.Values{"title": "Milk"})
	d.move(d.set, "milk", party)
	back := d.move(party, "milk", d.set)
	if back.ID() != "milk" || back.Winner.Deleted || back.Winner.Updates != 3 {
		t.Errorf("moved back: %s, deleted %v, update %d", back.ID(), back.Winner.Deleted, back.Winner.Updates)
	}
}

func TestAnIdentifierThatIsTakenIsNotTakenOver(t *testing.T) {
	d := newDesk(t)
	party := d.other("Party")
	d.add("milk", record.Values{"title": "Milk"})
	d.must(func(w edit.Work) (*item.Item, error) {
		w.Set = party
		return w.Add("milk", record.Note, record.Values{"title": "Milk for the party"}, false)
	})
	if moved := d.move(d.set, "milk", party); moved.ID() != "spare" || moved.Winner.Title() != "Milk" {
		t.Errorf("moved to %s: %q", moved.ID(), moved.Winner.Title())
	}
	if title := d.in(party, "milk").Title(); title != "Milk for the party" {
		t.Errorf("the one that was there says %q", title)
	}
}
