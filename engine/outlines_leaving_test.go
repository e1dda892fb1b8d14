package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
)

// shows returns the titles of a visible outline: "A(B C) D".
func (d *garden) shows(set string) string {
	d.Helper()
	rows, err := d.Lists.Outline(d.t.Context(), set)
	d.check(err)
	var b strings.Builder
	depth := 0
	for i, row := range rows {
		if row.Depth > depth {
			b.WriteString("(")
		} else if i > 0 {
			b.WriteString(strings.Repeat(")", depth-row.Depth) + " ")
		}
		b.WriteString(row.Title)
		depth = row.Depth
	}
	return b.String() + strings.Repeat(")", depth)
}

// leaving are the ways to bring items into another list.
var leaving = map[string]func(*edit.Service, context.Context, []edit.Ref, string) (edit.Outcome, error){
	"moved": (*edit.Service).Move, "copied": (*edit.Service).Copy,
}

func TestWhatIsInAnOutlineLeavesWithIt(t *testing.T) {
	for _, c := range []struct{ name, items, there, stays string }{
		{"a folder", "a", "A(B(C) D)", "top(e)"},
		{"what was chosen with its folder", "c a d", "A(B(C) D)", "top(e)"},
		{"what stood beside it", "e a", "E A(B(C) D)", "top"},
		{"what was chosen twice", "b b", "B(C)", "top(a(d) e)"},
		{"all", "top", "TOP(A(B(C) D) E)", ""},
	} {
		for how, leave := range leaving {
			t.Run(c.name+" is "+how, func(t *testing.T) {
				c := c // each subtest starts from the same case
				d := fourLists(t)
				d.plant("top", "top:a", "a:b", "b:c", "a:d", "top:e")
				before := d.tree()
				d.clock.step(time.Minute)
				_, err := leave(d.Edit, t.Context(), refs(strings.Fields(c.items)...), "Other")
				d.check(err)
				if how == "moved" {
					before, c.stays = c.stays, before
				} else {
					c.stays = before
				}
				for range 2 {
					if got := d.shows("Other"); got != c.there {
						t.Errorf("there it shows %s, want %s", got, c.there)
					}
					d.expectTree(before)
					d.clock.step(time.Minute)
					d.check(undo(d.desk))
					d.expectTree(c.stays)
					if got := d.shows("Other"); got != "" {
						t.Errorf("undone it shows %s there", got)
					}
					d.clock.step(time.Minute)
					d.check(redo(d.desk))
				}
			})
		}
	}
}

func TestWhatWasInADeletedOutlineLeavesWithTheNextOneAbove(t *testing.T) {
	for how, leave := range leaving {
		d := fourLists(t)
		d.plant("a", "a:b", "b:c", "b:d", "a:e")
		d.remove("b")
		d.expectTree("a(c d e)")
		_, err := leave(d.Edit, t.Context(), refs("a"), "Other")
		d.check(err)
		if got := d.shows("Other"); got != "A(C D E)" {
			t.Errorf("%s: there it shows %s", how, got)
		}
	}
}

func TestABranchThatCannotLeaveWholeStaysWhole(t *testing.T) {
	for _, items := range []string{"a", "a b d", "d b a"} {
		for how, leave := range leaving {
			d := fourLists(t)
			d.plant("a", "a:b", "b:c", "a:d", "e")
			d.contested("c")
			o, err := leave(d.Edit, t.Context(), refs(append(strings.Fields(items), "e")...), "Other")
			d.check(err)
			if got := d.shows("Other"); got != "E" {
				t.Errorf("%s %s: there it shows %s", items, how, got)
			}
			if len(o.Refused) != len(strings.Fields(items)) || !errors.Is(o.Refused[0].Err, edit.ErrConflicted) ||
				!strings.Contains(o.Refused[0].Err.Error(), "item c in it") {
				t.Errorf("%s %s: %+v", items, how, o)
			}
			if want := "a(b(c) d)"; !strings.HasPrefix(d.tree(), want) {
				t.Errorf("%s %s: here it shows %s", items, how, d.tree())
			}
		}
	}
}

// contested creates an open conflict with somebody else's version of an outline.
func (d *garden) contested(id string) {
	d.Helper()
	it := *d.item(id)
	other := *it.Winner
	other.History = slices.Clone(other.History)
	other.History[0].By = "tablet"
	other.Content = other.Content.WithTitle(other.Title() + " of the tablet")
	it.Conflicts, it.Flagged = append(it.Conflicts, &other), true
	d.inserted(&it)
}

func TestAnOutlineComesBackWithWhatWasInIt(t *testing.T) {
	d := fourLists(t)
	d.plant("x", "a", "a:b", "b:c", "a:d", "y")
	for range 2 {
		d.clock.step(time.Minute)
		_, err := d.Edit.Move(t.Context(), refs("a"), "Other")
		d.check(err)
		d.clock.step(time.Minute)
		_, err = d.Edit.Move(t.Context(), []edit.Ref{{Set: "Other", ID: "a"}}, "Groceries")
		d.check(err)
		d.expectTree("x y a(b(c) d)")
		if got := d.shows("Other"); got != "" {
			t.Errorf("there it shows %s still", got)
		}
	}
}

func TestInAListWithoutOrderABranchStandsBesideItself(t *testing.T) {
	d := fourLists(t)
	d.plant("a", "a:b")
	_, err := d.Edit.Move(t.Context(), refs("a"), "Notes")
	d.check(err)
	if a, b := d.in("Notes", "a"), d.in("Notes", "b"); a.Winner.Deleted || b.Winner.Deleted {
		t.Error("not all of it is there")
	}
	d.expectTree("")
	d.check(undo(d.desk))
	d.expectTree("a(b)")
}
