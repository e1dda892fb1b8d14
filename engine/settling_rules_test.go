package engine_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

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

func TestWithoutATimeThatCanBeRightTheNewestIsLeftToAPerson(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 1)
		a.clock.step(-1000 * time.Hour) // all of it is made in the future
		if p := a.plan(engine.TakeNewest, ""); len(p) != 1 || p[0].Session != nil || p[0].Why != engine.NoTime {
			t.Errorf("planned %+v", p)
		}
	})
}
