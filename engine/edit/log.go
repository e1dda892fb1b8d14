package edit

import (
	"crypto/sha256"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// Log is what one edit changed: each item once, from what it said before the
// edit to what it says after, however often the edit changed it.
type Log struct {
	Steps []store.Step
	// at is the place of an item's step.
	at map[key]int
}

type key struct {
	set int64
	id  string
}

// add takes down a change; the nil Log takes nothing down. Of a flag that was there
// because of conflicts that the change included nothing has to be set again.
func (l *Log) add(set int64, before, now *item.Item) {
	if l != nil {
		l.step(set, before, now, before != nil && ancestry.Marked(before))
	}
}

// addResolved takes down what resolved conflicts, or opened them again.
func (l *Log) addResolved(set int64, s Resolved) {
	if l == nil {
		return
	}
	step := l.step(set, s.Before, s.Now, s.Before.Flagged)
	if step.Opens == nil {
		step.Opens, step.Offers = identities(s.Before.Conflicts), identities(s.Offered)
	}
	step.Leaves = identities(s.Now.Conflicts)
}

// addTaken takes down what was taken back without an update; now is nil where the item left.
func (l *Log) addTaken(set int64, before, now *item.Item) {
	step := &l.Steps[l.begin(set, before, before.ID())]
	step.Taken, step.Flagged, step.Opens = true, before.Flagged, identities(before.Conflicts)
	if now != nil {
		step.After = store.Identity(now.Winner)
	}
}

// addBack takes down that an item that had left was put back without an update.
func (l *Log) addBack(set int64, now *item.Item) {
	step := &l.Steps[l.begin(set, nil, now.ID())]
	step.Taken, step.After = true, store.Identity(now.Winner)
}

// step is the step of an item, up to what it says now. flagged is the mark to set again
// when the step is undone.
func (l *Log) step(set int64, before, now *item.Item, flagged bool) *store.Step {
	i, there := l.at[key{set, now.ID()}]
	if !there {
		i = l.begin(set, before, now.ID())
		l.Steps[i].Flagged = flagged
	}
	l.Steps[i].After = store.Identity(now.Winner)
	return &l.Steps[i]
}

// begin begins the step of an item, and gives its place.
func (l *Log) begin(set int64, before *item.Item, id string) int {
	step := store.Step{Set: set, Item: id}
	if before != nil {
		step.Before = store.Identity(before.Winner)
	}
	if l.at == nil {
		l.at = map[key]int{}
	}
	l.at[key{set, id}] = len(l.Steps)
	l.Steps = append(l.Steps, step)
	return len(l.Steps) - 1
}

// identities are those of versions, in their order; none is not nil.
func identities(versions []*item.Version) [][sha256.Size]byte {
	all := make([][sha256.Size]byte, 0, len(versions))
	for _, v := range versions {
		all = append(all, store.Identity(v))
	}
	return all
}

// Ends are what stands last in the items of ordered sets, as far as the work of one
// transaction asked: an import puts thousands of items at the ends of others.
type Ends struct{ last map[key]*order.Sibling }

// put takes down that an item stands last; the nil Ends remembers nothing.
func (e *Ends) put(set int64, it *item.Item) {
	e.remember(set, it.Winner.Place.Parent, sibling(it.ID(), it.Winner.Place))
}

// remember takes down what stands last in an item; nil is nothing.
func (e *Ends) remember(set int64, parent string, last *order.Sibling) {
	if e == nil {
		return
	}
	if e.last == nil {
		e.last = map[key]*order.Sibling{}
	}
	e.last[key{set, parent}] = last
}

// placed takes down that an item came to stand somewhere: after what stood last,
// perhaps. What left an end leaves its key behind, which nothing stands after.
func (e *Ends) placed(set int64, it *item.Item) {
	p := it.Winner.Place
	last, known := e.of(set, p.Parent)
	if known && order.Valid(p.Key) && (last == nil || order.Compare(*last, *sibling(it.ID(), p)) < 0) {
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
func (e *Ends) of(set int64, parent string) (last *order.Sibling, known bool) {
	if e != nil {
		last, known = e.last[key{set, parent}]
	}
	return last, known
}

// last is what stands last in an item, or nil. What has no key is not seen: it stands
// after all that has one.
func (w Work) last(parent string) (*order.Sibling, error) {
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
