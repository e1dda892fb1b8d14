package edit

import (
	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
)

// Ends are what stands last in the items of ordered sets, as far as the work of one
// transaction asked: an import puts thousands of items at the ends of others.
type Ends struct{ last map[key]*place.Sibling }

// put takes down that an item stands last; the nil Ends remembers nothing.
func (e *Ends) put(set int64, it *item.Item) {
	e.remember(set, it.Winner.Place.Parent, sibling(it.ID(), it.Winner.Place))
}

// remember takes down what stands last in an item; nil is nothing.
func (e *Ends) remember(set int64, parent string, last *place.Sibling) {
	if e == nil {
		return
	}
	if e.last == nil {
		e.last = map[key]*place.Sibling{}
	}
	e.last[key{set, parent}] = last
}

// placed takes down that an item came to stand somewhere: after what stood last,
// perhaps. What left an end leaves its key behind, which nothing stands after.
func (e *Ends) placed(set int64, it *item.Item) {
	p := it.Winner.Place
	last, known := e.of(set, p.Parent)
	if known && place.Valid(p.Key) && (last == nil || place.Compare(*last, *sibling(it.ID(), p)) < 0) {
		e.put(set, it)
	}
}

// forget is for when items came to stand anywhere.
func (e *Ends) forget() {
	if e != nil {
		e.last = nil
	}
}

// of is what stands last in an item, where that is known.
func (e *Ends) of(set int64, parent string) (last *place.Sibling, known bool) {
	if e != nil {
		last, known = e.last[key{set, parent}]
	}
	return last, known
}

// last is what stands last in an item, or nil. What has no key is not seen: it stands
// after all that has one.
func (w Work) last(parent string) (*place.Sibling, error) {
	if last, known := w.Ends.of(w.Set, parent); known {
		return last, nil
	}
	all, err := w.Store.PlacesIn(w.Set, parent)
	if err != nil {
		return nil, err
	}
	g := gap{parent: parent}
	for _, p := range all {
		if g.holds(p.ID, p.Place) {
			g.left = sibling(p.ID, p.Place)
		}
	}
	w.Ends.remember(w.Set, parent, g.left)
	return g.left, nil
}
