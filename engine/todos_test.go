package engine_test

import (
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
)

// newTodoDesk is a desk with the list of todos "Home". It is Thursday, 21 May
// 2026, eight in the morning where the user is.
func newTodoDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t, t, "desk", memory.New(), &locationtest.Memory{}, newClock())
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Home", Kind: "todo"})
	d.check(err)
	return d
}

// todo adds one to a list.
func (d *desk) todo(set, id string, v record.Values) {
	d.Helper()
	d.clock.step(time.Second)
	_, err := d.Add(d.t.Context(), set, v, engine.AddOptions{ID: id})
	d.check(err)
}

func (d *desk) complete(id string, done bool) {
	d.Helper()
	_, err := d.Complete(d.t.Context(), "Home", id, done)
	d.check(err)
}

// values are those of a todo of the list "Home".
func (d *desk) values(id string) record.Values {
	d.Helper()
	it, err := d.Item(d.t.Context(), "Home", id)
	d.check(err)
	return record.Read(it.Winner.Content).Values()
}

func (d *desk) ids(set string) (all []string) {
	d.Helper()
	rows, err := d.Items(d.t.Context(), set, store.Query{})
	d.check(err)
	for _, r := range rows {
		all = append(all, r.ID)
	}
	return all
}

func TestAnItemOfAListOfTodosIsATodo(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "milk", record.Values{"title": "Milk", "due": "2026-05-22", "tags": "dairy"})
	it, err := d.Item(t.Context(), "Home", "milk")
	d.check(err)
	if record.KindOf(it.Winner.Content) != record.Todo || it.Winner.Title() != "Milk" {
		t.Errorf("it is %s, titled %q", record.KindOf(it.Winner.Content), it.Winner.Title())
	}
	if v := d.values("milk"); v["due"] != "2026-05-22" || v["tags"] != "dairy" || v["done"] != "false" {
		t.Errorf("it says %v", v)
	}
}

func TestCompletingIsStampedWithTheTime(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "milk", record.Values{"title": "Milk"})
	d.complete("milk", true)
	if got := d.values("milk")["done"]; got != "true 2026-05-21T12:00:01Z" {
		t.Errorf("done says %q", got)
	}
	d.complete("milk", false)
	if got := d.values("milk")["done"]; got != "false" {
		t.Errorf("done says %q", got)
	}
}

// Items come from any feed: in a list of todos they stay what they are.
func TestAnItemThatCameWithoutARecordStaysANote(t *testing.T) {
	d := newTodoDesk(t)
	d.note("Home", "news")
	_, err := d.Edit(t.Context(), "Home", "news", record.Values{"text": "read it"}, nil)
	d.check(err)
	it, err := d.Item(t.Context(), "Home", "news")
	d.check(err)
	if c := it.Winner.Content; record.KindOf(c) != record.Note || c.Text() != "read it" {
		t.Errorf("it is a %s that says %q", record.KindOf(c), c.Text())
	}
	if _, err := d.Edit(t.Context(), "Home", "news", record.Values{"due": "2026-05-22"}, nil); err == nil {
		t.Error("a note was given a due date")
	}
}
