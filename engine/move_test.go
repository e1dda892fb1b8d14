package engine_test

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

func TestPartsThatAreCopiedWithTheirTodoBelongToItsCopy(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "move", record.Values{"title": "Move house"})
	d.todo("Home", "boxes", record.Values{"title": "Boxes", "parent": "move"})
	move, boxes := edit.Ref{Set: "Home", ID: "move"}, edit.Ref{Set: "Home", ID: "boxes"}
	for _, refs := range [][]edit.Ref{{move, boxes}, {boxes, move}} {
		o, err := d.Edit.Copy(t.Context(), refs, "Home")
		d.check(err)
		whole, part := slices.Index(refs, move), slices.Index(refs, boxes)
		if len(o.Done) != 2 {
			t.Fatalf("copied %+v", o)
		}
		if got := d.values(o.Done[part].ID)["parent"]; got != o.Done[whole].ID {
			t.Errorf("the copy of the part is part of %q, want %q", got, o.Done[whole].ID)
		}
	}
	o, err := d.Edit.Copy(t.Context(), []edit.Ref{{Set: "Home", ID: "boxes"}}, "Home")
	d.check(err)
	if got := d.values(o.Done[0].ID)["parent"]; got != "move" {
		t.Errorf("the copy of the part alone is part of %q", got)
	}
}

func TestTodosThatAreMadeInOneSecondStandAsTheyWereMade(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"milk", "bread", "apples"} {
		_, err := d.Edit.Add(t.Context(), "Home", record.Values{"title": id}, edit.AddOptions{ID: id})
		d.check(err)
	}
	d.expectOrder("milk", "bread", "apples")
}

func TestTodosStandWhereAPersonPutsThem(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"a", "b", "c", "d"} {
		d.todo("Home", id, record.Values{"title": id})
	}
	d.check(d.Edit.Order(t.Context(), "Home", []string{"d", "b"}, edit.Slot{After: "a"}))
	d.expectOrder("a", "d", "b", "c")
	d.check(d.Edit.Order(t.Context(), "Home", []string{"c"}, edit.Slot{}))
	d.expectOrder("c", "a", "d", "b")
	d.undo()
	d.expectOrder("a", "d", "b", "c")
	d.undo()
	d.expectOrder("a", "b", "c", "d")
}

// Todos go into a section and to their position as one edit, which makes one version of each.
func TestTodosGoIntoTheSectionTheyAreMovedTo(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"a", "b", "c", "d"} {
		d.todo("Home", id, record.Values{"title": id, "section": map[string]string{"a": "First", "d": "Last"}[id]})
	}
	d.check(d.Edit.Order(t.Context(), "Home", []string{"c", "a"}, edit.Slot{Before: "d", Section: "Last", Into: true}))
	d.expectOrder("b", "c", "a", "d")
	d.expectSections(map[string]string{"a": "Last", "b": "", "c": "Last", "d": "Last"})
	if it, err := d.Lists.Item(t.Context(), "Home", "a"); err != nil || it.Winner.Updates != 2 {
		t.Errorf("a is %+v, error %v", it, err)
	}
	d.undo()
	d.expectOrder("a", "b", "c", "d")
	d.expectSections(map[string]string{"a": "First", "b": "", "c": "", "d": "Last"})
	if err := d.Edit.Order(t.Context(), "Home", []string{"a"}, edit.Slot{Before: "x"}); !errors.Is(err, store.ErrNoItem) {
		t.Errorf("before an item that does not exist: %v", err)
	}
}

func (d *desk) expectSections(want map[string]string) {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), "Home", store.Query{})
	d.check(err)
	got := map[string]string{}
	for _, r := range rows {
		got[r.ID] = r.Section
	}
	if !maps.Equal(got, want) {
		d.Errorf("the sections are %q, want %q", got, want)
	}
}

func TestOrderingAmongWhatCannotBePlaced(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"a", "b", "c"} {
		d.todo("Home", id, record.Values{"title": id})
	}
	d.note("Home", "note")
	d.check(d.Edit.Order(t.Context(), "Home", []string{"a"}, edit.Slot{After: "note"}))
	d.expectOrder("b", "c", "a", "note")
	d.check(d.Edit.Order(t.Context(), "Home", []string{"c", "a"}, edit.Slot{After: "a"})) // onto itself
	d.expectOrder("b", "c", "a", "note")
	for _, wrong := range []struct{ id, after string }{{"x", ""}, {"", "a"}, {"a", "x"}} {
		if err := d.Edit.Order(t.Context(), "Home", []string{wrong.id}, edit.Slot{After: wrong.after}); !errors.Is(err, store.ErrNoItem) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	d.expectOrder("b", "c", "a", "note")
}

