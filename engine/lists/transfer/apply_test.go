package transfer_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

func TestWhatWasDeletedHereComesBackOnlyWhereItIsAskedFor(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk))
	d.delete(d.only().ID())
	d.take(todos(milk))
	if d.titles() != "" {
		t.Errorf("the list says %s", d.titles())
	}
	p := d.plan(todos(milk))
	p.Choose(transfer.Deleted, true)
	if done := d.apply(p); done.Restored != 1 || d.titles() != "Milk" {
		t.Errorf("done: %+v, the list says %s", done, d.titles())
	}
	if got := record.Read(d.only().Winner.Content).Get("due"); got != "2026-11-27" {
		t.Errorf("it is due %q", got)
	}
}

func TestOnlyWhatAPersonLeavesInIsTaken(t *testing.T) {
	d := newDesk(t, record.Todo)
	p := d.plan(todos("UID:1\nSUMMARY:Milk", "UID:2\nSUMMARY:Eggs"))
	p.Entries[0].Take = false
	d.apply(p)
	if d.titles() != "Eggs" {
		t.Errorf("the list says %s", d.titles())
	}
	p.Choose(transfer.New, false)
	p.Choose(transfer.Same, true)
	for _, e := range p.Entries {
		if e.Take {
			t.Errorf("%s is taken", e.Title())
		}
	}
}

func TestThePlaceByHandAndWhatStandsBesideTheRecordSurvive(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk))
	id := d.only().ID()
	d.edit(id, record.Values{"order": "77"})
	d.work(func(w edit.Work) error {
		c := d.only().Winner.Content
		beside, err := item.ParseContent(strings.Replace(c.XML(), "</entry>", `<f:shop xmlns:f="urn:f" open="8"/></entry>`, 1))
		if err != nil {
			return err
		}
		_, err = w.ReplaceContent(id, beside, func(*item.Version) bool { return true })
		return err
	})
	d.take(todos(strings.Replace(milk, "Milk", "Oat milk", 1)))
	now := d.only().Winner
	if r := record.Read(now.Content); r.Get("order") != "77" || r.Get("title") != "Oat milk" || now.Title() != "Oat milk" {
		t.Errorf("the values are %v", r.Values())
	}
	if !strings.Contains(now.Content.XML(), `<f:shop xmlns:f="urn:f" open="8"/>`) {
		t.Errorf("what stood beside is gone from %s", now.Content.XML())
	}
}

// Imported todos are in the order of the file, after those that the list has, and before those
// that are added later.
func TestTodosThatAreAddedLaterAreBelowTheImportedOnes(t *testing.T) {
	d := newDesk(t, record.Todo)
	add := func(id string) {
		d.work(func(w edit.Work) error {
			_, err := w.Add(id, record.Todo, record.Values{"title": id}, false)
			return err
		})
	}
	add("first")
	d.take(todos("UID:1\nSUMMARY:Milk", "UID:2\nSUMMARY:Eggs"))
	d.take("title,due\nBread,2026-11-27\n")
	add("last")
	placed := map[string]int64{}
	for _, it := range d.items() {
		f := record.FactsOf(it.Winner.Content)
		if placed[it.Winner.Title()] = f.Order; !f.Ordered {
			t.Errorf("%s has no order", it.Winner.Title())
		}
	}
	names := slices.SortedFunc(maps.Keys(placed), func(a, b string) int { return cmp.Compare(placed[a], placed[b]) })
	if got := strings.Join(names, ", "); got != "first, Milk, Eggs, Bread, last" {
		t.Errorf("the order is %s: %v", got, placed)
	}
	if p := d.plan(todos("UID:1\nSUMMARY:Milk", "UID:2\nSUMMARY:Eggs")); p.Count(transfer.Same) != 2 {
		t.Errorf("again: %v: %s", counts(p), changes(p))
	}
}

