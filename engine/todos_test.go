package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
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

func TestSmartListsCollectAcrossLists(t *testing.T) {
	d := newTodoDesk(t)
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Work", Kind: "todo"})
	d.check(err)
	for _, todo := range []struct{ set, id, due string }{
		{"Home", "yesterday", "2026-05-20"},
		{"Work", "today", "2026-05-21"},
		{"Home", "this morning", "2026-05-21T07:00"},
		{"Work", "tonight", "2026-05-21T23:30"},
		{"Home", "late in UTC", "2026-05-22T03:00Z"}, // 23:00 on the 21st where the user is
		{"Work", "tomorrow", "2026-05-22"},
		{"Home", "some day", ""},
	} {
		d.todo(todo.set, strings.ReplaceAll(todo.id, " ", "-"), record.Values{"title": todo.id, "due": todo.due, "tags": "t"})
	}
	d.todo("Home", "done", record.Values{"title": "done", "due": "2026-05-21", "done": "true"})
	for kind, want := range map[engine.SmartKind][]string{
		engine.Overdue:  {"yesterday", "this morning"},
		engine.Today:    {"yesterday", "today", "this morning", "late in UTC", "tonight"},
		engine.Upcoming: {"tomorrow"},
		engine.Tagged:   {"yesterday", "today", "this morning", "late in UTC", "tonight", "tomorrow", "some day"},
	} {
		rows, err := d.Smart(t.Context(), engine.Smart{Kind: kind, Tag: "T"})
		d.check(err)
		var got []string
		for _, r := range rows {
			got = append(got, r.Title)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s shows %q, want %q", kind, got, want)
		}
	}
}

func TestTagsCountWhatTheirListsShow(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "a", record.Values{"title": "a", "tags": "food\nshop"})
	d.todo("Home", "b", record.Values{"title": "b", "tags": "Food"})
	d.todo("Home", "c", record.Values{"title": "c", "tags": "food", "done": "true"})
	tags, err := d.Tags(t.Context())
	d.check(err)
	if len(tags) != 2 || tags[0].Open != 2 || tags[1] != (store.TagCount{Tag: "shop", Open: 1}) {
		t.Errorf("tags: %+v", tags)
	}
}

func TestTodosThatAreMadeInOneSecondStandAsTheyWereMade(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"milk", "bread", "apples"} {
		_, err := d.Add(t.Context(), "Home", record.Values{"title": id}, engine.AddOptions{ID: id})
		d.check(err)
	}
	d.expectOrder("milk", "bread", "apples")
}

func TestTodosStandWhereAPersonPutsThem(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"a", "b", "c", "d"} {
		d.todo("Home", id, record.Values{"title": id})
	}
	d.check(d.Order(t.Context(), "Home", []string{"d", "b"}, "a"))
	d.expectOrder("a", "d", "b", "c")
	d.check(d.Order(t.Context(), "Home", []string{"c"}, ""))
	d.expectOrder("c", "a", "d", "b")
	d.undo()
	d.expectOrder("a", "d", "b", "c")
	d.undo()
	d.expectOrder("a", "b", "c", "d")
}

func TestOrderingAmongWhatCannotBePlaced(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"a", "b", "c"} {
		d.todo("Home", id, record.Values{"title": id})
	}
	d.note("Home", "note")
	d.check(d.Order(t.Context(), "Home", []string{"a"}, "note"))
	d.expectOrder("b", "c", "a", "note")
	d.check(d.Order(t.Context(), "Home", []string{"c", "a"}, "a")) // on itself
	d.expectOrder("b", "c", "a", "note")
	for _, wrong := range []struct{ id, after string }{{"x", ""}, {"", "a"}, {"a", "x"}} {
		if err := d.Order(t.Context(), "Home", []string{wrong.id}, wrong.after); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	d.expectOrder("b", "c", "a", "note")
}

// note makes a note in a list, as a program does that knows no todos.
func (d *desk) note(set, id string) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed(set)
		if err != nil {
			return err
		}
		_, err = edit.Work{Store: w, Set: s.Key, By: "phone", At: d.clock.Now()}.Add(id, record.Note, record.Values{"title": id}, false)
		return err
	}))
}

func (d *desk) expectOrder(want ...string) {
	d.Helper()
	rows, err := d.Items(d.t.Context(), "Home", store.Query{})
	d.check(err)
	slices.SortStableFunc(rows, func(a, b store.Row) int {
		return edit.ComparePlaces(edit.Placed{ID: a.ID, Order: a.Order, Ordered: a.Ordered}, edit.Placed{ID: b.ID, Order: b.Order, Ordered: b.Ordered})
	})
	var got []string
	for _, r := range rows {
		got = append(got, r.ID)
	}
	if !slices.Equal(got, want) {
		d.Errorf("the todos stand %q, want %q", got, want)
	}
}

