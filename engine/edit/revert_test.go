package edit_test

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

func TestDeleteMakesATombstoneAndRestoreBringsTheContentBack(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk", "text": "two litres"})
	gone := d.remove("milk")
	if !gone.Winner.Deleted || gone.Winner.Updates != 2 {
		t.Fatalf("deleted: %+v", gone.Winner)
	}
	back := d.restore("milk")
	if v := back.Winner; v.Deleted || !v.Undeleted || v.Updates != 3 || v.Content.Text() != "two litres" {
		t.Errorf("restored: %+v with text %q", v, v.Content.Text())
	}
}

func TestRestoreOfAPublishedTombstoneLooksIntoTheArchive(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk", "text": "one litre"})
	it := d.change("milk", record.Values{"text": "two litres"})
	d.arrive(d.elsewhere(it, rules.Change{Content: it.Winner.Content.OnlyTitle(), Deleted: true}, d.at))
	if now := d.stored("milk").Winner; !now.Deleted || now.Content.Text() != "" {
		t.Fatalf("no tombstone to test with: %+v", now)
	}
	if got := d.restore("milk").Winner.Content.Text(); got != "two litres" {
		t.Errorf("restored %q, want the newest content", got)
	}
}

func TestRestoreOfWhatNobodyEverSawAliveKeepsItsTitle(t *testing.T) {
	d := newDesk(t)
	unseen, err := feedsync.Create("x", rules.Change{Content: item.Plain("Gone", ""), Deleted: true}, false, rules.Stamp{By: "phone", When: noon})
	if err != nil {
		t.Fatal(err)
	}
	d.arrive(unseen)
	if v := d.restore("x").Winner; v.Deleted || v.Title() != "Gone" {
		t.Errorf("restored %+v", v)
	}
}

func TestWhatIsDoneAlreadyMakesNoUpdate(t *testing.T) {
	d := newDesk(t)
	alive := d.add("milk", record.Values{"title": "Milk"})
	if it := d.restore("milk"); !it.Winner.Same(alive.Winner) {
		t.Errorf("restoring a live item made update %d", it.Winner.Updates)
	}
	gone := d.remove("milk")
	if it := d.remove("milk"); !it.Winner.Same(gone.Winner) {
		t.Errorf("deleting a deleted item made update %d", it.Winner.Updates)
	}
}

func TestASequenceIsNeverUsedTwice(t *testing.T) {
	d := newDesk(t)
	start := d.add("milk", record.Values{"title": "Milk"})
	d.change("milk", record.Values{"title": "Oat milk"})
	// Another endpoint's copy, without the change, replaces the item. As after an undo, only
	// the archive knows that sequence 2 was used.
	d.put(start)
	if got := d.change("milk", record.Values{"title": "Soy milk"}).Winner.Top().Sequence; got != 3 {
		t.Errorf("sequence %d, want 3", got)
	}
}

// logged does local work and returns what it changed.
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

// One edit may change an item before and after it resolves it.
func TestAnItemThatOneEditResolvedAndChangedIsOneStep(t *testing.T) {
	d := newDesk(t)
	first := d.add("milk", record.Values{"title": "Milk"})
	d.change("milk", record.Values{"title": "Oat milk"})
	d.arrive(d.elsewhere(first, rules.Change{Content: item.Plain("Soy milk", "")}, d.at))
	before := d.stored("milk")
	if len(before.Conflicts) != 1 {
		t.Fatalf("conflicts: %+v", before.Conflicts)
	}
	steps := d.logged(func(w edit.Work) (*item.Item, error) {
		it, err := feedsync.Resolve(before, rules.Change{}, []int{0}, rules.Stamp{By: w.By, When: w.At, Used: 2})
		if err != nil {
			return nil, err
		}
		if err := w.PutResolved(edit.Resolved{Before: before, Now: it}); err != nil {
			return nil, err
		}
		return w.Change("milk", record.Values{"title": "Any milk"}, nil)
	})
	if len(steps) != 1 || !edit.IsResolving(steps[0]) {
		t.Fatalf("steps: %+v", steps)
	}
	var back []store.Step
	for range 3 {
		back = d.logged(func(w edit.Work) (*item.Item, error) { return w.Unresolve(steps[0], false) })
		if got := d.stored("milk"); !slices.EqualFunc(got.Versions(), before.Versions(), (*item.Version).Same) {
			t.Errorf("undone: %+v", got)
		}
		steps = d.logged(func(w edit.Work) (*item.Item, error) { return w.Unresolve(back[0], false) })
		if got := d.stored("milk"); got.Winner.Title() != "Any milk" || len(got.Conflicts) != 0 {
			t.Errorf("done again: %+v", got)
		}
	}
}