func TestAnItemThatChangedAfterThePlanIsLeftAndTheOthersGoOn(t *testing.T) {
	for name, meanwhile := range map[string]func(d *desk, id string){
		"edited":  func(d *desk, id string) { d.edit(id, record.Values{"title": "Goat milk"}) },
		"deleted": func(d *desk, id string) { d.delete(id) },
	} {
		d := newDesk(t, record.Todo)
		d.take(todos(milk))
		p := d.plan(todos(strings.Replace(milk, "Milk", "Oat milk", 1), "UID:eggs\nSUMMARY:Eggs"))
		meanwhile(d, d.only().ID())
		done := d.apply(p)
		if done.New != 1 || done.Changed != 0 || len(done.Refused) != 1 || !errors.Is(done.Refused[0].Err, edit.ErrChanged) || done.Refused[0].Line != 4 {
			t.Errorf("%s: done %+v", name, done)
		}
		if strings.Contains(d.titles(), "Oat") || !strings.Contains(d.titles(), "Eggs") {
			t.Errorf("%s: the list says %s", name, d.titles())
		}
	}
}

func TestWhatCameMeanwhileIsNotOverwritten(t *testing.T) {
	d := newDesk(t, record.Todo)
	early := d.plan(todos(milk))
	d.take(todos(strings.Replace(milk, "Milk", "Oat milk", 1)))
	if done := d.apply(early); len(done.Refused) != 1 || !errors.Is(done.Refused[0].Err, edit.ErrChanged) {
		t.Errorf("done: %+v", done)
	}
	d.delete(d.only().ID())
	gone := d.plan(todos(milk))
	gone.Choose(transfer.Deleted, true)
	d.work(func(w edit.Work) error {
		_, err := w.Restore(d.only().ID())
		return err
	})
	if done := d.apply(gone); len(done.Refused) != 1 || d.titles() != "Oat milk" {
		t.Errorf("done: %+v, the list says %s", done, d.titles())
	}
}

func TestAnItemWithAnOwnVersionOpenIsRefused(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk))
	it := d.only()
	theirs, err := feedsync.Resolve(it, rules.Change{Content: it.Winner.Content.WithTitle("Theirs")}, nil, rules.Stamp{By: "laptop", When: d.at(nil).At})
	d.check(err)
	ours, err := feedsync.Resolve(it, rules.Change{Content: it.Winner.Content.WithTitle("Ours")}, nil, rules.Stamp{By: "desk", When: d.at(nil).At})
	d.check(err)
	d.work(func(w edit.Work) error {
		return w.Store.PutItem(w.Set, &item.Item{Winner: theirs.Winner, Conflicts: []*item.Version{ours.Winner}}, store.Seen{At: w.At})
	})
	done := d.apply(d.plan(todos(strings.Replace(milk, "Milk", "Oat milk", 1))))
	var own *rules.OwnOpenError
	if len(done.Refused) != 1 || !errors.As(done.Refused[0].Err, &own) || d.titles() != "Theirs" {
		t.Errorf("done: %+v, the list says %s", done, d.titles())
	}
}

func TestAFileThatSaysATodoIsDoneMakesNoNextOne(t *testing.T) {
	d := newDesk(t, record.Todo)
	bins := "UID:bins\nSUMMARY:Bins\nDUE;VALUE=DATE:20261127\nRRULE:FREQ=WEEKLY"
	d.take(todos(bins))
	d.take(todos(bins+"\nSTATUS:COMPLETED\nCOMPLETED:20261127T080000Z", strings.Replace(strings.Replace(bins, "1127", "1204", 1), "bins", "bins@2", 1)))
	if d.titles() != "Bins, Bins" {
		t.Errorf("the list says %s", d.titles())
	}
}

func TestCancellingTakesEverythingBack(t *testing.T) {
	d := newDesk(t, record.Todo)
	p := d.plan(todos("UID:1\nSUMMARY:Milk", "UID:2\nSUMMARY:Eggs"))
	ctx, cancel := context.WithCancel(t.Context())
	err := d.store.Update(ctx, func(w store.Writer) error {
		_, err := p.Apply(ctx, d.at(w), func(done, all int) {
			if all != 2 {
				t.Errorf("%d of %d are done", done, all)
			}
			cancel()
		})
		return err
	})
	if !errors.Is(err, context.Canceled) || len(d.items()) != 0 {
		t.Errorf("error %v, and the list holds %d items", err, len(d.items()))
	}
}
