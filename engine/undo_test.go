package engine_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// titles returns the titles of the live items of a list.
func (d *desk) titles(set string) []string {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), set, store.Query{})
	if err != nil {
		d.Fatal(err)
	}
	var all []string
	for _, r := range rows {
		all = append(all, r.Title)
	}
	return all
}

func (d *desk) expectTitles(want ...string) {
	d.Helper()
	if got := d.titles("Groceries"); !slices.Equal(got, want) {
		d.Errorf("the list says %q, want %q", got, want)
	}
}

func (d *desk) undo() edit.Undone {
	d.Helper()
	u, err := d.Edit.Undo(d.t.Context(), edit.UndoOptions{Published: true})
	if err != nil {
		d.Fatal(err)
	}
	return u
}

func (d *desk) redo() edit.Undone {
	d.Helper()
	u, err := d.Edit.Redo(d.t.Context())
	if err != nil {
		d.Fatal(err)
	}
	return u
}

// An item that is moved counts once, although both lists change.
func TestAMovedItemIsNamedOnceWhenItIsUndone(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	if _, err := d.Lists.Create(t.Context(), lists.New{Name: "Other"}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Edit.Move(t.Context(), []edit.Ref{{Set: "Groceries", ID: "milk"}}, "Other"); err != nil {
		t.Fatal(err)
	}
	for _, turn := range []func() edit.Undone{d.undo, d.redo, d.undo} {
		if u := turn(); !slices.Equal(u.Titles, []string{"Milk"}) || len(u.Sets) != 2 {
			t.Errorf("%q in %q", u.Titles, u.Sets)
		}
	}
}

func TestEditsAreUndoneOneAfterTheOtherAndDoneAgain(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	d.edit("milk", "Oat milk")
	d.add("bread", "Bread")
	if u := d.undo(); u.What != "add" || !slices.Equal(u.Titles, []string{"Bread"}) || !slices.Equal(u.Sets, []string{"Groceries"}) {
		t.Errorf("undone: %+v", u)
	}
	d.expectTitles("Oat milk")
	d.undo()
	d.expectTitles("Milk")
	d.redo()
	d.redo()
	d.expectTitles("Oat milk", "Bread")
	if _, err := d.Edit.Redo(t.Context()); !errors.Is(err, edit.ErrNothingToUndo) {
		t.Errorf("a redo too many: %v", err)
	}
}

func TestAnItemGoesBackThroughAllItsEditsAndForthAgain(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	d.edit("milk", "Oat milk")
	d.edit("milk", "Soy milk")
	for range 2 {
		d.undo()
		d.expectTitles("Oat milk")
		d.undo()
		d.expectTitles("Milk")
		d.undo()
		d.expectTitles()
		d.redo()
		d.expectTitles("Milk")
		d.redo()
		d.expectTitles("Oat milk")
		d.redo()
		d.expectTitles("Soy milk")
	}
}

func TestAfterANewEditNothingIsDoneAgain(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	d.undo()
	d.add("bread", "Bread")
	if _, err := d.Edit.Redo(t.Context()); !errors.Is(err, edit.ErrNothingToUndo) {
		t.Errorf("redo: %v", err)
	}
	d.undo()
	if _, err := d.Edit.Undo(t.Context(), edit.UndoOptions{Published: true}); !errors.Is(err, edit.ErrNothingToUndo) {
		t.Errorf("an undo too many: %v", err)
	}
	d.expectTitles()
}

func TestSeveralItemsChangedAtOnceAreUndoneAtOnce(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	refs := []edit.Ref{{Set: "Groceries", ID: d.add("milk", "Milk").ID()}, {Set: "Groceries", ID: d.add("bread", "Bread").ID()}}
	o, err := d.Edit.ChangeAll(t.Context(), refs, func(r record.Record) record.Values {
		return record.Values{"title": r.Get("title") + "!"}
	})
	if err != nil || len(o.Done) != 2 {
		t.Fatalf("changed %+v, %v", o, err)
	}
	d.expectTitles("Milk!", "Bread!")
	d.undo()
	d.expectTitles("Milk", "Bread")
	if _, err := d.Edit.DeleteAll(t.Context(), refs); err != nil {
		t.Fatal(err)
	}
	d.expectTitles()
	d.undo()
	d.expectTitles("Milk", "Bread")
}

func TestOneThatCannotBeChangedKeepsNoOtherBack(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	refs := []edit.Ref{{Set: "Groceries", ID: "gone"}, {Set: "Groceries", ID: d.add("milk", "Milk").ID()}}
	o, err := d.Edit.DeleteAll(t.Context(), refs)
	if err != nil || len(o.Done) != 1 || len(o.Refused) != 1 || !errors.Is(o.Refused[0].Err, store.ErrNoItem) {
		t.Fatalf("%+v, %v", o, err)
	}
	d.expectTitles()
}

func TestAMoveIsUndoneInBothLists(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	if _, err := d.Lists.Create(t.Context(), lists.New{Name: "Party"}); err != nil {
		t.Fatal(err)
	}
	o, err := d.Edit.Move(t.Context(), []edit.Ref{{Set: "Groceries", ID: d.add("milk", "Milk").ID()}}, "Party")
	if err != nil || len(o.Done) != 1 || o.Done[0].Set != "Party" {
		t.Fatalf("%+v, %v", o, err)
	}
	d.expectTitles()
	if got := d.titles("Party"); !slices.Equal(got, []string{"Milk"}) {
		t.Errorf("Party says %q", got)
	}
	d.undo()
	d.expectTitles("Milk")
	if got := d.titles("Party"); len(got) != 0 {
		t.Errorf("Party still says %q", got)
	}
}

func TestACopyIsAnItemOfItsOwn(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	o, err := d.Edit.Copy(t.Context(), []edit.Ref{{Set: "Groceries", ID: "milk"}}, "Groceries")
	if err != nil || len(o.Done) != 1 || o.Done[0].ID == "milk" {
		t.Fatalf("%+v, %v", o, err)
	}
	d.edit("milk", "Oat milk")
	d.expectTitles("Oat milk", "Milk")
}

func TestManyEditsAreUndoneAndDoneAgain(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "0")
	many := testsize.Of(20, 40) // more than are initially examined
	for i := 1; i <= many; i++ {
		d.edit("milk", strconv.Itoa(i))
	}
	for i := many - 1; i >= 0; i-- {
		d.undo()
		d.expectTitles(strconv.Itoa(i))
	}
	for i := 1; i <= many; i++ {
		d.redo()
		d.expectTitles(strconv.Itoa(i))
	}
}
