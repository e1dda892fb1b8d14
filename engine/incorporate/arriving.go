package incorporate

import (
	"errors"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// arrive keeps an item that brings something: a change of the local one, or a
// version for the archive. Entries of one identifier in a feed are merged with
// each other first; where neither subsumes the other, their publisher erred
// (SSE 0.93 §2.4).
func (r *reading) arrive(now store.Reader, e *feed.Entry) error {
	id := e.Item.ID()
	again, before := r.seen[id] == r.number, r.seenBefore(id)
	r.seen[id] = r.number
	earlier := r.news.byID[id]
	local, err := lookUp(now, r.source.Set.Key, id)
	if errors.Is(err, store.ErrDamagedItem) {
		r.result.Problems.add("%s: item %s: %v", r.at, id, store.ErrDamagedItem)
		r.unfit()
		return nil
	}
	if err != nil {
		return err
	}
	came := e.Item
	ours, err := r.ownKept(now, local, came)
	if err != nil {
		return err
	}
	r.tellAltered(e, ours.copies)
	e.Item = ours.item
	if earlier != nil {
		earlier.take(ours)
	}
	if earlier != nil && !before {
		r.meet(earlier, e)
		return nil
	}
	incoming := e.Item
	if r.outline != nil {
		incoming = r.outline.meet(e, local)
	}
	if earlier != nil {
		r.join(earlier, e, incoming)
		return nil
	}
	if again && r.outline != nil {
		r.tell(Twins(r.rules, e.Line, local, e.Item))
	}
	m, _, err := r.merge(now, local, incoming)
	if err != nil {
		return err
	}
	if !r.accept(e, m) {
		return nil
	}
	brings := m.Changed || len(ours.alarms) > 0
	if !brings {
		brings, err = lacks(now, r.source.Set.Key, id, slices.Concat(ours.copies, m.Dropped, records(m.Item, incoming)))
	}
	if err != nil || !brings {
		return err
	}
	if again && r.outline == nil {
		r.tell(Twins(r.rules, e.Line, local, e.Item))
	}
	a := &arrival{Twin: Twin{Item: incoming, Rules: r.rules}, number: r.number}
	a.take(ours)
	if r.outline == nil && len(ours.copies) > 0 {
		a.came = came
	}
	r.news.add(a)
	return r.look(now, a, local, m.Item)
}

// meet merges an entry with earlier ones of the same identifier.
func (r *reading) meet(earlier *arrival, e *feed.Entry) {
	incoming := e.Item
	if r.outline != nil {
		incoming = unplaced(e.Item)
	}
	m, found, ok := earlier.Meet(e.Line, incoming)
	for _, p := range found {
		r.tell(p)
	}
	if !ok {
		r.unfit()
		return
	}
	earlier.dropped = append(earlier.dropped, m.Dropped...)
	r.screening.lookAgain(earlier)
}

// join merges an item with what an earlier document had of it. That both have it is no
// fault of their publisher.
func (r *reading) join(earlier *arrival, e *feed.Entry, incoming *item.Item) {
	m := r.rules.Merge(earlier.Item, incoming)
	if !r.accept(e, m) {
		return
	}
	if indexOf(incoming.Winner, m.Item) == 0 {
		earlier.number = r.number
	}
	earlier.Item, earlier.dropped = m.Item, slices.Concat(earlier.dropped, m.Dropped, records(m.Item, incoming))
	r.screening.lookAgain(earlier)
}

// accept tells what a merge has found, and sets the entry aside where the merged
// item could not be published any more.
func (r *reading) accept(e *feed.Entry, m rules.Result) bool {
	r.result.Problems.addFound(r.at, Found(r.rules, e.Line, e.Item.ID(), m)...)
	if err := feed.Fits(m.Item); m.Changed && err != nil {
		r.result.Problems.addFound(r.at, Unfit(e.Line, e.Item.ID(), err))
		r.unfit()
		return false
	}
	return true
}

// unfit counts an entry that is set aside because it does not go with what is here.
func (r *reading) unfit() {
	r.result.SetAside++
	r.result.Unfit = true
}

// tell keeps a problem for a person. That one of two entries of one identifier is
// the newer one is none, but in an outline, where it can stand in one place only.
func (r *reading) tell(p feed.Problem) {
	if p.Rule != ruleRepeated || p.Severity == feed.Error || r.outline != nil {
		r.result.Problems.addFound(r.at, p)
	}
}
