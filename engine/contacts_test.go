package engine_test

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

// newContactDesk returns a desk with the contacts "Given" and "Given B" in "Groceries".
func newContactDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t, t, "desk", memory.New(), &transporttest.Memory{}, newClock())
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Groceries", Kind: "contact"})
	d.check(err)
	d.add("first", "Given")
	d.add("second", "Given B")
	return d
}

func (d *desk) join(keep, other *item.Item) error {
	_, err := d.Edit.Join(d.t.Context(), "Groceries", keep, other, record.Values{"name": "Given B", "phones": "1234"})
	return err
}

func TestTwoContactsBecomeOneAndTwoAgain(t *testing.T) {
	d := newContactDesk(t)
	d.check(d.join(d.item("first"), d.item("second")))
	d.expectTitles("Given B")
	if got := record.Read(d.item("first").Winner.Content).Get("phones"); got != "1234" {
		t.Errorf("the phones of the one are %q", got)
	}
	if u := d.undo(); u.What != "join" || len(u.Titles) != 2 {
		t.Errorf("undone: %+v", u)
	}
	d.expectTitles("Given", "Given B")
}

func TestContactsThatCannotBeMergedStay(t *testing.T) {
	for name, c := range map[string]struct {
		arrange     func(*desk)
		keep, other string
		want        error
	}{
		"the one that goes changed":  {func(d *desk) { d.edit("second", "Given C") }, "first", "second", edit.ErrChanged},
		"the one that stays changed": {func(d *desk) { d.edit("first", "Given C") }, "first", "second", edit.ErrChanged},
		"the one that goes waits":    {func(d *desk) { d.open("second", "Given D") }, "first", "second", edit.ErrConflicted},
		"the one that stays waits":   {func(d *desk) { d.open("first", "Given D") }, "first", "second", edit.ErrConflicted},
		"it is one":                  {func(*desk) {}, "first", "first", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := newContactDesk(t)
			keep, other := d.item(c.keep), d.item(c.other)
			c.arrange(d)
			before := d.titles("Groceries")
			if err := d.join(keep, other); err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if got := d.titles("Groceries"); !slices.Equal(got, before) {
				t.Errorf("the list says %q, want %q", got, before)
			}
		})
	}
}

// open creates an open conflict with another endpoint's version of an item.
func (d *desk) open(id, title string) {
	d.Helper()
	base := d.item(id)
	other, err := feedsync.Resolve(base, rules.Change{Content: item.Plain(title, "")}, nil, rules.Stamp{By: "phone", When: d.clock.Now().AddDate(-1, 0, 0)})
	d.check(err)
	d.edit(id, base.Winner.Title()+"!")
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		local, err := w.Item(s.Key, id)
		if err != nil {
			return err
		}
		merged := feedsync.Merge(local, other).Item
		if len(merged.Conflicts) != 1 {
			d.Errorf("no conflict to test with")
		}
		return w.PutItem(s.Key, merged, store.Seen{At: d.clock.Now(), From: "phone.xml"})
	}))
}

// A contact that was merged into another one is replaced by that one in later pairs. A contact
// with a conflict stays, and the others are merged.
func TestManyPairsBecomeOneEach(t *testing.T) {
	d := newContactDesk(t)
	d.add("third", "Given C")
	d.add("fourth", "Other")
	d.add("fifth", "Other B")
	d.open("fifth", "Other D")
	o, err := d.Edit.JoinAll(t.Context(), "Groceries", []edit.Pair{{A: "first", B: "second"}, {A: "second", B: "third"}, {A: "first", B: "third"}, {A: "fourth", B: "fifth"}})
	d.check(err)
	if len(o.Done) != 3 || len(o.Refused) != 1 || !errors.Is(o.Refused[0].Err, edit.ErrConflicted) {
		t.Errorf("done %v, refused %v", o.Done, o.Refused)
	}
	d.expectTitles("Given", "Other", "Other B!")
	if u := d.undo(); u.What != "join" {
		t.Errorf("undone: %+v", u)
	}
	d.expectTitles("Given", "Given B", "Given C", "Other", "Other B!")
}
