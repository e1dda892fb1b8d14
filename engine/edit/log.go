package edit

import (
	"crypto/sha256"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// Log records the changes of one edit: each item once, with its states before and after the
// edit, however often the edit changed it.
type Log struct {
	Steps []store.Step
	// at maps an item to the index of its step.
	at map[key]int
}

type key struct {
	set int64
	id  string
}

// add records a change; a nil Log records nothing. A mark that was only set because of
// conflicts that the change included does not have to be set again.
func (l *Log) add(set int64, before, now *item.Item) {
	if l != nil {
		l.step(set, before, now, before != nil && ancestry.Marked(before))
	}
}

// addResolved records a resolution, or its reversal.
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

// addTaken records a change that was reverted without an update; now is nil if the item left
// the list.
func (l *Log) addTaken(set int64, before, now *item.Item) {
	step := &l.Steps[l.begin(set, before, before.ID())]
	step.Taken, step.Flagged, step.Opens = true, before.Flagged, identities(before.Conflicts)
	if now != nil {
		step.After = store.Identity(now.Winner)
	}
}

// addBack records that an item that had left was put back without an update.
func (l *Log) addBack(set int64, now *item.Item) {
	step := &l.Steps[l.begin(set, nil, now.ID())]
	step.Taken, step.After = true, store.Identity(now.Winner)
}

// step returns the step of an item, updated to its new state. flagged is the mark to set again
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

// begin starts the step of an item, unless it exists, and returns its index.
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

// identities returns the identities of versions, in their order. The result is never nil.
func identities(versions []*item.Version) [][sha256.Size]byte {
	all := make([][sha256.Size]byte, 0, len(versions))
	for _, v := range versions {
		all = append(all, store.Identity(v))
	}
	return all
}

// Ends caches the last items of parents in ordered lists within one transaction, because an
// import appends thousands of items.
type Ends struct{ last map[key]*order.Sibling }

// put records that an item is the last one; a nil Ends records nothing.
func (e *Ends) put(set int64, it *item.Item) {
	e.setLast(set, it.Winner.Place.Parent, sibling(it.ID(), it.Winner.Place))
}

// setLast records the last item in a parent, or nil for none.
func (e *Ends) setLast(set int64, parent string, last *order.Sibling) {
	if e == nil {
		return
	}
	if e.last == nil {
		e.last = map[key]*order.Sibling{}
	}
	e.last[key{set, parent}] = last
}

// placed updates the cache after an item was moved, possibly to an end. An item that was moved
// away from the end may still be cached there: its key remains a valid lower bound.
func (e *Ends) placed(set int64, it *item.Item) {
	p := it.Winner.Place
	last, known := e.of(set, p.Parent)
	if known && order.Valid(p.Key) && (last == nil || order.Compare(*last, *sibling(it.ID(), p)) < 0) {
		e.put(set, it)
	}
}

// forget clears the cache, when items were moved in unknown ways.
func (e *Ends) forget() {
	if e != nil {
		e.last = nil
	}
}

// of returns the last item in a parent, if it is cached.
func (e *Ends) of(set int64, parent string) (last *order.Sibling, known bool) {
	if e != nil {
		last, known = e.last[key{set, parent}]
	}
	return last, known
}

// last returns the last item in a parent, or nil. It ignores items without a key, because they
// come after all items that have one.
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
	w.Ends.setLast(w.Set, parent, g.left)
	return g.left, nil
}
