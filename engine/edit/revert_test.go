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

// logged does local work and gives what it changed.
func (d *desk) logged(do func(edit.Work) (*item.Item, error)) []store.Step {
	d.Helper()
	var log edit.Log
	d.must(func(w edit.Work) (*item.Item, error) {
		w.Log = &log
		return do(w)
	})
	return log.Steps
}

func (d *desk) revert(s store.Step) []store.Step {
	d.Helper()
	return d.logged(func(w edit.Work) (*item.Item, error) { return w.Revert(s) })
}

func TestAnEditIsUndoneByAnUpdateThatSaysWhatTheItemSaidBefore(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk"})
	steps := d.logged(func(w edit.Work) (*item.Item, error) {
		return w.Change("milk", record.Values{"title": "Oat milk"}, nil)
	})
	back := d.revert(steps[0])
	if v := d.stored("milk").Winner; v.Title() != "Milk" || v.Updates != 3 {
		t.Errorf("after the undo: %q, update %d; want Milk, update 3", v.Title(), v.Updates)
	}
	d.revert(back[0])
	if v := d.stored("milk").Winner; v.Title() != "Oat milk" || v.Updates != 4 {
		t.Errorf("done again: %q, update %d; want Oat milk, update 4", v.Title(), v.Updates)
	}
}

func TestUndoingANewItemDeletesItAndDoingItAgainBringsItBack(t *testing.T) {
	d := newDesk(t)
	steps := d.logged(func(w edit.Work) (*item.Item, error) {
		return w.Add("milk", record.Note, record.Values{"title": "Milk"}, false)
	})
	back := d.revert(steps[0])
	if !d.stored("milk").Winner.Deleted {
		t.Fatal("the new item is still there")
	}
	d.revert(back[0])
	if v := d.stored("milk").Winner; v.Deleted || v.Title() != "Milk" {
		t.Errorf("done again: %q, deleted %v", v.Title(), v.Deleted)
	}
}

func TestUndoingADeletionRestores(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk", "text": "two litres"})
	steps := d.logged(func(w edit.Work) (*item.Item, error) { return w.Delete("milk") })
	d.revert(steps[0])
	if v := d.stored("milk").Winner; v.Deleted || v.Content.Text() != "two litres" {
		t.Errorf("after the undo: %q, deleted %v", v.Content.Text(), v.Deleted)
	}
}

func TestWhatCameLaterIsNotUndoneWithIt(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk"})
	steps := d.logged(func(w edit.Work) (*item.Item, error) {
		return w.Change("milk", record.Values{"title": "Oat milk"}, nil)
	})
	d.arrive(d.elsewhere(d.stored("milk"), rules.Change{Content: item.Plain("Soy milk", "")}, d.at))
	_, err := d.try(func(w edit.Work) (*item.Item, error) { return w.Revert(steps[0]) })
	if !errors.Is(err, edit.ErrChanged) || d.stored("milk").Winner.Title() != "Soy milk" {
		t.Errorf("undoing over a later version: %v, %q", err, d.stored("milk").Winner.Title())
	}
}

func TestAnEditThatChangesNothingLeavesNothingToUndo(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk"})
	steps := d.logged(func(w edit.Work) (*item.Item, error) {
		return w.Change("milk", record.Values{"title": "Milk"}, nil)
	})
	if len(steps) != 0 {
		t.Errorf("steps: %+v", steps)
	}
}

func TestAnItemThatOneEditChangedTwiceIsUndoneAtOnce(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk"})
	steps := d.logged(func(w edit.Work) (*item.Item, error) {
		if _, err := w.Change("milk", record.Values{"title": "Oat milk"}, nil); err != nil {
			return nil, err
		}
		return w.Change("milk", record.Values{"text": "two litres"}, nil)
	})
	if len(steps) != 1 {
		t.Fatalf("steps: %+v", steps)
	}
	d.revert(steps[0])
	if v := d.stored("milk").Winner; v.Title() != "Milk" || v.Content.Text() != "" {
		t.Errorf("after the undo: %q, %q", v.Title(), v.Content.Text())
	}
}
