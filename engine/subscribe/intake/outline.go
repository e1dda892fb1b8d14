package intake

import (
	"fmt"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// outline collects the positions of the items of a document, for an ordered set (SSE 0.91
// §3.2). It holds no contents, so that a document of any length fits in memory.
type outline struct {
	// spots are in the order in which the outlines end, each after its children.
	spots []order.Spot
	// held has the local state of each item in the document, by identifier.
	held map[string]held
}

// held is the local state of an item in a document.
type held struct {
	order.Known
	// version is the index of the item's local version that the document has, if any: 0 is the
	// winner.
	version int
	// line is the line of the item in the document.
	line int
}

// addSpot records the position of an outline. The children of a skipped outline nevertheless
// belong to its item, which arrives once the outline is repaired.
func (o *outline) addSpot(e *feed.Entry) {
	if e.Outline == nil {
		return
	}
	spot := order.Spot{Number: e.Outline.Number, Parent: e.Outline.Parent}
	switch {
	case e.Item != nil:
		spot.ID, spot.Given, spot.Top = e.Item.ID(), e.Outline.Given, e.Item.Winner.Top()
	case e.Outline.SkippedID != "":
		spot.ID, spot.Skipped = e.Outline.SkippedID, true
	}
	o.spots = append(o.spots, spot)
}

// counted returns the spots. A skipped outline whose item is also elsewhere in the document
// does not count as the item: the one could be inside the other.
func (o *outline) counted() []order.Spot {
	for i, s := range o.spots {
		if _, there := o.held[s.ID]; s.Skipped && there {
			o.spots[i] = order.Spot{Number: s.Number, Parent: s.Parent}
		}
	}
	return o.spots
}

// addLocal records the local state of an item in the document, and returns the item with the
// positions that its versions have locally: its position in the document is only known once
// the document was read to its end. Of several outlines of one item, the first counts.
func (o *outline) addLocal(e *feed.Entry, local *item.Item) *item.Item {
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

// known is the callback for order.Locate.
func (o *outline) known(id string) order.Known { return o.held[id].Known }

// unplaced returns the item with its winner's position removed.
func unplaced(it *item.Item) *item.Item {
	out := *it
	out.Winner = at(it.Winner, item.Place{})
	return &out
}

// at returns the version with the given position.
func at(v *item.Version, p item.Place) *item.Version {
	if v.Place == p {
		return v
	}
	moved := *v
	moved.Place = p
	return &moved
}

// placedLike sets the positions of conflicts without one, as written by programs that know no
// positions: to the position of the local copy of the version, or else to other.
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

// placeOf returns the position that a version has in an item, or other if the item lacks it.
func placeOf(v *item.Version, it *item.Item, other item.Place) item.Place {
	if it != nil {
		if i := indexOf(v, it); i >= 0 {
			return it.Versions()[i].Place
		}
	}
	return other
}

// indexOf returns the index of a version among those of an item, or -1. A copy whose history
// was truncated (SSE 0.91 §4.2 step 2) is the same version.
func indexOf(v *item.Version, it *item.Item) int {
	return slices.IndexFunc(it.Versions(), func(o *item.Version) bool {
		return o.Updates == v.Updates && o.Top().By == v.Top().By && o.Top().When.Equal(v.Top().When) &&
			o.Deleted == v.Deleted && (v.Deleted || o.Content.Hash() == v.Content.Hash())
	})
}

// incoming returns the item with its winner's position in the document. before is the current
// local item, or nil.
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

// locate determines the positions of the items of a document that was read to its end (SSE
// 0.91 §3.2). A version whose position here differs from its position in the document is news,
// too: the lesser of the two positions counts.
func (r *reading) locate(now store.Reader) error {
	for _, l := range order.Locate(r.outline.counted(), r.outline.known) {
		if err := r.put(now, l); err != nil {
			return err
		}
	}
	return nil
}

// put sets the position of an item, unless the document has an older version of it.
func (r *reading) put(now store.Reader, l order.Located) error {
	h, a := r.outline.held[l.ID], r.news.byID[l.ID]
	if a == nil && !h.Same {
		return nil
	}
	to := h.positionFor(l)
	if a == nil && to != h.Place && order.Lesser(l.ID, h.Place, to) != h.Place {
		local, err := findItem(now, r.source.Set.Key, l.ID)
		if err != nil {
			return err
		}
		a = &arrival{EntryMerger: EntryMerger{Item: &item.Item{Winner: local.Versions()[h.version]}, Rules: r.rules}, number: r.number}
		r.news.add(a)
	}
	if a != nil && a.number == r.number {
		a.at = &to
	}
	return r.checkParent(now, to, l.ID, h.line)
}

// positionFor returns the position that an item gets: a derived key does not replace the key
// that the same version already has here under the same parent.
func (h held) positionFor(l order.Located) item.Place {
	if h.Same && l.Derived && h.Place.Key != "" && h.Place.Parent == l.Parent {
		return h.Place
	}
	return l.Place
}

// checkParent reports a problem if neither the document nor the set has the item's parent.
func (r *reading) checkParent(now store.Reader, at item.Place, id string, line int) error {
	if at.Parent == "" || r.seen[at.Parent] != 0 {
		return nil
	}
	parent, err := findItem(now, r.source.Set.Key, at.Parent)
	if err != nil || parent != nil {
		return err
	}
	r.result.Problems.addFound(r.at, feed.Problem{
		Severity: feed.Warning, Line: line, Item: id, Rule: "missing-parent", Section: "SSE 0.91 §3.2",
		Text: fmt.Sprintf("its parent %q is missing: it is shown at the end of the top level until the parent is received", at.Parent),
	})
	return nil
}
