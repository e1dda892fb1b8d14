package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// reopened closes the store of a garden and opens it again with a new engine.
func reopened(t *testing.T, d *garden, dir string) *garden {
	t.Helper()
	if d != nil {
		d.check(d.Close())
	}
	st, err := storagetest.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	c := newClock()
	if d != nil {
		c = d.clock
	}
	return &garden{newDesk(t, t, "desk", st, transport.Disk{}, c)}
}

// held returns the store's state of outlines in words.
func (d *garden) held(ids ...string) (all []string) {
	d.Helper()
	say := func(what string, v *item.Version) {
		all = append(all, fmt.Sprintf("%s: %x %+v %t resolved %q history %q extra %s content %s publisher %q",
			what, store.Identity(v), v.Place, v.Missing, v.Resolved, v.History, v.Extra, v.Content.XML(), v.Publisher))
	}
	for _, id := range ids {
		it, about, err := d.Conflicts.About(d.t.Context(), "Groceries", id)
		d.check(err)
		all = append(all, fmt.Sprintf("%s flagged %t", id, it.Flagged))
		for _, v := range it.Versions() {
			say("version", v)
		}
		for _, v := range about.Offered {
			say("offered", v)
		}
		history, err := d.Lists.History(d.t.Context(), "Groceries", id)
		d.check(err)
		for _, a := range history {
			say(fmt.Sprint("archived ", a.Seen), a.Version)
		}
	}
	rows, err := d.Lists.Outline(d.t.Context(), "Groceries")
	d.check(err)
	for _, row := range rows {
		all = append(all, fmt.Sprintf("row %+v", row))
	}
	decisions, err := d.Conflicts.Resolutions(d.t.Context(), "", "", 0)
	d.check(err)
	return append(all, fmt.Sprintf("decisions %+v", decisions))
}

func TestAStoreOfOutlinesThatIsOpenedAgainHasAllItHad(t *testing.T) {
	dir := t.TempDir()
	d := reopened(t, nil, dir)
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Groceries", Kind: "outline"})
	d.check(err)
	d.plant("a", "a:b", "b:c", "a:call", "gone")
	d.contested("call")
	missing := *d.item("b")
	lost := *missing.Winner
	lost.History, lost.Missing, lost.Place, lost.Content = []item.History{{Sequence: 1, By: "tablet"}}, true, item.Place{Parent: "gone", Key: "1"}, item.Plain("", "")
	lost.Extra = `<x xmlns="urn:x">kept as it stood</x>`
	missing.Conflicts, missing.Flagged = []*item.Version{&lost}, true
	d.inserted(&missing)
	circled(d, "c", "a")
	s := d.begin("call")
	d.check(s.Take(0))
	d.check(s.Type("title", "Called"))
	d.save(s) // it lists what it resolved
	d.remove("gone")

	ids := []string{"a", "b", "c", "call", "gone"}
	before := d.held(ids...)
	d = reopened(t, d, dir)
	if after := d.held(ids...); !slices.Equal(after, before) {
		t.Errorf("it has\n%s\nand had\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
	if w := d.item("call").Winner; len(w.Resolved) != 1 || w.Resolved[0].By != "tablet" {
		t.Errorf("it names as resolved %+v", w.Resolved)
	}
	d.expectTree("a(b call) c")
	// earlier edits can still be undone
	d.clock.step(time.Minute)
	d.check(undo(d.desk))
	d.expectTree("a(b call) gone c")
	d.clock.step(time.Minute)
	d.check(undo(d.desk))
	if it := d.item("call"); len(it.Conflicts) != 1 || !it.Flagged {
		t.Errorf("undone it has %d conflicts, flagged %t", len(it.Conflicts), it.Flagged)
	}
	d = reopened(t, d, dir)
	d.clock.step(time.Minute)
	d.check(redo(d.desk))
	if it := d.item("call"); len(it.Conflicts) != 0 || it.Flagged || it.Winner.Title() != "Called" {
		t.Errorf("done again it has %d conflicts, flagged %t: %q", len(it.Conflicts), it.Flagged, it.Winner.Title())
	}
	d.check(d.Close())
}
