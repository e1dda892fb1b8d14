package engine_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

// newTodoMesh returns a mesh of three endpoints with a list of todos, one of which repeats.
func newTodoMesh(t *testing.T, r *rapid.T) *mesh {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	m := &mesh{T: r, written: map[string][]string{}}
	for i := range 3 {
		d := newDesk(t, r, fmt.Sprintf("e%d", i), memory.New(), files, newClock())
		d.shareAs(lists.New{Name: "Groceries", Kind: "todo"}, "/shared")
		m.desks = append(m.desks, d)
	}
	for i := range 3 {
		id := fmt.Sprintf("i%d", i)
		m.ids = append(m.ids, id)
		v := record.Values{"title": m.title(id), "due": "2026-05-22"}
		if i == 0 {
			v["repeat"] = "FREQ=WEEKLY"
		}
		m.desks[0].todo("Groceries", id, v)
	}
	m.quiet()
	return m
}

// locally performs an action on an item; only refusals are acceptable errors.
func (m *mesh) locally(do func(d *desk, id string) error) {
	d, it := m.held()
	if it == nil {
		return
	}
	d.clock.step(time.Minute)
	if err := do(d, it.ID()); err != nil && !edit.IsRefusal(err) && !errors.Is(err, edit.ErrNothingToUndo) {
		m.Fatal(err)
	}
}

// field changes a field of a todo.
func (m *mesh) field() {
	values := []record.Values{{"due": "2026-06-01"}, {"due": ""}, {"tags": "a\nb"}, {"priority": "1"}, {"repeat": "FREQ=DAILY"}}
	v := rapid.SampledFrom(values).Draw(m.T, "values")
	m.locally(func(d *desk, id string) error {
		v := maps.Clone(v)
		v["title"] = m.title(id)
		_, err := d.Edit.Change(d.t.Context(), "Groceries", id, v, nil)
		return m.unless(err, id)
	})
}

// unless forgets the last title recorded for an item if it was refused.
func (m *mesh) unless(err error, id string) error {
	if err != nil {
		m.written[id] = m.written[id][:len(m.written[id])-1]
	}
	return err
}

// plainly changes the title of an item like a program that does not know todos.
func (m *mesh) plainly() {
	m.locally(func(d *desk, id string) error {
		title := m.title(id)
		return m.unless(d.memory.Update(d.t.Context(), func(w store.Writer) error {
			s, err := w.SetNamed("Groceries")
			if err != nil {
				return err
			}
			content, err := retitled(d.item(id).Winner.Content, title)
			if err != nil {
				return err
			}
			work := edit.Work{Store: w, Set: s.Key, Rules: feedsync.Rules{}, By: d.Device.ID(), At: d.clock.Now()}
			_, err = work.ReplaceContent(id, content, func(*item.Version) bool { return true })
			return err
		}), id)
	})
}

func retitled(c *item.Content, title string) (*item.Content, error) {
	entry := c.Element()
	item.SetTitle(entry, title)
	return item.NewContent(entry)
}

func TestTodosAreTheSameForEveryoneAndNoEditIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newTodoMesh(t, r)
		r.Repeat(map[string]func(*rapid.T){
			"field":   func(*rapid.T) { m.field() },
			"plainly": func(*rapid.T) { m.plainly() },
			"complete": func(r *rapid.T) {
				done := rapid.Bool().Draw(r, "done")
				m.locally(func(d *desk, id string) error {
					_, err := d.Edit.Complete(d.t.Context(), "Groceries", id, done)
					return err
				})
			},
			"order": func(r *rapid.T) {
				after := rapid.SampledFrom(append([]string{""}, m.ids...)).Draw(r, "after")
				m.locally(func(d *desk, id string) error {
					return d.Edit.Order(d.t.Context(), "Groceries", []string{id}, edit.Slot{After: after})
				})
			},
			"undo": func(*rapid.T) {
				m.locally(func(d *desk, _ string) error {
					_, err := d.Edit.Undo(d.t.Context(), edit.UndoOptions{Published: true})
					return err
				})
			},
			"redo": func(*rapid.T) {
				m.locally(func(d *desk, _ string) error { _, err := d.Edit.Redo(d.t.Context()); return err })
			},
			"settle":     func(*rapid.T) { m.resolveAny() },
			"sync":       func(*rapid.T) { m.sync() },
			"sync again": func(*rapid.T) { m.sync() },
		})
		m.quiet()
		m.agreeOnAll()
		for _, id := range m.ids {
			m.checkArchived(id)
		}
	})
}

// agreeOnAll checks that everyone holds the same todos, including the follow-ups of repeating
// ones, with the same fields.
func (m *mesh) agreeOnAll() {
	want := m.desks[0].fields()
	for _, d := range m.desks[1:] {
		if got := d.fields(); !maps.EqualFunc(got, want, maps.Equal) {
			m.Errorf("%s says %v\n%s says %v", m.desks[0].Device.ID(), want, d.Device.ID(), got)
		}
	}
	for id := range want {
		m.agree(id)
	}
}

// fields returns the fields of all live todos of the list, by item; those of a tombstone may
// have been dropped by others.
func (d *desk) fields() map[string]record.Values {
	all := map[string]record.Values{}
	for _, id := range slices.Sorted(slices.Values(d.ids("Groceries"))) {
		if v := d.item(id).Winner; !v.Deleted {
			all[id] = record.Read(v.Content.MadeFrom(nil)).Values()
		}
	}
	return all
}
