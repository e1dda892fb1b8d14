package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/store/memory"
)

// newOldTodos is a desk whose list "Groceries" has todos by SSE 0.91, "x", "y" and "z",
// of which "y" has a version of somebody else that is to settle.
func newOldTodos(t *testing.T) *garden {
	files := &locationtest.Memory{}
	files.Folder("/shared")
	d := &garden{newDesk(t, t, "desk", memory.New(), files, newClock())}
	d.shareAs(engine.NewSet{Name: "Groceries", Kind: "todo", Format: "rss", Dialect: "sse-0.91"}, "/shared")
	for _, id := range []string{"x", "y", "z"} {
		_, err := d.Add(t.Context(), "Groceries", record.Values{"title": id, "due": "2026-05-22", "repeat": "FREQ=WEEKLY"}, engine.AddOptions{ID: id})
		d.check(err)
	}
	d.contested("y")
	return d
}

// Every update settles all conflicts (SSE 0.91 §4.2 step 4), so nothing but a settling
// updates what has some.
func TestNoWorkOnManyTodosSettlesUnseen(t *testing.T) {
	all := refs("x", "y", "z")
	values := func(record.Record) record.Values { return record.Values{"title": "new"} }
	for what, do := range map[string]func(*garden) (engine.Outcome, error){
		"edit":     func(d *garden) (engine.Outcome, error) { return d.EditAll(t.Context(), all, values) },
		"complete": func(d *garden) (engine.Outcome, error) { return d.CompleteAll(t.Context(), all, true) },
		"delete":   func(d *garden) (engine.Outcome, error) { return d.DeleteAll(t.Context(), all) },
		"move": func(d *garden) (engine.Outcome, error) {
			_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Other", Kind: "todo"})
			d.check(err)
			return d.Move(t.Context(), all, "Other")
		},
		"copy": func(d *garden) (engine.Outcome, error) { return d.Copy(t.Context(), all, "Groceries") },
	} {
		t.Run(what, func(t *testing.T) {
			d := newOldTodos(t)
			before := exactly(d.item("y"))
			d.clock.step(time.Minute)
			o, err := do(d)
			d.check(err)
			if len(o.Done) != 2 || len(o.Refused) != 1 || o.Refused[0].ID != "y" || !errors.Is(o.Refused[0].Err, engine.ErrUnsettled) ||
				!strings.Contains(o.Refused[0].Err.Error(), "settle it first") {
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

func TestOrderingTodosSettlesNothingUnseen(t *testing.T) {
	for what, do := range map[string]func(*garden) error{
		"what has to make room": func(d *garden) error { return d.Order(t.Context(), "Groceries", []string{"z"}, "x") },
		"what is moved":         func(d *garden) error { return d.Order(t.Context(), "Groceries", []string{"y"}, "") },
	} {
		d := newOldTodos(t)
		before := d.revision()
		err := do(d)
		if !errors.Is(err, engine.ErrUnsettled) || !strings.Contains(err.Error(), "item y") || d.revision() != before {
			t.Errorf("%s: error %v", what, err)
		}
	}
}
