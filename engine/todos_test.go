package engine_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// newTodoDesk returns a desk with the list of todos "Home". It is Thursday, 21 May 2026, eight
// in the morning in the user's time zone.
func newTodoDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t, t, "desk", memory.New(), &transporttest.Memory{}, newClock())
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})
	d.check(err)
	return d
}

// todo adds a todo to a list.
func (d *desk) todo(set, id string, v record.Values) {
	d.Helper()
	d.clock.step(time.Second)
	_, err := d.Edit.Add(d.t.Context(), set, v, edit.AddOptions{ID: id})
	d.check(err)
}

func (d *desk) complete(id string, done bool) {
	d.Helper()
	_, err := d.Edit.Complete(d.t.Context(), "Home", id, done)
	d.check(err)
}

// values returns the fields of a todo of the list "Home".
func (d *desk) values(id string) record.Values {
	d.Helper()
	it, err := d.Lists.Item(d.t.Context(), "Home", id)
	d.check(err)
	return record.Read(it.Winner.Content).Values()
}

func (d *desk) ids(set string) (all []string) {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), set, store.Query{})
	d.check(err)
	for _, r := range rows {
		all = append(all, r.ID)
	}
	return all
}

func TestAnItemOfAListOfTodosIsATodo(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "milk", record.Values{"title": "Milk", "due": "2026-05-22", "tags": "dairy"})
	it, err := d.Lists.Item(t.Context(), "Home", "milk")
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

// Items can be received from any feed: in a list of todos, they stay what they are.
func TestAnItemThatCameWithoutARecordStaysANote(t *testing.T) {
	d := newTodoDesk(t)
	d.note("Home", "news")
	_, err := d.Edit.Change(t.Context(), "Home", "news", record.Values{"text": "read it"}, nil)
	d.check(err)
	it, err := d.Lists.Item(t.Context(), "Home", "news")
	d.check(err)
	if c := it.Winner.Content; record.KindOf(c) != record.Note || c.Text() != "read it" {
		t.Errorf("it is a %s that says %q", record.KindOf(c), c.Text())
	}
	if _, err := d.Edit.Change(t.Context(), "Home", "news", record.Values{"due": "2026-05-22"}, nil); err == nil {
		t.Error("a note was given a due date")
	}
}

// newOldTodos returns a desk whose list "Groceries" has the todos "x", "y" and "z" in SSE
// 0.91. "y" has an open conflict with somebody else's version.
func newOldTodos(t *testing.T) *garden {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	d := &garden{newDesk(t, t, "desk", memory.New(), files, newClock())}
	d.shareAs(lists.New{Name: "Groceries", Kind: "todo", Format: "rss", Dialect: "sse-0.91"}, "/shared")
	for order, id := range []string{"x", "y", "z"} { // without room between them
		_, err := d.Edit.Add(t.Context(), "Groceries", record.Values{"title": id, "due": "2026-05-22", "repeat": "FREQ=WEEKLY", "order": strconv.Itoa(order)}, edit.AddOptions{ID: id})
		d.check(err)
	}
	d.contested("y")
	return d
}

// Every update resolves all conflicts (SSE 0.91 §4.2 step 4), so items with conflicts are only
// updated by a resolution.
func TestNoWorkOnManyTodosResolvesUnseen(t *testing.T) {
	all := refs("x", "y", "z")
	values := func(record.Record) record.Values { return record.Values{"title": "new"} }
	for what, do := range map[string]func(*garden) (edit.Outcome, error){
		"edit":     func(d *garden) (edit.Outcome, error) { return d.Edit.ChangeAll(t.Context(), all, values) },
		"complete": func(d *garden) (edit.Outcome, error) { return d.Edit.CompleteAll(t.Context(), all, true) },
		"delete":   func(d *garden) (edit.Outcome, error) { return d.Edit.DeleteAll(t.Context(), all) },
		"move": func(d *garden) (edit.Outcome, error) {
			_, err := d.Lists.Create(t.Context(), lists.New{Name: "Other", Kind: "todo"})
			d.check(err)
			return d.Edit.Move(t.Context(), all, "Other")
		},
		"copy": func(d *garden) (edit.Outcome, error) { return d.Edit.Copy(t.Context(), all, "Groceries") },
	} {
		t.Run(what, func(t *testing.T) {
			d := newOldTodos(t)
			before := exactly(d.item("y"))
			d.clock.step(time.Minute)
			o, err := do(d)
			d.check(err)
			if len(o.Done) != 2 || len(o.Refused) != 1 || o.Refused[0].ID != "y" || !errors.Is(o.Refused[0].Err, edit.ErrConflicted) ||
				!strings.Contains(o.Refused[0].Err.Error(), "resolve it first") {
				t.Errorf("%+v", o)
			}
			if it := d.item("y"); !slices.Equal(exactly(it), before) || !it.Flagged {
				t.Error("it is another one")
			}
			d.clock.step(time.Minute)
			d.check(undo(d.desk))
			for _, id := range []string{"x", "z"} {
				if it := d.item(id); it.Winner.Deleted || it.Winner.Title() != id {
					t.Errorf("undone %s is %+v", id, it.Winner)
				}
			}
		})
	}
}

