package edit_test

import (
	"errors"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
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
