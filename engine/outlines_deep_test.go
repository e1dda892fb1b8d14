package engine_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
	"crossfeed/engine/store"
)

// sink puts outlines into the store as if merges had made them so, each in the one
// before it.
func (d *garden) sink(n int) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		parent := ""
		for i := range n {
			v := &item.Version{
				ID: fmt.Sprintf("i%04d", i), Updates: 1, Place: item.Place{Parent: parent, Key: "1"}, Content: item.Plain("deep", ""),
				History: []item.History{{Sequence: 1, By: "desk", When: item.AtRFC822(d.clock.Now())}},
			}
			if err := w.PutItem(s.Key, &item.Item{Winner: v}, store.Seen{}); err != nil {
				return err
			}
			parent = v.ID
		}
		return nil
	}))
}

// alike brings everyone to rest, with the laptop's outline everywhere.
func (p *plans) alike() {
	p.Helper()
	p.quiet()
	for _, d := range p.desks[1:] {
		if d.marked() != p.desks[0].marked() {
			p.Fatalf("%s shows another outline than %s", d.Endpoint(), p.desks[0].Endpoint())
		}
	}
}

// A document goes only so deep. A tree that merges made deeper is published all the same,
// and whoever reads it has it whole.
func TestATreeThatIsDeeperThanADocumentIsSharedWhole(t *testing.T) {
	const deep = place.Levels + 300
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.sink(deep)
	p.alike()
	last := fmt.Sprintf("i%04d", deep-1)
	phone.edit(last, "changed")
	phone.place("i1001", "i0001", "")
	laptop.place("i1200", "", "i0000")
	p.alike()
	for _, d := range p.desks {
		if got := d.item(last).Winner; got.Title() != "changed" || got.Place.Parent != fmt.Sprintf("i%04d", deep-2) {
			t.Errorf("at %s it is %q in %q", d.Endpoint(), got.Title(), got.Place.Parent)
		}
		if got := d.item("i1200").Winner.Place.Parent; got != "" {
			t.Errorf("at %s what was moved to the root is in %q", d.Endpoint(), got)
		}
		if got := d.item("i1001").Winner.Place.Parent; got != "i0001" {
			t.Errorf("at %s what was moved is in %q", d.Endpoint(), got)
		}
	}
}