func TestOrderingTodosResolvesNothingUnseen(t *testing.T) {
	for what, do := range map[string]func(*garden) error{
		"what has to make room": func(d *garden) error {
			return d.Edit.Order(t.Context(), "Groceries", []string{"z"}, edit.Slot{After: "x"})
		},
		"what is moved": func(d *garden) error { return d.Edit.Order(t.Context(), "Groceries", []string{"y"}, edit.Slot{}) },
	} {
		d := newOldTodos(t)
		before := d.revision()
		err := do(d)
		if !errors.Is(err, edit.ErrConflicted) || !strings.Contains(err.Error(), "item y") || d.revision() != before {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

func TestCompletingATodoThatRepeatsMakesTheNext(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "bins", record.Values{"title": "Bins out", "due": "2026-05-22T07:00", "repeat": "FREQ=WEEKLY"})
	d.complete("bins", true)
	want := []string{"bins", "bins@20260529T070000"}
	if got := d.ids("Home"); !slices.Equal(got, want) {
		t.Fatalf("the list holds %q, want %q", got, want)
	}
	if v := d.values("bins@20260529T070000"); v["due"] != "2026-05-29T07:00" || v["done"] != "false" || v["repeat"] != "FREQ=WEEKLY" {
		t.Errorf("the next says %v", v)
	}
	d.complete("bins", false)
	d.complete("bins", true)
	if got := d.ids("Home"); !slices.Equal(got, want) {
		t.Errorf("done twice the list holds %q", got)
	}
	d.complete("bins@20260529T070000", true)
	if got := d.ids("Home"); !slices.Contains(got, "bins@20260605T070000") || len(got) != 3 {
		t.Errorf("after the second the list holds %q", got)
	}
}

func TestWhatWasMissedIsNotDoneLater(t *testing.T) { // on Thursday, 21 May
	for name, c := range map[string]struct {
		todo             record.Values
		id, date, repeat string
	}{
		"by weeks, counted": {record.Values{"due": "2026-04-30", "repeat": "FREQ=WEEKLY;COUNT=5"},
			"@20260521T000000", "2026-05-21", "FREQ=WEEKLY;COUNT=2"},
		"for years": {record.Values{"due": "2010-05-01T07:00", "repeat": "FREQ=DAILY;INTERVAL=2"},
			"@20260521T070000", "2026-05-21T07:00", "FREQ=DAILY;INTERVAL=2"},
		"by hours": {record.Values{"due": "2024-05-21T22:30", "repeat": "FREQ=HOURLY;INTERVAL=3"},
			"@20260521T013000", "2026-05-21T01:30", "FREQ=HOURLY;INTERVAL=3"},
		"due days after it starts": {record.Values{"start": "2026-05-04", "due": "2026-05-07", "repeat": "FREQ=WEEKLY"},
			"@20260521T000000", "2026-05-21", "FREQ=WEEKLY"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTodoDesk(t)
			c.todo["title"] = "Bins out"
			d.todo("Home", "bins", c.todo)
			d.complete("bins", true)
			if v := d.values("bins" + c.id); v["due"] != c.date || v["repeat"] != c.repeat {
				t.Errorf("the next says %v", v)
			}
		})
	}
}

func TestCompletingAndTheNextAreUndoneTogether(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "bins", record.Values{"title": "Bins out", "due": "2026-05-22", "repeat": "FREQ=WEEKLY"})
	d.complete("bins", true)
	d.undo()
	if got := d.ids("Home"); !slices.Equal(got, []string{"bins"}) || d.values("bins")["done"] != "false" {
		t.Errorf("the list holds %q, done says %q", got, d.values("bins")["done"])
	}
}

