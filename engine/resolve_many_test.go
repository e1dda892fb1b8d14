package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/testsize"
)

// many returns two desks with n items that both have changed: "n0", "n1", ….
func many(open func(string) *desk, n int) (a, b *desk) {
	a, b = open("A"), open("B")
	for i := range n {
		a.add(fmt.Sprintf("n%d", i), "Item")
	}
	rounds(a, b)
	for i := range n {
		a.edit(fmt.Sprintf("n%d", i), fmt.Sprintf("A%d", i))
	}
	b.clock.step(24 * time.Hour)
	for i := range n {
		b.edit(fmt.Sprintf("n%d", i), fmt.Sprintf("B%d", i))
	}
	a.heldItems, b.heldItems = true, true // two hundred changes at once are a flood
	rounds(a, b)
	a.acceptAll()
	b.acceptAll()
	rounds(a, b)
	return a, b
}

func (d *desk) plan(rule conflicts.Rule, by string, items ...edit.Ref) []conflicts.Planned {
	d.Helper()
	plans, err := d.Conflicts.Plan(d.t.Context(), rule, by, nil, items...)
	d.check(err)
	return plans
}

func (d *desk) resolveAll(plans []conflicts.Planned) edit.Outcome {
	d.Helper()
	d.clock.step(time.Minute)
	o, err := d.Conflicts.ResolveMany(d.t.Context(), plans, nil)
	d.check(err)
	return o
}

func TestTwoHundredConflictsAreResolvedWithExceptionsAndUndoneAtOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		all, kept := testsize.Of(60, 200), 17
		a, b := many(open, all)
		before := map[string]any{}
		for i := range all {
			before[fmt.Sprintf("n%d", i)] = fmt.Sprint(exactly(a.item(fmt.Sprintf("n%d", i))))
		}
		plans := a.plan(conflicts.PreferDevice, "A")
		if len(plans) != all {
			t.Fatalf("planned %d", len(plans))
		}
		exceptions := slices.Clone(plans[kept : kept+3])
		plans = slices.Delete(plans, kept, kept+3)
		var told []int
		a.clock.step(time.Minute)
		o, err := a.Conflicts.ResolveMany(t.Context(), plans, func(done, of int) { told = append(told, done, of) })
		if err != nil || len(o.Done) != all-3 || len(o.Refused) != 0 {
			t.Fatalf("%d done, %d refused, %v", len(o.Done), len(o.Refused), err)
		}
		if len(told) != 2*(all-3) || told[0] != 1 || told[1] != all-3 || told[len(told)-2] != all-3 {
			t.Errorf("progress was told as %v", told)
		}
		if got := a.conflicted(); len(got) != 3 || got[0] != exceptions[0].ID {
			t.Errorf("to resolve: %q", got)
		}
		a.expect("n0", "A0")
		if d := a.decisions(""); len(d) != all-3 || d[0].Edit != d[all-4].Edit {
			t.Errorf("%d decisions", len(d))
		}
		if u := a.undo(); u.What != "settle" || len(u.Titles) != all-3 {
			t.Errorf("undone: %s of %d items", u.What, len(u.Titles))
		}
		for id, was := range before {
			if got := fmt.Sprint(exactly(a.item(id))); got != was {
				t.Errorf("%s is not what it was", id)
			}
		}
		a.redo()
		rounds(a, b)
		b.expect("n0", "A0")
		b.expect(fmt.Sprintf("n%d", kept), fmt.Sprintf("B%d", kept), fmt.Sprintf("A%d", kept))
		a.undo()
		if got := a.conflicted(); len(got) != all {
			t.Errorf("after an undo that others see %d items are to resolve, want all", len(got))
		}
		rounds(a, b)
		b.expect("n0", "B0")
	})
}

func TestWhatChangedMeanwhileIsRefusedAndTheOthersAreResolved(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 4)
		plans := a.plan(conflicts.KeepCurrent, "")
		a.stray("n1", "D", "D1")
		o := a.resolveAll(append(plans, conflicts.Planned{Ref: edit.Ref{Set: "Groceries", ID: "n9"}, Why: conflicts.NoTime}))
		if len(o.Done) != 3 || len(o.Refused) != 1 || o.Refused[0].ID != "n1" || !errors.Is(o.Refused[0].Err, edit.ErrChanged) {
			t.Errorf("%+v", o)
		}
		a.expect("n0", "B0")
		a.expect("n1", "B1", "D1", "A1")
	})
}

// Undoing many resolutions at once skips items that have changed since, also in the resolution
// log, and undoes all others.
func TestOneUndoOfManyPassesOverWhatChangedSince(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 4)
		a.resolveAll(a.plan(conflicts.PreferDevice, "A"))
		a.news("n1", "later")
		one := a.undo()
		if len(one.Items) != 3 || len(one.Refused) != 1 || one.Refused[0].ID != "n1" || !errors.Is(one.Refused[0].Err, edit.ErrChanged) {
			t.Fatalf("undone: %+v", one)
		}
		a.expect("n1", "later")
		if got := a.conflicted(); !slices.Equal(got, []string{"n0", "n2", "n3"}) {
			t.Errorf("to resolve: %q", got)
		}
		for _, d := range a.decisions("") {
			if d.Undone == (d.Item == "n1") {
				t.Errorf("%s: undone %v", d.Item, d.Undone)
			}
		}
		if again := a.redo(); len(again.Items) != 3 || len(a.conflicted()) != 0 {
			t.Errorf("done again: %+v; to resolve %q", again, a.conflicted())
		}
	})
}

func TestResolvingThatIsCancelledChangesNothing(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 4)
		plans := a.plan(conflicts.KeepCurrent, "")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := a.Conflicts.ResolveMany(ctx, plans, func(done, _ int) {
			if done == 4 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
		if got := a.conflicted(); len(got) != 4 || len(a.decisions("")) != 0 {
			t.Errorf("to resolve: %q, %d decisions", got, len(a.decisions("")))
		}
		if _, err := a.Conflicts.Plan(ctx, conflicts.KeepCurrent, "", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("planning: error %v, want context.Canceled", err)
		}
	})
}

func TestAPlanThatAPersonOpenedAgainIsRefused(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 2)
		plans := a.plan(conflicts.KeepCurrent, "")
		a.check(plans[0].Session.Reset(""))
		o := a.resolveAll(plans)
		if len(o.Done) != 1 || len(o.Refused) != 1 || !errors.Is(o.Refused[0].Err, conflicts.ErrOpen) {
			t.Errorf("%+v", o)
		}
	})
}

func TestReopenedVersionsAreResolvedWithTheOthers(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := many(open, 3)
		a.resolveAll(a.plan(conflicts.KeepCurrent, ""))
		rounds(a, b)
		a.undo()
		a.expectOffered("n0", "A0")
		plans := a.plan(conflicts.KeepCurrent, "")
		a.check(plans[0].Session.Take(1)) // a person handled this one
		o := a.resolveAll(plans)
		if len(o.Done) != 3 || len(a.conflicted()) != 0 {
			t.Errorf("%+v, and %q to resolve", o, a.conflicted())
		}
		rounds(a, b)
		b.expect("n0", "A0")
		b.expect("n1", "B1")
	})
}
