package intake

import (
	"errors"
	"maps"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// mostUnseen is how many items that a feed's endpoint has not seen are stored individually. If
// there are more, the rest counts as unseen until the entire feed is read.
const mostUnseen = 200

// Count counts how many of the items that this endpoint changed the endpoint of a feed has
// seen: those whose histories contain the newest change of this endpoint, or a later one. saw
// has the greatest sequence of this endpoint by item, in what was read of the feed; it is
// empty if the feed is unchanged. If the entire feed was read, items that it does not contain
// were not seen. A partial feed is inconclusive: items that counted as seen remain so, and
// items that did not, or were changed here since, are unseen until the feed contains them. So
// Seen is exact for complete feeds, and never too high for partial ones. Items that are not
// published, because they were received from a read-only subscription, are not counted.
func Count(now store.Reader, set int64, by string, before store.Feed, saw map[string]int, whole bool) (store.Feed, error) {
	if by == "" {
		return before, nil
	}
	changed, err := now.StampsAfter(set, before.Counted)
	if err != nil || !whole && len(changed) == 0 && !sawAny(before.Unseen, saw) {
		return before, err
	}
	c := count{Reader: now, set: set, by: by, saw: saw}
	if c.made, err = now.Made(set, by); err != nil {
		return before, err
	}
	if len(c.made) == 0 {
		return counted(before, nil, 0, 0, changed), nil
	}
	if c.withheld, err = now.Withheld(set); err != nil {
		return before, err
	}
	ask := map[string]bool{}
	if whole || before.Counted == 0 {
		before.Seen, before.Of, before.Unseen = 0, 0, nil
		for id := range c.made {
			ask[id] = true
		}
	} else {
		for _, id := range before.Unseen {
			ask[id] = true
		}
		for _, s := range changed {
			ask[s.ID] = true
		}
	}
	return c.again(before, ask, changed)
}

// sawAny reports whether any of the items was in what was read.
func sawAny(ids []string, saw map[string]int) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return saw[id] > 0 })
}

// count counts what was seen.
type count struct {
	store.Reader
	set int64
	by  string
	// made are the greatest sequences that this endpoint ever used, by item.
	made, saw map[string]int
	withheld  map[string]bool
}

// again recounts the items in ask. Of the others, the number of seen items is unchanged.
func (c count) again(before store.Feed, ask map[string]bool, changed []store.Stamped) (store.Feed, error) {
	var unseen []string
	for _, id := range slices.Sorted(maps.Keys(ask)) {
		counts, seen, err := c.one(id)
		if err != nil {
			return before, err
		}
		if counts && !seen {
			unseen = append(unseen, id)
		}
	}
	of, err := c.all()
	rest := before.Of - before.Seen - len(before.Unseen) // unseen, but not stored individually
	return counted(before, unseen, rest, of, changed), err
}

// one reports whether an item counts, and whether its newest change by this endpoint was seen.
func (c count) one(id string) (counts, seen bool, err error) {
	if c.made[id] == 0 || c.withheld[id] {
		return false, false, nil
	}
	if c.saw[id] >= c.made[id] {
		return true, true, nil
	}
	it, err := findItem(c, c.set, id)
	if errors.Is(err, store.ErrDamagedItem) {
		return true, false, nil
	}
	if it == nil || err != nil {
		return false, false, err
	}
	newest := newestBy(it, c.by) // a change undone before anybody saw it does not count
	return newest > 0, newest > 0 && c.saw[id] >= newest, nil
}

// all returns the number of items of the set that this endpoint changed.
func (c count) all() (n int, err error) {
	stamps, err := c.Stamps(c.set)
	for _, s := range stamps {
		if c.made[s.ID] > 0 && !c.withheld[s.ID] {
			n++
		}
	}
	return n, err
}

// saveCounted advances the mark of the count past the changes that the feed itself brought, in
// the transaction that stores the feed.
func (r *reading) saveCounted(w store.Writer) (err error) {
	r.result.Counted, err = r.countedIn(w)
	return err
}

// countBrought is saveCounted for what is committed, so that the last transaction has little left.
func (r *reading) countBrought(now store.Reader) (err error) {
	r.counted, err = r.countedIn(now)
	return err
}

// countedIn returns the feed's state with its count. Items changed here since the feed was counted
// are unseen.
func (r *reading) countedIn(now store.Reader) (store.Feed, error) {
	s, f := r.source, r.counted
	if s.By == "" {
		return f, nil
	}
	changed, err := now.StampsAfter(s.Set.Key, f.Counted)
	if err != nil || len(changed) == 0 {
		return f, err
	}
	f.Counted, f.Unseen = changed[len(changed)-1].Stamp, slices.Clone(f.Unseen)
	for _, c := range changed {
		if r.news.byID[c.ID] != nil || slices.Contains(f.Unseen, c.ID) {
			continue
		}
		used, err := now.Used(s.Set.Key, c.ID, s.By)
		if err != nil {
			return f, err
		}
		if used > r.saw[c.ID] {
			f.Seen, f.Unseen = max(f.Seen-1, 0), append(f.Unseen, c.ID)
		}
	}
	return f, nil
}

// counted returns the feed's state with the results of a count.
func counted(before store.Feed, unseen []string, rest, of int, changed []store.Stamped) store.Feed {
	now := before
	if len(changed) > 0 {
		now.Counted = changed[len(changed)-1].Stamp
	}
	missing := min(len(unseen)+max(rest, 0), of)
	now.Of, now.Seen = of, of-missing
	now.Unseen = unseen[:min(len(unseen), mostUnseen)]
	return now
}

// newestBy returns the greatest sequence of an endpoint in the histories of an item and its
// conflicts, and in the updates that they name as resolved; 0 if there is none.
func newestBy(it *item.Item, by string) (newest int) {
	for _, v := range it.Versions() {
		for k, h := range v.History {
			if h.By == by {
				newest = max(newest, sequenceOf(v, k))
			}
		}
		for _, h := range v.Resolved {
			if h.By == by {
				newest = max(newest, h.Sequence)
			}
		}
	}
	return newest
}

// sequenceOf returns the sequence of a history entry. In SSE 0.91, entries are numbered by
// their index.
func sequenceOf(v *item.Version, k int) int {
	if n := v.History[k].Sequence; n > 0 {
		return n
	}
	return v.Updates - k
}