// If both changed a repeating todo and neither completed it, resolving it as done creates the
// next one; if one of them completed it, that one has created the next one.
func TestResolvingATodoAsDoneMakesTheNextWhereNobodyDid(t *testing.T) {
	for _, there := range []record.Values{{"title": "Bins"}, {"done": "true"}} {
		files := &transporttest.Memory{}
		files.Folder("/shared")
		a := newDesk(t, t, "a", memory.New(), files, newClock())
		a.shareAs(lists.New{Name: "Groceries", Kind: "todo"}, "/shared")
		a.todo("Groceries", "bins", record.Values{"title": "Bins out", "due": "2026-05-22", "repeat": "FREQ=WEEKLY"})
		b := newDesk(t, t, "b", memory.New(), files, newClock())
		b.shareAs(lists.New{Name: "Groceries", Kind: "todo"}, "/shared")
		a.sync()
		b.sync()
		_, err := b.Edit.Change(t.Context(), "Groceries", "bins", there, nil)
		b.check(err)
		_, err = a.Edit.Change(t.Context(), "Groceries", "bins", record.Values{"title": "All bins"}, nil)
		a.check(err)
		b.sync()
		a.sync()
		s, err := a.Conflicts.Session(t.Context(), "Groceries", "bins")
		a.check(err)
		a.check(s.TakeField("title", 0))
		a.check(s.Type("done", "true"))
		_, err = a.Conflicts.Resolve(t.Context(), "Groceries", s)
		a.check(err)
		if got := a.ids("Groceries"); !slices.Equal(got, []string{"bins", "bins@20260529T000000"}) {
			t.Errorf("after %v there: %q", there, got)
		}
	}
}

// asked is a store that counts how often a transaction looks up a list by name.
type asked struct {
	store.Store
	times int
}

type asking struct {
	store.Writer
	of *asked
}

func (a *asked) Update(ctx context.Context, do func(store.Writer) error) error {
	return a.Store.Update(ctx, func(w store.Writer) error { return do(asking{w, a}) })
}

func (a asking) SetNamed(name string) (store.Set, error) {
	a.of.times++
	return a.Writer.SetNamed(name)
}

func TestABulkEditAsksForEachSetOnce(t *testing.T) {
	st := &asked{Store: memory.New()}
	d := newDesk(t, t, "desk", st, &transporttest.Memory{}, newClock())
	var refs []edit.Ref
	for _, set := range []string{"Home", "Work"} {
		_, err := d.Lists.Create(t.Context(), lists.New{Name: set})
		d.check(err)
		for n := range 5 {
			id := set + strconv.Itoa(n)
			_, err := d.Edit.Add(t.Context(), set, record.Values{"title": "Milk"}, edit.AddOptions{ID: id})
			d.check(err)
			refs = append(refs, edit.Ref{Set: set, ID: id})
		}
	}
	st.times = 0
	o, err := d.Edit.ChangeAll(t.Context(), refs, func(record.Record) record.Values { return record.Values{"text": "oat"} })
	d.check(err)
	if len(o.Done) != 10 || st.times != 2 {
		t.Errorf("%d items are changed, and the store was asked %d times for 2 sets", len(o.Done), st.times)
	}
}

func TestABulkEditThatNamesNoSetChangesNothing(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	_, err := d.Edit.ChangeAll(t.Context(), []edit.Ref{{Set: "Groceries", ID: "milk"}, {Set: "Away", ID: "milk"}},
		func(record.Record) record.Values { return record.Values{"title": "Oat milk"} })
	if err == nil || d.item("milk").Winner.Title() != "Milk" {
		t.Errorf("%v, and the item is called %q", err, d.item("milk").Winner.Title())
	}
}
