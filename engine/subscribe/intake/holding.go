package intake

import (
	"maps"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// holder is the feed, as what it holds is noted.
func (r *reading) holder() store.Holder {
	return store.Holder{Subscription: r.source.Subscription, Feed: r.source.File}
}

// holdings finds the items that the feed did not hold before: all that are in it, those
// that were set aside included.
func (r *reading) holdings(now store.Reader) error {
	if r.source.Subscription == 0 || r.source.CountOnly || r.options.DryRun {
		return nil
	}
	held, err := now.Held(r.holder())
	if err != nil {
		return err
	}
	for id := range r.seen {
		if !held[id] {
			r.hold = append(r.hold, id)
		}
	}
	for id := range r.aside {
		if !held[id] && r.seen[id] == 0 {
			r.hold = append(r.hold, id)
		}
	}
	slices.Sort(r.hold)
	return nil
}

// keepHoldings notes what the feed holds now, and takes out of the set what its
// publisher has no more. It breaks off where yield says so.
func (r *reading) keepHoldings(w store.Writer, yield func() error) error {
	for some := range slices.Chunk(r.hold, heldAtOnce) {
		if err := yield(); err != nil {
			return err
		}
		if err := w.Hold(r.holder(), some...); err != nil {
			return err
		}
	}
	gone, err := r.absent(w)
	if err != nil {
		return err
	}
	for _, id := range gone.discard {
		if err := w.RemoveItem(r.source.Set.Key, id); err != nil {
			return err
		}
	}
	r.result.Discarded = len(gone.discard)
	if len(gone.letGo) == 0 {
		return nil
	}
	return w.LetGo(r.holder(), gone.letGo...)
}

// heldAtOnce is how many are noted before others may go first again.
const heldAtOnce = 2000

// absent is what a feed held and its publisher has no more.
type absent struct {
	// letGo it holds no more; of these, discard are taken out of the set.
	letGo, discard []string
	// counted are those of discard that are no todos that are done.
	counted []string
}

// absent finds what is in none of the documents, where the subscriber is out of sync.
func (r *reading) absent(now store.Reader) (absent, error) {
	var gone absent
	if !r.source.Discard || r.source.Subscription == 0 {
		return gone, nil
	}
	held, err := now.Held(r.holder())
	if err != nil {
		return gone, err
	}
	waiting, err := r.waiting(now)
	if err != nil {
		return gone, err
	}
	for _, id := range slices.Sorted(maps.Keys(held)) {
		if r.seen[id] != 0 || r.aside[id] || waiting[id] {
			continue
		}
		if err := gone.add(r, now, id); err != nil {
			return gone, err
		}
	}
	for id := range r.screening.missing { // found missing a moment ago: it waits
		gone.keep(id)
	}
	return gone, nil
}

// keep leaves an item where it is.
func (a *absent) keep(id string) {
	same := func(o string) bool { return o == id }
	a.discard, a.letGo = slices.DeleteFunc(a.discard, same), slices.DeleteFunc(a.letGo, same)
}

// add tells what becomes of an item that is absent. It stays in the set where this
// endpoint changed it, or where another feed holds it, of this subscription or of another.
// What stays of a feed that is read only stays held, unless another one of its
// subscription does that.
func (a *absent) add(r *reading, now store.Reader, id string) error {
	it, err := lookUp(now, r.source.Set.Key, id)
	if err != nil {
		return err
	}
	others, err := now.Holders(r.source.Set.Key, id)
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(others, func(h store.Holder) bool { return h == r.holder() })
	stays := it != nil && (len(others) > 0 || changedBy(it, r.source.By, r.source.Former))
	if it != nil && !stays {
		a.discard = append(a.discard, id)
		if isOpen(it.Winner) {
			a.counted = append(a.counted, id)
		}
	}
	beside := slices.ContainsFunc(others, func(h store.Holder) bool { return h.Subscription == r.source.Subscription })
	if !stays || !r.source.TakeOnly || beside {
		a.letGo = append(a.letGo, id)
	}
	return nil
}

// waiting are the items of the set that wait for a person: they count as present.
func (r *reading) waiting(now store.Reader) (map[string]bool, error) {
	all, err := now.Suspects(r.source.Set.Key)
	ids := map[string]bool{}
	for _, s := range all {
		if s.State == store.Waiting && s.Subscription == r.source.Subscription {
			ids[s.ID] = true
		}
	}
	return ids, err
}

// changedBy tells whether an endpoint stands in the histories of an item or of its
// conflicts, by its identifier or a former one.
func changedBy(it *item.Item, by string, former []string) bool {
	return slices.ContainsFunc(it.Versions(), func(v *item.Version) bool {
		return slices.ContainsFunc(v.History, func(h item.History) bool { return h.By == by || slices.Contains(former, h.By) })
	})
}

// IsMissing reports whether a suspect is an item that its feed no longer has.
func IsMissing(s store.Suspect) bool {
	return slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool { return a.Part == trust.Missing })
}

// holdMissing holds the items for review that the feed no longer has.
func (r *reading) holdMissing(now store.Reader) error {
	for _, id := range slices.Sorted(maps.Keys(r.screening.missing)) {
		it, err := lookUp(now, r.source.Set.Key, id)
		if err != nil {
			return err
		}
		document, err := r.documentOf(it)
		if err != nil {
			return err
		}
		r.result.Missing++
		r.result.tell(r.screening.missing[id])
		r.screening.put = append(r.screening.put, store.Suspect{
			Set: r.source.Set.Key, Subscription: r.source.Subscription, Feed: r.at,
			ID: id, Title: it.Winner.Title(), At: r.options.At,
			Alarms: []trust.Alarm{r.screening.missing[id]}, Document: document, Mark: "missing from " + r.at,
		})
	}
	return nil
}

// Discard takes an item out of a set that a feed no longer has, where this endpoint did not
// change it and no other feed holds it.
func Discard(w store.Writer, set int64, id, by string, former []string) error {
	leaves, err := Discards(w, set, id, store.Holder{}, by, former)
	if !leaves || err != nil {
		return err
	}
	return w.RemoveItem(set, id)
}

// Discards reports whether Discard takes an item out of a set, once a feed holds it no more.
func Discards(r store.Reader, set int64, id string, letGo store.Holder, by string, former []string) (bool, error) {
	it, err := lookUp(r, set, id)
	if it == nil || err != nil {
		return false, err
	}
	others, err := r.Holders(set, id)
	others = slices.DeleteFunc(others, func(h store.Holder) bool { return h == letGo })
	return len(others) == 0 && !changedBy(it, by, former), err
}