func TestAlarmsGoOffOnceEach(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "tea", record.Values{"title": "Tea", "due": "2026-05-21T15:00Z", "alarms": "-PT15M\nPT0S"})
	d.todo("Home", "done", record.Values{"title": "Done", "due": "2026-05-21T15:00Z", "alarms": "PT0S", "done": "true"})
	from := time.Date(2026, 5, 21, 14, 45, 0, 0, time.UTC)
	first, err := d.Alarms(t.Context(), from.Add(-time.Minute), from)
	d.check(err)
	if len(first) != 1 || first[0].Title != "Tea" || !first[0].At.Equal(from) {
		t.Errorf("first: %+v", first)
	}
	second, err := d.Alarms(t.Context(), from, from.Add(time.Hour))
	d.check(err)
	if len(second) != 1 || !second[0].At.Equal(from.Add(15*time.Minute)) {
		t.Errorf("second: %+v", second)
	}
}

func TestWhatWasDeletedGivesNoAlarmWhileItWaitsToBeSettled(t *testing.T) {
	d := newDesk(t, t, "desk", memory.New(), &locationtest.Memory{}, newClock())
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Groceries", Kind: "todo"})
	d.check(err)
	d.todo("Groceries", "tea", record.Values{"title": "Tea", "due": "2026-05-21T15:00Z", "alarms": "PT0S"})
	d.open("tea", "Coffee")
	_, err = d.Delete(t.Context(), "Groceries", "tea")
	d.check(err)
	if rows, err := d.Items(t.Context(), "Groceries", store.Query{Alarms: true}); err != nil || len(rows) != 1 || rows[0].Conflicts != 1 {
		t.Fatalf("no tombstone to test with: %+v, %v", rows, err)
	}
	if all, err := d.Alarms(t.Context(), time.Time{}, d.clock.Now().AddDate(1, 0, 0)); err != nil || len(all) != 0 {
		t.Errorf("alarms: %+v, %v", all, err)
	}
}

func TestPartsThatAreCopiedWithTheirTodoBelongToItsCopy(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "move", record.Values{"title": "Move house"})
	d.todo("Home", "boxes", record.Values{"title": "Boxes", "parent": "move"})
	move, boxes := engine.Ref{Set: "Home", ID: "move"}, engine.Ref{Set: "Home", ID: "boxes"}
	for _, refs := range [][]engine.Ref{{move, boxes}, {boxes, move}} {
		o, err := d.Copy(t.Context(), refs, "Home")
		d.check(err)
		whole, part := slices.Index(refs, move), slices.Index(refs, boxes)
		if len(o.Done) != 2 {
			t.Fatalf("copied %+v", o)
		}
		if got := d.values(o.Done[part].ID)["parent"]; got != o.Done[whole].ID {
			t.Errorf("the copy of the part is part of %q, want %q", got, o.Done[whole].ID)
		}
	}
	o, err := d.Copy(t.Context(), []engine.Ref{{Set: "Home", ID: "boxes"}}, "Home")
	d.check(err)
	if got := d.values(o.Done[0].ID)["parent"]; got != "move" {
		t.Errorf("the copy of the part alone is part of %q", got)
	}
}

// Where both changed a todo that repeats and neither did it, settling it as done
// makes the next; where one of them did it, that one has made the next.
func TestSettlingATodoAsDoneMakesTheNextWhereNobodyDid(t *testing.T) {
	for _, there := range []record.Values{{"title": "Bins"}, {"done": "true"}} {
		files := &locationtest.Memory{}
		files.Folder("/shared")
		a := newDesk(t, t, "a", memory.New(), files, newClock())
		a.shareAs(engine.NewSet{Name: "Groceries", Kind: "todo"}, "/shared")
		a.todo("Groceries", "bins", record.Values{"title": "Bins out", "due": "2026-05-22", "repeat": "FREQ=WEEKLY"})
		b := newDesk(t, t, "b", memory.New(), files, newClock())
		b.shareAs(engine.NewSet{Name: "Groceries", Kind: "todo"}, "/shared")
		a.sync()
		b.sync()
		_, err := b.Edit(t.Context(), "Groceries", "bins", there, nil)
		b.check(err)
		_, err = a.Edit(t.Context(), "Groceries", "bins", record.Values{"title": "All bins"}, nil)
		a.check(err)
		b.sync()
		a.sync()
		s, err := a.Session(t.Context(), "Groceries", "bins")
		a.check(err)
		a.check(s.Type("done", "true"))
		_, err = a.Settle(t.Context(), "Groceries", s)
		a.check(err)
		if got := a.ids("Groceries"); !slices.Equal(got, []string{"bins", "bins@20260529T000000"}) {
			t.Errorf("after %v there: %q", there, got)
		}
	}
}
