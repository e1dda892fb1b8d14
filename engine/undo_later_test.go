package engine_test

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// news is what another endpoint makes of an item of the list "Groceries".
func (d *desk) news(id, title string) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		it, err := w.Item(s.Key, id)
		if err != nil {
			return err
		}
		next, err := feedsync.Update(it, rules.Change{Content: item.Plain(title, "")}, rules.Stamp{By: "phone", When: d.clock.Now()})
		if err != nil {
			return err
		}
		return w.PutItem(s.Key, next, store.Seen{At: d.clock.Now(), From: "phone.xml"})
	}))
}

func (d *desk) expectChanged(what string, _ engine.Undone, err error) {
	d.Helper()
	if !errors.Is(err, engine.ErrChanged) {
		d.Errorf("%s: %v, want ErrChanged", what, err)
	}
}

func TestAnEditThatIsPastUndoingKeepsNoOlderOneFromIt(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	d.add("bread", "Bread")
	d.edit("bread", "Rye bread")
	d.add("milk", "Milk")
	d.news("milk", "Soy milk")
	u, err := d.Undo(t.Context(), engine.UndoOptions{Published: true})
	d.expectChanged("undo", u, err)
	d.expectTitles("Rye bread", "Soy milk")
	d.undo()
	d.expectTitles("Bread", "Soy milk")
	d.redo()
	d.expectTitles("Rye bread", "Soy milk")
}

func TestWhatOthersSaidAfterAnUndoIsNotDoneAway(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	d.add("milk", "Milk")
	d.edit("milk", "Oat milk")
	d.undo()
	d.news("milk", "Milk") // the same words, and another's
	u, err := d.Redo(t.Context())
	d.expectChanged("redo", u, err)
	d.expectTitles("Milk")
	if d.item("milk").Winner.Top().By != "phone" {
		t.Error("the version of the other endpoint does not win any more")
	}
}

func TestAMoveIntoAListThatWasDeletedIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Party"})
	d.check(err)
	d.add("milk", "Milk")
	_, err = d.Move(t.Context(), []engine.Ref{{Set: "Groceries", ID: "milk"}}, "Party")
	d.check(err)
	d.check(d.DiscardSet(t.Context(), "Party"))
	u := d.undo()
	if !slices.Equal(u.Sets, []string{"Groceries"}) || !slices.Equal(u.Titles, []string{"Milk"}) {
		t.Errorf("undone: %+v", u)
	}
	d.expectTitles("Milk")
}

func TestEditsOfAListThatWasDeletedArePassedOver(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Party"})
	d.check(err)
	d.add("milk", "Milk")
	_, err = d.Add(t.Context(), "Party", record.Values{"title": "Cake"}, engine.AddOptions{})
	d.check(err)
	d.check(d.DiscardSet(t.Context(), "Party"))
	d.undo()
	d.expectTitles()
	d.redo()
	d.expectTitles("Milk")
}

// stray is what an endpoint that has only seen the first version of an item of the
// list "Groceries" makes of it.
func (d *desk) stray(id, by, title string) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		all, err := w.Versions(s.Key, id)
		if err != nil {
			return err
		}
		it, err := w.Item(s.Key, id)
		if err != nil {
			return err
		}
		stamp, change := rules.Stamp{By: by, When: d.clock.Now()}, rules.Change{Content: item.Plain(title, "")}
		rules := feed.RulesOf(feed.Dialect(s.Dialect))
		theirs, err := rules.Update(&item.Item{Winner: all[0].Version}, change, stamp)
		if err != nil {
			return err
		}
		return w.PutItem(s.Key, rules.Merge(it, theirs).Item, store.Seen{At: d.clock.Now(), From: by})
	}))
}
