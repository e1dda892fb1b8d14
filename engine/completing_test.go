package engine_test

import (
	"slices"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/store/memory"
)

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
		a.check(s.TakeField("title", 0))
		a.check(s.Type("done", "true"))
		_, err = a.Settle(t.Context(), "Groceries", s)
		a.check(err)
		if got := a.ids("Groceries"); !slices.Equal(got, []string{"bins", "bins@20260529T000000"}) {
			t.Errorf("after %v there: %q", there, got)
		}
	}
}
