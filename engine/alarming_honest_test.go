package engine_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
)

// households are A and B that share a list of so many todos.
func households(t *testing.T, todos int) (a, b *desk) {
	files := &locationtest.Memory{}
	files.Folder("/shared")
	open := func(endpoint string) *desk {
		d := newDesk(t, t, endpoint, memory.New(), files, newClock())
		d.shareAs(engine.NewSet{Name: "Groceries", Kind: "todo"}, "/shared")
		return d
	}
	a, b = open("A"), open("B")
	for i := range todos {
		a.add(fmt.Sprintf("n%d", i), "Item")
	}
	rounds(a, b)
	return a, b
}

// all are references to all items of the list.
func (d *desk) all() (refs []engine.Ref) {
	d.Helper()
	rows, err := d.Items(d.t.Context(), "Groceries", store.Query{})
	d.check(err)
	for _, r := range rows {
		refs = append(refs, engine.Ref{Set: "Groceries", ID: r.ID})
	}
	return refs
}

// done does something to all items of the list.
func (d *desk) done(what func([]engine.Ref) (engine.Outcome, error)) {
	d.Helper()
	_, err := what(d.all())
	d.check(err)
}

func tickOff(d *desk) func([]engine.Ref) (engine.Outcome, error) {
	return func(refs []engine.Ref) (engine.Outcome, error) { return d.CompleteAll(d.t.Context(), refs, true) }
}

func throwOut(d *desk) func([]engine.Ref) (engine.Outcome, error) {
	return func(refs []engine.Ref) (engine.Outcome, error) { return d.DeleteAll(d.t.Context(), refs) }
}

// Of honest work nobody is asked anything: a desk whose sync sets something aside fails.

func TestWhoeverTicksAllOffAndTidiesUpRaisesNoAlarm(t *testing.T) {
	a, b := households(t, 80)
	b.done(tickOff(b))
	rounds(a, b)
	b.done(throwOut(b))
	rounds(a, b)
	if n := a.live(); n != 0 {
		t.Errorf("%d items stay", n)
	}
}

func TestTwoWhoTickAllOffApartRaiseNoAlarm(t *testing.T) {
	a, b := households(t, 120)
	a.done(tickOff(a))
	b.clock.step(time.Hour)
	b.done(tickOff(b))
	rounds(a, b)
}

// An item that both made, as two have it who import one file.
func TestTwoWhoSayTheSameApartRaiseNoAlarm(t *testing.T) {
	files := &locationtest.Memory{}
	a, b := newMemoryDesk(t, "A", files), newMemoryDesk(t, "B", files)
	for i := range 250 {
		a.add(fmt.Sprintf("n%d", i), "Item")
	}
	b.clock.step(time.Hour)
	for i := range 250 {
		b.add(fmt.Sprintf("n%d", i), "Item")
	}
	rounds(a, b)
	if n := len(a.item("n1").Conflicts); n != 1 {
		t.Errorf("there are %d conflicts", n)
	}
}

// Who deletes most of what is open is asked about: that may be an accident.
func TestMostOfTheOpenTodosGoneIsAQuestion(t *testing.T) {
	a, b := households(t, 80)
	b.done(throwOut(b))
	suspicious(a)
	b.sync()
	a.sync()
	if waiting, n := len(a.waiting()), a.live(); waiting != 80 || n != 80 {
		t.Errorf("%d wait, and %d stay", waiting, n)
	}
}
