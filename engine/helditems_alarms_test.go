package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// flooding returns A and B, who share a list of 120 items of which B has deleted some.
func flooding(t *testing.T, deleted int) (a, b *desk) {
	files := &transporttest.Memory{}
	a, b = newMemoryDesk(t, "A", files), newMemoryDesk(t, "B", files)
	for i := range 120 {
		a.add(fmt.Sprintf("n%d", i), "Item")
	}
	rounds(a, b)
	for i := range deleted {
		_, err := b.Edit.Delete(t.Context(), "Groceries", fmt.Sprintf("n%d", i))
		b.check(err)
	}
	suspicious(a)
	b.sync()
	a.sync()
	if n := len(a.waiting()); n != deleted {
		t.Fatalf("%d wait", n)
	}
	return a, b
}

// live returns the number of items of the list.
func (d *desk) live() int {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), "Groceries", store.Query{})
	d.check(err)
	return len(rows)
}

// Refusing a flood gives everyone their items back, by one update each.
func TestWhoRefusesAFloodGivesEveryoneTheirsBack(t *testing.T) {
	a, b := flooding(t, 61)
	if r, err := a.Subscriptions.Restoring(t.Context(), keysOf(a.waiting())...); err != nil || r != (subscribe.Restored{Updates: 61, Devices: 1, Published: true}) {
		t.Errorf("others will see %+v, %v", r, err)
	}
	a.refuseAll()
	a.heldItems = false
	b.add("tea", "Tea")
	rounds(a, b)
	if n, there := a.live(), b.live(); n != 120+1 || there != n {
		t.Errorf("%d items are here, and %d there", n, there)
	}
	if n := a.item("n0").Winner.Updates; n != 3 {
		t.Errorf("n0 has %d updates", n)
	}
	if done, err := a.Edit.Undo(t.Context(), edit.UndoOptions{}); err != nil || len(done.Items) != 61 || a.live() != 60 {
		t.Errorf("undone: %d items, %v; %d stay", len(done.Items), err, a.live())
	}
}

// Accepting a part of a flood does not accept the rest.
func TestTheRestOfAFloodGoesOnWaiting(t *testing.T) {
	a, b := flooding(t, 61)
	a.check(a.Subscriptions.AcceptHeldItems(t.Context(), keysOf(a.waiting()[:20])...))
	b.add("tea", "Tea")
	b.sync()
	a.sync()
	if n, waiting := a.live(), len(a.waiting()); n != 120-20+1 || waiting != 41 {
		t.Errorf("%d items stay, and %d wait", n, waiting)
	}
	a.refuseAll()
	b.add("coffee", "Coffee")
	b.sync()
	a.heldItems = false
	a.sync()
	if n := a.live(); n != 120-20+2 {
		t.Errorf("%d items stay", n)
	}
}

// The feed contains A's own change, by number and time, with different content.
func TestOtherWordsUnderAChangeOfOursAreForged(t *testing.T) {
	const theirs = "/shared/Groceries.B.xml"
	said := item.Plain("Eggs", "").Digest()
	retitled := func(s string) string { return strings.Replace(s, "Eggs", "Zebras", 1) }
	for name, lie := range map[string]struct {
		of     func(string) string
		alarms string
	}{
		"another title": {retitled, "map[]"},
		"another title and its digest": {func(s string) string {
			return strings.ReplaceAll(retitled(s), said, item.Plain("Zebras", "").Digest())
		}, "map[eggs:[altered]]"},
		"a deletion": {func(s string) string {
			return strings.Replace(s, `<sx:sync id="eggs" updates="1"`, `<sx:sync id="eggs" updates="2" deleted="true"`, 1)
		}, "map[eggs:[forged]]"},
	} {
		t.Run(name, func(t *testing.T) {
			a, _, _, files := honest(t)
			suspicious(a)
			files.Put(theirs, lie.of(files.All()[theirs]))
			reports := a.sync()
			a.expectAlarms(lie.alarms)
			if told := strings.Contains(fmt.Sprint(reports), "another program altered it on the way"); told != (name != "a deletion") {
				t.Errorf("told of an altered content: %v", told)
			}
			if it := a.item("eggs"); it.Winner.Title() != "Eggs" || it.Winner.Deleted {
				t.Errorf("A holds %s", describe(it))
			}
			a.acceptAll()
			if it := a.item("eggs"); it.Winner.Deleted != (name == "a deletion") || it.Winner.Title() != "Eggs" {
				t.Errorf("after accepting A holds %s", describe(it))
			}
			a.heldItems = false
			files.Put(theirs, files.All()[theirs]+"<!-- another feed -->")
			a.sync()
		})
	}
}

// The same with a list that is read for the first time: the archive has A's content.
func TestOtherWordsUnderAChangeOfOursAreNotTakenIntoAListThatIsSharedAnew(t *testing.T) {
	const theirs = "/shared/Groceries.B.xml"
	a, b, _, files := honest(t)
	b.sync()
	a.deleteShared("Groceries")
	files.Put(theirs, strings.Replace(files.All()[theirs], "Eggs", "Zebras", 1))
	_, err := a.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	a.check(err)
	_, err = a.Subscriptions.Subscribe(t.Context(), "Groceries", theirs)
	a.check(err)
	suspicious(a)
	a.sync()
	a.expectAlarms("map[]")
	if it := a.item("eggs"); it.Winner.Title() != "Eggs" {
		t.Errorf("A holds %s", describe(it))
	}
}

// households returns A and B, who share a list of todos.
func households(t *testing.T, todos int) (a, b *desk) {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	open := func(endpoint string) *desk {
		d := newDesk(t, t, endpoint, memory.New(), files, newClock())
		d.shareAs(lists.New{Name: "Groceries", Kind: "todo"}, "/shared")
		return d
	}
	a, b = open("A"), open("B")
	for i := range todos {
		a.add(fmt.Sprintf("n%d", i), "Item")
	}
	rounds(a, b)
	return a, b
}

// all returns references to all items of the list.
func (d *desk) all() (refs []edit.Ref) {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), "Groceries", store.Query{})
	d.check(err)
	for _, r := range rows {
		refs = append(refs, edit.Ref{Set: "Groceries", ID: r.ID})
	}
	return refs
}

// done applies an operation to all items of the list.
func (d *desk) done(what func([]edit.Ref) (edit.Outcome, error)) {
	d.Helper()
	_, err := what(d.all())
	d.check(err)
}

func tickOff(d *desk) func([]edit.Ref) (edit.Outcome, error) {
	return func(refs []edit.Ref) (edit.Outcome, error) { return d.Edit.CompleteAll(d.t.Context(), refs, true) }
}

func throwOut(d *desk) func([]edit.Ref) (edit.Outcome, error) {
	return func(refs []edit.Ref) (edit.Outcome, error) { return d.Edit.DeleteAll(d.t.Context(), refs) }
}

// Honest work must never raise questions: a desk fails if its sync holds anything for review.

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

// Both made the same item independently, as when two people import one file.
func TestTwoWhoSayTheSameApartRaiseNoAlarm(t *testing.T) {
	files := &transporttest.Memory{}
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

// Deleting most of the open todos raises a question: it may be an accident.
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
