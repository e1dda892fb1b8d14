package edit_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

func TestAddCreatesAnItemAndKeepsIt(t *testing.T) {
	d := newDesk(t)
	it := d.add("milk", record.Values{"title": "Milk", "text": "two litres"})
	if got := it.Winner; got.Updates != 1 || got.Title() != "Milk" || got.Content.Text() != "two litres" {
		t.Errorf("created %+v", got)
	}
	if top := it.Winner.Top(); top.By != "desk" || top.Sequence != 1 || top.When.String() != "2026-05-21T12:01:00Z" {
		t.Errorf("stamped %s", top)
	}
	if !d.stored("milk").Winner.Same(it.Winner) {
		t.Errorf("the store holds %+v", d.stored("milk").Winner)
	}
}

func TestAddNeverReplacesAnItem(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk"})
	for range 2 {
		_, err := d.try(func(w edit.Work) (*item.Item, error) {
			return w.Add("milk", record.Note, record.Values{"title": "Other"}, false)
		})
		if !errors.Is(err, edit.ErrItemExists) {
			t.Errorf("error %v, want ErrItemExists", err)
		}
		d.remove("milk")
	}
	if got := d.stored("milk").Winner.Title(); got != "Milk" {
		t.Errorf("the item is now %q", got)
	}
}

func TestAddRefusesWhatCannotBeWritten(t *testing.T) {
	d := newDesk(t)
	var bad *rules.IdentifierError
	if _, err := d.try(func(w edit.Work) (*item.Item, error) { return w.Add("a b", record.Note, nil, false) }); !errors.As(err, &bad) {
		t.Errorf("identifier with a space: %v", err)
	}
	if _, err := d.try(func(w edit.Work) (*item.Item, error) {
		return w.Add("a", record.Note, record.Values{"colour": "red"}, false)
	}); err == nil {
		t.Error("a field that does not exist was taken")
	}
}

func TestNoConflictsIsSetAtCreation(t *testing.T) {
	d := newDesk(t)
	it := d.must(func(w edit.Work) (*item.Item, error) { return w.Add("a", record.Note, nil, true) })
	if !it.Winner.NoConflicts || !d.change("a", record.Values{"title": "x"}).Winner.NoConflicts {
		t.Error("noconflicts was lost")
	}
}

func TestChangeSetsOnlyTheFieldsNamed(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk", "text": "two litres"})
	it := d.change("milk", record.Values{"title": "Oat milk"})
	if it.Winner.Title() != "Oat milk" || it.Winner.Content.Text() != "two litres" || it.Winner.Updates != 2 {
		t.Errorf("changed to %+v", it.Winner)
	}
}

func TestChangeOfNothingMakesNoUpdate(t *testing.T) {
	d := newDesk(t)
	before := d.add("milk", record.Values{"title": "Milk"})
	revision, err := d.store.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if after := d.change("milk", record.Values{"title": "Milk"}); !after.Winner.Same(before.Winner) {
		t.Errorf("made update %d", after.Winner.Updates)
	}
	if now, err := d.store.Revision(t.Context()); err != nil || now != revision {
		t.Errorf("the store was written: revision %d after %d, %v", now, revision, err)
	}
}

func TestATombstoneThatIsChangedStaysOne(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk"})
	d.remove("milk")
	if v := d.change("milk", record.Values{"title": "Oat milk"}).Winner; !v.Deleted || v.Updates != 3 || v.Title() != "Oat milk" {
		t.Errorf("changed to %+v", v)
	}
}

func TestChangeOfWhatTheUserSaw(t *testing.T) {
	d := newDesk(t)
	seen := d.add("milk", record.Values{"title": "Milk"})
	d.arrive(d.elsewhere(seen, rules.Change{Content: item.Plain("Cheese", "")}, d.at))
	title := record.Values{"title": "Oat milk"}
	_, err := d.try(func(w edit.Work) (*item.Item, error) { return w.Change("milk", title, seen.Winner) })
	if !errors.Is(err, edit.ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	now := d.stored("milk")
	if now.Winner.Title() != "Cheese" {
		t.Errorf("the item is now %q", now.Winner.Title())
	}
	if it := d.must(func(w edit.Work) (*item.Item, error) { return w.Change("milk", title, now.Winner) }); it.Winner.Updates != 3 {
		t.Errorf("made update %d, want 3", it.Winner.Updates)
	}
}

func TestWhereAnOwnVersionIsOpenEveryUpdateIsRefused(t *testing.T) {
	d := newDesk(t)
	start := d.add("milk", record.Values{"title": "Milk"})
	d.change("milk", record.Values{"title": "Oat milk"})
	merged := d.arrive(d.elsewhere(start, rules.Change{Content: item.Plain("Cheese", "")}, d.at.Add(time.Hour)))
	if len(merged.Conflicts) != 1 || merged.Winner.Title() != "Cheese" {
		t.Fatalf("no conflict to test with: %+v", merged)
	}
	for name, do := range map[string]func(edit.Work) (*item.Item, error){
		"change": func(w edit.Work) (*item.Item, error) { return w.Change("milk", record.Values{"title": "x"}, nil) },
		"delete": func(w edit.Work) (*item.Item, error) { return w.Delete("milk") },
	} {
		var own *rules.OwnOpenError
		if _, err := d.try(do); !errors.As(err, &own) {
			t.Errorf("%s: error %v, want OwnOpenError", name, err)
		}
	}
	if now := d.stored("milk"); !now.Winner.Same(merged.Winner) || len(now.Conflicts) != 1 {
		t.Errorf("the item changed to %+v", now)
	}
}

func TestChangeOfAnItemWithOthersConflictsLeavesThemOpen(t *testing.T) {
	d := newDesk(t)
	start := d.add("milk", record.Values{"title": "Milk"})
	one := d.elsewhere(start, rules.Change{Content: item.Plain("Cheese", "")}, d.at)
	other, err := feedsync.Resolve(start, rules.Change{Content: item.Plain("Bread", "")}, nil, rules.Stamp{By: "tablet", When: d.at.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	d.arrive(one)
	d.arrive(other)
	if it := d.change("milk", record.Values{"text": "rye"}); len(it.Conflicts) != 1 || it.Winner.Title() != "Bread" {
		t.Errorf("got %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
}

func TestWorkOnAnItemThatIsNotThere(t *testing.T) {
	d := newDesk(t)
	for name, do := range map[string]func(edit.Work) (*item.Item, error){
		"change":  func(w edit.Work) (*item.Item, error) { return w.Change("x", nil, nil) },
		"delete":  func(w edit.Work) (*item.Item, error) { return w.Delete("x") },
		"restore": func(w edit.Work) (*item.Item, error) { return w.Restore("x") },
	} {
		if _, err := d.try(do); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("%s: error %v, want ErrNoItem", name, err)
		}
	}
}