// note makes a note in a list, like a program that does not know todos.
func (d *desk) note(set, id string) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed(set)
		if err != nil {
			return err
		}
		_, err = edit.Work{Store: w, Set: s.Key, Rules: feedsync.Rules{}, By: "phone", At: d.clock.Now()}.Add(id, record.Note, record.Values{"title": id}, false)
		return err
	}))
}

func (d *desk) expectOrder(want ...string) {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), "Home", store.Query{})
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

// Asking what a move makes readable waits for nobody who writes.
func TestAskingWhatAMoveExposesWaitsForNoWriter(t *testing.T) {
	st, err := storagetest.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	d := newDesk(t, t, "desk", st, transport.Disk{}, newClock())
	for _, list := range []string{"Private", "Family"} {
		_, err := d.Lists.Create(t.Context(), lists.New{Name: list, Kind: "todo"})
		d.check(err)
	}
	d.todo("Private", "milk", record.Values{"title": "Milk"})
	_, err = d.Sharing.Share(t.Context(), "Family", sharing.Options{Location: filepath.Join(t.TempDir(), "family.xml")})
	d.check(err)
	milk := []edit.Ref{{Set: "Private", ID: "milk"}}
	err = st.Update(t.Context(), func(store.Writer) error {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // ends a wait for the write lock
		defer cancel()
		for _, asks := range []func(context.Context, []edit.Ref, string) (edit.Exposure, error){d.Edit.MoveExposes, d.Edit.CopyExposes} {
			if x, err := asks(ctx, milk, "Family"); err != nil || x.Items != 1 {
				t.Errorf("while another writes: %+v, %v", x, err)
			}
		}
		return nil
	})
	d.check(err)
}

// What goes to a list of todos or contacts becomes one, in the same edit. Its former kind is in
// the history. Other lists take all kinds.
func TestItemsAreConvertedInAListForAnotherKind(t *testing.T) {
	fields := map[record.Kind]record.Values{
		record.Todo:    {"title": "Call", "text": "soon", "tags": "home\nwork", "due": "2026-11-27"},
		record.Contact: {"name": "Call", "text": "soon", "tags": "home\nwork", "phones": "1"},
		record.Note:    {"title": "Call", "text": "soon"},
		record.Outline: {"title": "Call", "note": "soon"},
	}
	sends := map[string]func(*edit.Service, context.Context, []edit.Ref, string) (edit.Outcome, error){
		"move": (*edit.Service).Move, "copy": (*edit.Service).Copy,
	}
	for how, send := range sends {
		for from, values := range fields {
			for _, to := range record.Kinds() {
				t.Run(how+" "+string(from)+" to "+string(to), func(t *testing.T) {
					d := newTodoDesk(t)
					d.check(second(d.Lists.Create(t.Context(), lists.New{Name: "From", Kind: string(from)})))
					d.check(second(d.Lists.Create(t.Context(), lists.New{Name: "To", Kind: string(to)})))
					d.check(second(d.Edit.Add(t.Context(), "From", values, edit.AddOptions{ID: "a"})))
					converts := 0
					if record.Makes(to) && from != to {
						converts = 1
					}
					refs := []edit.Ref{{Set: "From", ID: "a"}}
					if c, err := d.Edit.Converts(t.Context(), refs, "To"); err != nil || c.Items != converts || converts > 0 && c.To != to {
						t.Errorf("it would convert %+v, error %v", c, err)
					}
					o, err := send(d.Edit, t.Context(), refs, "To")
					if err != nil || len(o.Done) != 1 {
						t.Fatalf("%+v, error %v", o, err)
					}
					now, err := d.Lists.Item(t.Context(), "To", o.Done[0].ID)
					d.check(err)
					read := record.Read(now.Winner.Content)
					if converts == 0 {
						if to != record.Outline && read.Kind != from || now.Winner.Updates != 1 {
							t.Errorf("it is %+v", now.Winner)
						}
						return
					}
					if read.Kind != to || read.Get("title") != "Call" || read.Get("text") != "soon" || read.Get("tags") != values["tags"] || now.Winner.Title() != "Call" {
						t.Errorf("it is a %s with %q", read.Kind, read.Values())
					}
					versions, err := d.Lists.History(t.Context(), "To", now.ID())
					d.check(err)
					if first := record.Read(versions[0].Version.Content); len(versions) != 2 || first.Kind != from || first.Get("due") != values["due"] || first.Get("phones") != values["phones"] {
						t.Errorf("the history begins with a %s of %d", first.Kind, len(versions))
					}
					d.undo()
					if rows, err := d.Lists.Items(t.Context(), "To", store.Query{}); err != nil || len(rows) != 0 {
						t.Errorf("after undoing: %+v, error %v", rows, err)
					}
					if back, err := d.Lists.Item(t.Context(), "From", "a"); err != nil || back.Winner.Deleted || record.KindOf(back.Winner.Content) != from {
						t.Errorf("after undoing: %+v, error %v", back, err)
					}
				})
			}
		}
	}
}
