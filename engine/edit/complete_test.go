package edit_test

import (
	"errors"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func (d *desk) todo(id string, v record.Values) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) { return w.Add(id, record.Todo, v, false) })
}

func (d *desk) complete(id string, done bool) *item.Item {
	d.Helper()
	return d.must(func(w edit.Work) (*item.Item, error) { return w.Complete(id, done) })
}

func TestWhatIsDoneAlreadyKeepsTheTimeAtWhichItWasDone(t *testing.T) {
	for _, done := range []string{"true 2026-01-01T10:00:00Z", "true"} {
		d := newDesk(t)
		d.todo("milk", record.Values{"title": "Milk"})
		content, err := record.Apply(d.stored("milk").Winner.Content, record.Values{"done": done})
		if err != nil {
			t.Fatal(err)
		}
		d.must(func(w edit.Work) (*item.Item, error) {
			return w.ReplaceContent("milk", content, func(*item.Version) bool { return true })
		})
		d.complete("milk", true)
		d.change("milk", record.Values{"done": "true", "text": "two litres"})
		if got := record.Read(d.stored("milk").Winner.Content).Get("done"); got != done {
			t.Errorf("done says %q, want %q", got, done)
		}
	}
}

func TestATodoThatWasBegunStaysSoWhereItIsMarkedAsNotDone(t *testing.T) {
	d := newDesk(t)
	before := d.todo("milk", record.Values{"title": "Milk", "done": "false in-process 40%"})
	if it := d.complete("milk", false); !it.Winner.Same(before.Winner) {
		t.Errorf("made update %d", it.Winner.Updates)
	}
	d.todo("bread", record.Values{"title": "Bread", "done": "false cancelled"})
	if it := d.complete("bread", false); record.Read(it.Winner.Content).Get("done") != "false" {
		t.Error("what was cancelled is not open again")
	}
}

func TestOnlyLiveTodosAreCompleted(t *testing.T) {
	d := newDesk(t)
	d.add("note", record.Values{"title": "A note"})
	d.todo("milk", record.Values{"title": "Milk"})
	d.remove("milk")
	for _, done := range []bool{true, false} {
		var field *record.FieldError
		if _, err := d.try(func(w edit.Work) (*item.Item, error) { return w.Complete("note", done) }); !errors.As(err, &field) {
			t.Errorf("a note: %v", err)
		}
		if _, err := d.try(func(w edit.Work) (*item.Item, error) { return w.Complete("milk", done) }); !errors.Is(err, edit.ErrDeleted) {
			t.Errorf("a tombstone: %v", err)
		}
	}
}

func TestTheNextTodoIsThereAgainAfterItsFirstWasUndone(t *testing.T) {
	const next = "bins@20260529T000000"
	d := newDesk(t)
	d.todo("bins", record.Values{"title": "Bins out", "due": "2026-05-22", "repeat": "FREQ=WEEKLY"})
	steps := d.logged(func(w edit.Work) (*item.Item, error) { return w.Complete("bins", true) })
	for _, s := range steps {
		d.revert(s)
	}
	if !d.stored(next).Winner.Deleted {
		t.Fatal("the undo left the next todo there")
	}
	d.complete("bins", true)
	if v := d.stored(next).Winner; v.Deleted || record.Read(v.Content).Get("due") != "2026-05-29" {
		t.Errorf("the next todo: deleted %v, %q", v.Deleted, v.Title())
	}
}

func TestTheNextTodoStaysAsSomebodyChangedIt(t *testing.T) {
	const next = "bins@20260529T000000"
	d := newDesk(t)
	d.todo("bins", record.Values{"title": "Bins out", "due": "2026-05-22", "repeat": "FREQ=WEEKLY"})
	d.complete("bins", true)
	d.change(next, record.Values{"text": "the green one"})
	d.complete("bins", false)
	d.complete("bins", true)
	if v := d.stored(next).Winner; v.Content.Text() != "the green one" || v.Updates != 2 {
		t.Errorf("the next todo says %q, update %d", v.Content.Text(), v.Updates)
	}
}
