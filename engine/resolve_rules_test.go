package engine_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/record"
)

// mixed returns a desk with one item of each kind of conflict: "words" is a line that would
// merge word by word, into something that nobody meant.
func mixed(t *testing.T, open func(string) *desk) *desk {
	a, b := open("A"), open("B")
	for _, id := range []string{"one-sided", "both", "same", "edited", "gone", "resolved", "words"} {
		a.add(id, id)
	}
	text := func(d *desk, id, text string) {
		_, err := d.Edit.Change(t.Context(), "Groceries", id, record.Values{"text": text}, nil)
		d.check(err)
	}
	text(a, "words", "Please do not call the office.")
	rounds(a, b)
	remove := func(d *desk, id string) {
		_, err := d.Edit.Delete(t.Context(), "Groceries", id)
		d.check(err)
	}
	a.clock.step(time.Minute)
	text(a, "one-sided", "by A")
	a.edit("both", "A")
	text(a, "same", "the same")
	text(a, "words", "Please call the office.")
	a.edit("edited", "A")
	remove(a, "gone")
	b.clock.step(time.Hour)
	b.edit("one-sided", "B")
	b.edit("both", "B")
	text(b, "same", "the same")
	text(b, "words", "Please do not call the shop.")
	remove(b, "edited")
	remove(b, "gone")
	rounds(a, b)
	return a
}

func TestWhatEachRuleMakesOfEachKindOfConflict(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := mixed(t, open)
		for _, c := range []struct {
			rule conflicts.Rule
			by   string
			want map[string]string
		}{
			{conflicts.MergeRule, "", map[string]string{
				"one-sided": "B by A", "both": "fields open", "edited": "fields open", "words": "fields open",
			}},
			{conflicts.KeepCurrent, "", map[string]string{
				"one-sided": "B", "both": "B", "edited": "deleted", "words": "words Please do not call the shop.",
			}},
			// B's clock is an hour ahead of A's: its changes were made in the future.
			{conflicts.TakeNewest, "", map[string]string{
				"one-sided": "one-sided by A", "both": "A", "edited": "A", "words": "words Please call the office.",
			}},
			{conflicts.PreferDevice, "A", map[string]string{
				"one-sided": "one-sided by A", "both": "A", "edited": "A", "words": "words Please call the office.",
			}},
			{conflicts.PreferDevice, "D", map[string]string{
				"one-sided": "nobody", "both": "nobody", "edited": "nobody", "words": "nobody",
			}},
			{conflicts.MergeThenNewest, "", map[string]string{
				"one-sided": "B by A", "both": "A", "edited": "A", "words": "words Please call the office.",
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

// outcomeOf returns what a plan would save, or why it cannot resolve.
func outcomeOf(t *testing.T, p conflicts.Planned, at time.Time) string {
	if p.Session == nil {
		return map[conflicts.NoAnswer]string{
			conflicts.FieldsOpen: "fields open", conflicts.NoVersionBy: "nobody", conflicts.NoTime: "no time",
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

func TestAPlanIsAboutTheItemsGivenThatAreStillToResolve(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 3)
		a.add("milk", "Milk")
		ref := func(id string) edit.Ref { return edit.Ref{Set: "Groceries", ID: id} }
		plans := a.plan(conflicts.KeepCurrent, "", ref("n2"), ref("milk"), ref("nothing"), ref("n0"))
		if len(plans) != 2 || plans[0].ID != "n2" || plans[0].Title != "B2" || plans[1].ID != "n0" {
			t.Errorf("planned %+v", plans)
		}
	})
}

func TestWithoutATimeThatCanBeRightTheNewestIsLeftToAPerson(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, _ := many(open, 1)
		a.clock.step(-1000 * time.Hour) // everything was made in the future
		if p := a.plan(conflicts.TakeNewest, ""); len(p) != 1 || p[0].Session != nil || p[0].Why != conflicts.NoTime {
			t.Errorf("planned %+v", p)
		}
	})
}

// Merge, then newest: time only decides the hunk that two people changed; what merges around
// it stays merged.
func TestTheNewestVersionDecidesOnlyWhatDoesNotMerge(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("list", "List")
		text := func(d *desk, text string) {
			d.Helper()
			_, err := d.Edit.Change(t.Context(), "Groceries", "list", record.Values{"text": text}, nil)
			d.check(err)
		}
		text(a, "one\ntwo\nthree\nfour\nfive\nsix\nseven\n")
		rounds(a, b)
		text(a, "one by A\ntwo\nthree\nfour by A\nfive\nsix\nseven\n")
		b.clock.step(time.Minute)
		text(b, "one\ntwo\nthree\nfour by B\nfive\nsix\nseven by B\n")
		rounds(a, b)
		a.clock.step(time.Hour)
		if p := a.plan(conflicts.MergeRule, ""); len(p) != 1 || p[0].Session != nil || fmt.Sprint(p[0].Open) != "[text]" {
			t.Fatalf("merging alone plans %+v", p)
		}
		o := a.resolveAll(a.plan(conflicts.MergeThenNewest, ""))
		if len(o.Done) != 1 {
			t.Fatalf("resolved %+v", o)
		}
		want := "one by A\ntwo\nthree\nfour by B\nfive\nsix\nseven by B\n"
		if got := record.Read(a.item("list").Winner.Content).Get("text"); got != want {
			t.Errorf("the text is %q, want %q", got, want)
		}
	})
}

// A deletion that is newer than the edit decides for the whole item.
func TestTheNewestVersionDecidesWhetherAnItemIsDeleted(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		a.add("milk", "Milk")
		rounds(a, b)
		a.edit("milk", "Oat milk")
		b.clock.step(time.Hour)
		_, err := b.Edit.Delete(t.Context(), "Groceries", "milk")
		b.check(err)
		rounds(a, b)
		a.clock.step(2 * time.Hour)
		plans := a.plan(conflicts.MergeThenNewest, "")
		if got := outcomeOf(t, plans[0], a.clock.Now()); got != "deleted" {
			t.Errorf("the item is %q, want it deleted", got)
		}
	})
}
