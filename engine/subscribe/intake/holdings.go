package intake

import (
	"maps"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// holder identifies the feed in the store's record of which feed holds which items.
func (r *reading) holder() store.Holder {
	return store.Holder{Subscription: r.source.Subscription, Feed: r.source.File}
}

// holdings finds the items that the feed did not hold before: all of its items, including
// skipped ones.
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
	for id := range r.skipped {
		if !held[id] && r.seen[id] == 0 {
			r.hold = append(r.hold, id)
		}
	}
	slices.Sort(r.hold)
	return nil
}

// letGo removes from the set what the publisher of the feed no longer has.
func (r *reading) letGo(w store.Writer) error {
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

// absent lists the items that a feed held and its publisher no longer has.
type absent struct {
	// letGo are the items that the feed no longer holds; discard are removed from the set.
	letGo, discard []string
	// counted are the items of discard other than completed todos.
	counted []string
}

// absent finds the items that are in none of the documents, if the subscriber is out of sync.
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
		if r.seen[id] != 0 || r.skipped[id] || waiting[id] {
			continue
		}
		if err := gone.add(r, now, id); err != nil {
			return gone, err
		}
	}
	for id := range r.screening.missing { // just found missing: held for review
		gone.retain(id)
	}
	return gone, nil
}

// retain removes an item from the lists, so that it stays where it is.
func (a *absent) retain(id string) {
	same := func(o string) bool { return o == id }
	a.discard, a.letGo = slices.DeleteFunc(a.discard, same), slices.DeleteFunc(a.letGo, same)
}

// add decides what happens to an absent item. It stays in the set if this endpoint changed it,
// or if another feed of this or another subscription holds it. In a read-only subscription, an
// item that stays also stays held, unless another feed of the subscription holds it.
func (a *absent) add(r *reading, now store.Reader, id string) error {
	it, err := findItem(now, r.source.Set.Key, id)
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

// waiting returns the items of this subscription that are held for review: they count as
// present.
func (r *reading) waiting(now store.Reader) (map[string]bool, error) {
	all, err := now.HeldItems(r.source.Set.Key)
	ids := map[string]bool{}
	for _, s := range all {
		if s.State == store.Waiting && s.Subscription == r.source.Subscription {
			ids[s.ID] = true
		}
	}
	return ids, err
}

// changedBy reports whether the histories of an item or its conflicts contain an endpoint, by
// its identifier or a former one.
func changedBy(it *item.Item, by string, former []string) bool {
	return slices.ContainsFunc(it.Versions(), func(v *item.Version) bool {
		return slices.ContainsFunc(v.History, func(h item.History) bool { return h.By == by || slices.Contains(former, h.By) })
	})
}

// IsMissing reports whether a quarantined item is held because its feed no longer has it.
func IsMissing(s store.HeldItem) bool {
	return slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool { return a.Part == trust.Missing })
}

// holdMissing holds items for review that the feed no longer has.
func (r *reading) holdMissing(now store.Reader) error {
	for _, id := range slices.Sorted(maps.Keys(r.screening.missing)) {
		it, err := findItem(now, r.source.Set.Key, id)
		if err != nil {
			return err
		}
		document, err := r.documentOf(it)
		if err != nil {
			return err
		}
		r.result.Missing++
		r.result.addAlarms(r.screening.missing[id])
		r.screening.put = append(r.screening.put, store.HeldItem{
			Set: r.source.Set.Key, Subscription: r.source.Subscription, Feed: r.at,
			ID: id, Title: it.Winner.Title(), At: r.options.At,
			Alarms: []trust.Alarm{r.screening.missing[id]}, Document: document, Mark: "missing from " + r.at,
		})
	}
	return nil
}

// Discard removes an item from a set that a feed no longer has, unless this endpoint changed
// it or another feed holds it.
func Discard(w store.Writer, set int64, id, by string, former []string) error {
	leaves, err := Discards(w, set, id, store.Holder{}, by, former)
	if !leaves || err != nil {
		return err
	}
	return w.RemoveItem(set, id)
}

// Discards reports whether Discard would remove an item from a set once a feed no longer holds
// it.
func Discards(r store.Reader, set int64, id string, letGo store.Holder, by string, former []string) (bool, error) {
	it, err := findItem(r, set, id)
	if it == nil || err != nil {
		return false, err
	}
	others, err := r.Holders(set, id)
	others = slices.DeleteFunc(others, func(h store.Holder) bool { return h == letGo })
	return len(others) == 0 && !changedBy(it, by, former), err
}
