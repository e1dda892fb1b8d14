package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/settle/session"
)

// many are two desks with so many items that each of the two changed: "n0",
// "n1", ….
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
	rounds(a, b)
	return a, b
}

func (d *desk) plan(rule engine.Rule, by string, items ...engine.Ref) []engine.Planned {
	d.Helper()
	plans, err := d.PlanSettling(d.t.Context(), rule, by, items...)
	d.check(err)
	return plans
}

func (d *desk) settleAll(plans []engine.Planned) engine.Outcome {
	d.Helper()
	d.clock.step(time.Minute)
	o, err := d.SettleAll(d.t.Context(), plans, nil)
	d.check(err)
	return o
}

func TestTwoHundredConflictsAreSettledWithExceptionsAndUndoneAtOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		const all, kept = 200, 17
		a, b := many(open, all)
		before := map[string]any{}
		for i := range all {
			before[fmt.Sprintf("n%d", i)] = fmt.Sprint(exactly(a.item(fmt.Sprintf("n%d", i))))
		}
		plans := a.plan(engine.PreferBy, "A")
		if len(plans) != all {
			t.Fatalf("planned %d", len(plans))
		}
		exceptions := slices.Clone(plans[kept : kept+3])
		plans = slices.Delete(plans, kept, kept+3)
		var told []int
		a.clock.step(time.Minute)
		o, err := a.SettleAll(t.Context(), plans, func(done, of int) { told = append(told, done, of) })
		if err != nil || len(o.Done) != all-3 || len(o.Refused) != 0 {
			t.Fatalf("%d done, %d refused, %v", len(o.Done), len(o.Refused), err)
		}
		if len(told) != 2*(all-3) || told[0] != 1 || told[1] != all-3 || told[len(told)-2] != all-3 {
			t.Errorf("progress was told as %v", told)
		}
		if got := a.unsettled(); len(got) != 3 || got[0] != exceptions[0].ID {
			t.Errorf("to settle: %q", got)
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
		if got := a.unsettled(); len(got) != all {
			t.Errorf("after an undo that others see %d items are to settle, want all", len(got))
		}
		rounds(a, b)
		b.expect("n0", "B0")
	})
}

func TestWhatChangedMeanwhileIsRefusedAndTheOthersAreSettled(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 4)
		plans := a.plan(engine.KeepWinners, "")
		a.stray("n1", "D", "D1")
		o := a.settleAll(append(plans, engine.Planned{Ref: engine.Ref{Set: "Groceries", ID: "n9"}, Why: engine.Differs}))
		if len(o.Done) != 3 || len(o.Refused) != 1 || o.Refused[0].ID != "n1" || !errors.Is(o.Refused[0].Err, engine.ErrChanged) {
			t.Errorf("%+v", o)
		}
		a.expect("n0", "B0")
		a.expect("n1", "B1", "D1", "A1")
	})
}

func TestSettlingThatIsCancelledChangesNothing(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 4)
		plans := a.plan(engine.KeepWinners, "")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := a.SettleAll(ctx, plans, func(done, _ int) {
			if done == 4 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
		if got := a.unsettled(); len(got) != 4 || len(a.decisions("")) != 0 {
			t.Errorf("to settle: %q, %d decisions", got, len(a.decisions("")))
		}
		if _, err := a.PlanSettling(ctx, engine.KeepWinners, ""); !errors.Is(err, context.Canceled) {
			t.Errorf("planning: error %v, want context.Canceled", err)
		}
	})
}

// mixed is a desk with one item of each kind of conflict.
func mixed(t *testing.T, open func(string) *desk) *desk {
	a, b := open("A"), open("B")
	for _, id := range []string{"one-sided", "both", "same", "edited", "gone", "settled"} {
		a.add(id, id)
	}
	rounds(a, b)
	text := func(d *desk, id, text string) {
		_, err := d.Edit(t.Context(), "Groceries", id, record.Values{"text": text}, nil)
		d.check(err)
	}
	remove := func(d *desk, id string) {
		_, err := d.Delete(t.Context(), "Groceries", id)
		d.check(err)
	}
	a.clock.step(time.Minute)
	text(a, "one-sided", "by A")
	a.edit("both", "A")
	text(a, "same", "the same")
	a.edit("edited", "A")
	remove(a, "gone")
	b.clock.step(time.Hour)
	b.edit("one-sided", "B")
	b.edit("both", "B")
	text(b, "same", "the same")
	remove(b, "edited")
	remove(b, "gone")
	rounds(a, b)
	return a
}

