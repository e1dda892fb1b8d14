package edit_test

import (
	"slices"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// One edit may change an item before and after it settles it.
func TestAnItemThatOneEditSettledAndChangedIsOneStep(t *testing.T) {
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
		if err := w.PutSettled(edit.Settled{Before: before, Now: it}); err != nil {
			return nil, err
		}
		return w.Change("milk", record.Values{"title": "Any milk"}, nil)
	})
	if len(steps) != 1 || !edit.IsSettling(steps[0]) {
		t.Fatalf("steps: %+v", steps)
	}
	var back []store.Step
	for range 3 {
		back = d.logged(func(w edit.Work) (*item.Item, error) { return w.Unsettle(steps[0], false) })
		if got := d.stored("milk"); !slices.EqualFunc(got.Versions(), before.Versions(), (*item.Version).Same) {
			t.Errorf("undone: %+v", got)
		}
		steps = d.logged(func(w edit.Work) (*item.Item, error) { return w.Unsettle(back[0], false) })
		if got := d.stored("milk"); got.Winner.Title() != "Any milk" || len(got.Conflicts) != 0 {
			t.Errorf("done again: %+v", got)
		}
	}
}
