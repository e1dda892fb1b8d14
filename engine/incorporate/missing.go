package incorporate

import (
	"maps"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

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
		r.screening.put = append(r.screening.put, store.Suspect{
			Set: r.source.Set.Key, Subscription: r.source.Subscription, Feed: r.at,
			ID: id, Title: it.Winner.Title(), At: r.options.At,
			Alarms: []trust.Alarm{r.screening.missing[id]}, Document: document, Mark: "missing from " + r.at,
		})
	}
	return nil
}

// tellHeld says how much waits, and how much of it would have changed the list as a whole.
func (r *reading) tellHeld() {
	n := r.result.Held + r.result.Missing
	if n == 0 {
		return
	}
	r.result.Problems.add("%s: %d held for review: see crossfeed review list", r.at, n)
}

// Discard takes an item out of a set that a feed no longer has, where this endpoint did not
// change it and no other feed holds it.
func Discard(w store.Writer, set int64, id, by string, former []string) error {
	it, err := lookUp(w, set, id)
	if it == nil || err != nil {
		return err
	}
	others, err := w.Holders(set, id)
	if err != nil || len(others) > 0 || changedBy(it, by, former) {
		return err
	}
	return w.RemoveItem(set, id)
}
