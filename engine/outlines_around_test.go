package engine_test

import (
	"reflect"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/item"
)

func TestWhereaboutsOfAPlace(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:x", "b:y", "x:deep", "gone", "gone:p", "gone:q", "c")
	d.remove("gone")
	d.expectTree("a b(x(deep) y) p q c")
	spot := func(id, title string) engine.Spot { return engine.Spot{ID: id, Title: title} }
	at := func(id string) item.Place { return d.item(id).Winner.Place }
	for _, c := range []struct {
		what string
		p    item.Place
		want engine.Whereabouts
	}{
		{"where it stands, first at the root", at("a"), engine.Whereabouts{After: spot("b", "B")}},
		{"last at the root", item.Place{Key: "99"}, engine.Whereabouts{Before: spot("c", "C")}},
		{"between two", item.Place{Parent: "b", Key: "3/2"}, engine.Whereabouts{
			Path: []engine.Spot{spot("b", "B")}, Before: spot("x", "X"), After: spot("y", "Y")}},
		{"deep", item.Place{Parent: "x", Key: "5"}, engine.Whereabouts{
			Path: []engine.Spot{spot("b", "B"), spot("x", "X")}, Before: spot("deep", "DEEP")}},
		{"alone", item.Place{Parent: "c", Key: "1"}, engine.Whereabouts{Path: []engine.Spot{spot("c", "C")}}},
		{"in what is deleted", item.Place{Parent: "gone", Key: "3/2"}, engine.Whereabouts{
			Before: spot("p", "P"), After: spot("q", "Q"), Deleted: spot("gone", "GONE")}},
		{"in what is not there", item.Place{Parent: "missing", Key: "1/9"}, engine.Whereabouts{Before: spot("c", "C"), Absent: true}},
		{"out of a cycle", item.Place{Key: "1/0", Cycle: "b"}, engine.Whereabouts{Before: spot("c", "C"), Cycle: spot("b", "B")}},
		{"out of a cycle with what is not there", item.Place{Key: "1/0", Cycle: "m"}, engine.Whereabouts{Before: spot("c", "C"), Cycle: spot("m", "")}},
	} {
		t.Run(c.what, func(t *testing.T) {
			got, err := d.Whereabouts(t.Context(), "Groceries", "a", c.p)
			d.check(err)
			if !reflect.DeepEqual(got, []engine.Whereabouts{c.want}) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestWhereaboutsOfSeveralPlacesInTheirOrder(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:x")
	got, err := d.Whereabouts(t.Context(), "Groceries", "x", d.item("x").Winner.Place, item.Place{Key: "3/2"})
	d.check(err)
	if len(got) != 2 || len(got[0].Path) != 1 || got[1].Before.ID != "a" || got[1].After.ID != "b" {
		t.Errorf("got %+v", got)
	}
	none, err := d.Whereabouts(t.Context(), "Groceries", "x")
	if err != nil || len(none) != 0 {
		t.Errorf("of no place: %v, error %v", none, err)
	}
}

// A place in what stands in the item itself by now can be shown too.
func TestWhereaboutsOfAPlaceInTheItemItself(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b")
	got, err := d.Whereabouts(t.Context(), "Groceries", "a", item.Place{Parent: "b", Key: "1"})
	d.check(err)
	if path := got[0].Path; len(path) != 2 || path[0].ID != "a" || path[1].ID != "b" {
		t.Errorf("got %+v", got)
	}
}