func TestWhatEachRuleMakesOfEachKindOfConflict(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := mixed(t, open)
		for _, c := range []struct {
			rule engine.Rule
			by   string
			want map[string]string
		}{
			{engine.CleanProposals, "", map[string]string{
				"one-sided": "B by A", "both": "fields open", "same": "same the same", "edited": "fields open", "gone": "deleted",
			}},
			{engine.KeepWinners, "", map[string]string{
				"one-sided": "B", "both": "B", "same": "same the same", "edited": "deleted", "gone": "deleted",
			}},
			// B's clock is an hour ahead of A's: what it says was made in the future.
			{engine.TakeNewest, "", map[string]string{
				"one-sided": "one-sided by A", "both": "A", "same": "same the same", "edited": "A", "gone": "deleted",
			}},
			{engine.PreferBy, "A", map[string]string{
				"one-sided": "one-sided by A", "both": "A", "same": "same the same", "edited": "A", "gone": "deleted",
			}},
			{engine.PreferBy, "D", map[string]string{
				"one-sided": "nobody", "both": "nobody", "same": "nobody", "edited": "nobody", "gone": "nobody",
			}},
			{engine.SameEverywhere, "", map[string]string{
				"one-sided": "differs", "both": "differs", "same": "same the same", "edited": "differs", "gone": "deleted",
			}},
		} {
			got := map[string]string{}
			for _, p := range a.plan(c.rule, c.by) {
				got[p.ID] = outcomeOf(t, p, a.clock.Now())
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("rule %d for %q: %v, want %v", c.rule, c.by, got, c.want)
			}
		}
	})
}

// outcomeOf is what a plan would save, or why it has no answer.
func outcomeOf(t *testing.T, p engine.Planned, at time.Time) string {
	if p.Session == nil {
		return map[engine.NoAnswer]string{
			engine.FieldsOpen: "fields open", engine.NoVersionBy: "nobody", engine.NoTime: "no time", engine.Differs: "differs",
		}[p.Why]
	}
	r, err := p.Session.Decision(at)
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Deleted:
		return "deleted"
	case r.Content.Text() == "":
		return r.Content.Title()
	}
	return r.Content.Title() + " " + r.Content.Text()
}

func TestAPlanIsAboutTheItemsGivenThatAreStillToSettle(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 3)
		a.add("milk", "Milk")
		ref := func(id string) engine.Ref { return engine.Ref{Set: "Groceries", ID: id} }
		plans := a.plan(engine.KeepWinners, "", ref("n2"), ref("milk"), ref("nothing"), ref("n0"))
		if len(plans) != 2 || plans[0].ID != "n2" || plans[0].Title != "B2" || plans[1].ID != "n0" {
			t.Errorf("planned %+v", plans)
		}
	})
}

func TestAPlanThatAPersonOpenedAgainIsRefused(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 2)
		plans := a.plan(engine.KeepWinners, "")
		a.check(plans[0].Session.Reset(""))
		o := a.settleAll(plans)
		if len(o.Done) != 1 || len(o.Refused) != 1 || !errors.Is(o.Refused[0].Err, session.ErrOpen) {
			t.Errorf("%+v", o)
		}
	})
}

func TestVersionsOfferedAgainAreSettledWithTheOthers(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := many(open, 3)
		a.settleAll(a.plan(engine.KeepWinners, ""))
		rounds(a, b)
		a.undo()
		a.expectOffered("n0", "A0")
		plans := a.plan(engine.KeepWinners, "")
		a.check(plans[0].Session.Take(1)) // a person looked into it
		o := a.settleAll(plans)
		if len(o.Done) != 3 || len(a.unsettled()) != 0 {
			t.Errorf("%+v, and %q to settle", o, a.unsettled())
		}
		rounds(a, b)
		b.expect("n0", "A0")
		b.expect("n1", "B1")
	})
}

func TestWithoutATimeThatCanBeRightTheNewestIsLeftToAPerson(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 1)
		a.clock.step(-1000 * time.Hour) // all of it is made in the future
		if p := a.plan(engine.TakeNewest, ""); len(p) != 1 || p[0].Session != nil || p[0].Why != engine.NoTime {
			t.Errorf("planned %+v", p)
		}
	})
}
