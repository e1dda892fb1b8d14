package edit_test

import (
	"errors"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// other creates another list.
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
		return w.Move(id, on(w, to), edit.Moves{}, "spare")
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

// conflicted creates an item with an open version of another endpoint.
func (d *desk) conflicted(id string) *item.Item {
	d.Helper()
	start := d.add(id, record.Values{"title": "Milk"})
	there := d.elsewhere(start, rules.Change{Content: item.Plain("Soy milk", "")}, d.at)
	d.change(id, record.Values{"title": "Oat milk"})
	merged := d.arrive(there)
	if len(merged.Conflicts) != 1 {
		d.Fatalf("no conflict to test with: %+v", merged)
	}
	return merged
}

func TestWhatIsDeletedOrInConflictIsNeitherMovedNorCopied(t *testing.T) {
	d := newDesk(t)
	party := d.other("Party")
	d.conflicted("milk")
	d.add("bread", record.Values{"title": "Bread"})
	d.remove("bread")
	for id, want := range map[string]error{"milk": edit.ErrConflicted, "bread": edit.ErrDeleted} {
		before := d.stored(id)
		for name, do := range map[string]func(edit.Work) error{
			"move": func(w edit.Work) error { _, err := w.Move(id, on(w, party), edit.Moves{}, "spare"); return err },
			"copy": func(w edit.Work) error { return edit.Copies{}.Plan(w, id, "spare") },
		} {
			_, err := d.try(func(w edit.Work) (*item.Item, error) { return nil, do(w) })
			if !errors.Is(err, want) || !edit.IsRefusal(err) {
				t.Errorf("%s of %s: %v, want %v", name, id, err, want)
			}
		}
		if now := d.stored(id); !now.Winner.Same(before.Winner) || len(now.Conflicts) != len(before.Conflicts) {
			t.Errorf("%s became %+v", id, now)
		}
	}
}

// An item that cannot be deleted stays in its list, and is not added to the other one.
func TestAMoveThatIsRefusedMovesNothing(t *testing.T) {
	d := newDesk(t)
	party := d.other("Party")
	it := d.add("milk", record.Values{"title": "Milk"})
	last := *it.Winner
	last.Updates = item.MaxCount
	d.put(&item.Item{Winner: &last})
	d.update(func(w store.Writer) error {
		_, err := d.work(w).Move("milk", on(d.work(w), party), edit.Moves{}, "spare")
		if !errors.Is(err, rules.ErrExhausted) {
			t.Errorf("error %v, want ErrExhausted", err)
		}
		if _, err := w.Item(party, "milk"); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("it stands in the other list: %v", err)
		}
		return nil
	})
}

func TestAMoveLeavesATombstoneWithOpenConflictsAlone(t *testing.T) {
	d := newDesk(t)
	party := d.other("Party")
	d.add("milk", record.Values{"title": "Milk"})
	d.move(d.set, "milk", party)
	there := d.stored("milk")
	d.restore("milk")
	gone := d.remove("milk")
	d.arrive(d.elsewhere(there, rules.Change{Content: item.Plain("Soy milk", "")}, d.at))
	if now := d.stored("milk"); !now.Winner.Same(gone.Winner) || len(now.Conflicts) != 1 {
		t.Fatalf("no conflict to test with: %+v", now)
	}
	if back := d.move(party, "milk", d.set); back.ID() != "spare" {
		t.Errorf("moved to %s", back.ID())
	}
	if now := d.stored("milk"); !now.Winner.Deleted || len(now.Conflicts) != 1 {
		t.Errorf("the tombstone became %+v", now)
	}
}
