package intake

import (
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// outline gathers where the items of a document stand, for an ordered set
// (SSE 0.91 §3.2). It holds no contents, so that a document of any length fits.
type outline struct {
	// spots come as the outlines do, each after those in it.
	spots []order.Spot
	// held says by identifier what is held here of an item in the document.
	held map[string]held
}

// held is what is held here of an item that stands in a document.
type held struct {
	order.Known
	// version is which of the item's versions here is the one in the document, where
	// one is: 0 is the winner.
	version int
	// line is where the item stands in the document.
	line int
}

// stand takes down where an outline stands. What stands in one that was set aside is in
// its item all the same, which comes once it is mended.
func (o *outline) stand(e *feed.Entry) {
	if e.Outline == nil {
		return
	}
	spot := order.Spot{Number: e.Outline.Number, Parent: e.Outline.Parent}
	switch {
	case e.Item != nil:
		spot.ID, spot.Given, spot.Top = e.Item.ID(), e.Outline.Given, e.Item.Winner.Top()
	case e.Outline.Aside != "":
		spot.ID, spot.Aside = e.Outline.Aside, true
	}
	o.spots = append(o.spots, spot)
}

// counted are the spots, of which an outline that was set aside stands for nothing where
// its item is in the document as well: one could be in the other.
func (o *outline) counted() []order.Spot {
	for i, s := range o.spots {
		if _, there := o.held[s.ID]; s.Aside && there {
			o.spots[i] = order.Spot{Number: s.Number, Parent: s.Parent}
		}
	}
	return o.spots
}

// meet takes down what is held of an item in the document, and gives the item with
// the places that its versions have here: where it stands in the document is known
// once that is read to its end. Of several outlines of one item the first counts.
func (o *outline) meet(e *feed.Entry, local *item.Item) *item.Item {
	h := held{line: e.Line}
	if local != nil {
		h.Place = local.Winner.Place
		if i := indexOf(e.Item.Winner, local); i >= 0 {
			h.Same, h.version, h.Place = true, i, local.Versions()[i].Place
		}
	}
	if _, again := o.held[e.Item.ID()]; !again {
		o.held[e.Item.ID()] = h
	}
	in := unplaced(e.Item)
	if h.Same {
		in.Winner = at(in.Winner, h.Place)
	}
	in.Conflicts = placedLike(in.Conflicts, local, item.Place{})
	return in
}

// known is what order.Locate asks for.
func (o *outline) known(id string) order.Known { return o.held[id].Known }

// unplaced is an item whose winner has no place.
func unplaced(it *item.Item) *item.Item {
	out := *it
	out.Winner = at(it.Winner, item.Place{})
	return &out
}

// at is a version in that place.
func at(v *item.Version, p item.Place) *item.Version {
	if v.Place == p {
		return v
	}
	moved := *v
	moved.Place = p
	return &moved
}

// placedLike gives conflicts without a place, as programs write them that know no
// places, the one that the version has here, or another.
func placedLike(conflicts []*item.Version, local *item.Item, other item.Place) []*item.Version {
	if !slices.ContainsFunc(conflicts, noPlace) {
		return conflicts
	}
	placed := slices.Clone(conflicts)
	for i, v := range placed {
		if noPlace(v) {
			placed[i] = at(v, placeOf(v, local, other))
		}
	}
	return placed
}

func noPlace(v *item.Version) bool { return v.Place == item.Place{} }

// placeOf is the place that a version has in an item, or another where it is not there.
func placeOf(v *item.Version, it *item.Item, other item.Place) item.Place {
	if it != nil {
		if i := indexOf(v, it); i >= 0 {
			return it.Versions()[i].Place
		}
	}
	return other
}

// indexOf is the index of a version among those of an item, or -1. A copy whose
// history was truncated (SSE 0.91 §4.2 step 2) is the same version.
func indexOf(v *item.Version, it *item.Item) int {
	return slices.IndexFunc(it.Versions(), func(o *item.Version) bool {
		return o.Updates == v.Updates && o.Top().By == v.Top().By && o.Top().When.Equal(v.Top().When) &&
			o.Deleted == v.Deleted && (v.Deleted || o.Content.Hash() == v.Content.Hash())
	})
}

// incoming is the item as it arrives: where its winner stands in the document. before
// is what is there now, or nil.
func (a *arrival) incoming(before *item.Item) *item.Item {
	if a.at == nil {
		return a.Item
	}
	out := *a.Item
	out.Winner = at(a.Item.Winner, *a.at)
	near := item.Place{Parent: a.at.Parent, Key: order.Guess(a.at.Key)}
	out.Conflicts = placedLike(a.Item.Conflicts, before, near)
	return &out
}
