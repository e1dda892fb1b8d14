package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// lost lists the versions of a pool that are neither kept nor in the true past
// of what is kept. Subsumption does not tell: a version can be subsumed by a
// later update of the same endpoint that was made without it, and a winner with
// noconflicts subsumes nothing. Both pools are in one order.
func lost(all, kept pool) []*item.Version {
	var dropped []*item.Version
	next := 0
	for i := range all {
		v := all[i].version
		switch {
		case next < len(kept) && kept[next].version == v:
			next++
		case !kept.follows(v):
			dropped = append(dropped, v)
		}
	}
	return dropped
}

// follows tells whether a version of the pool was made from v.
func (p pool) follows(v *item.Version) bool {
	for i := range p {
		if madeFrom(p[i].version, v) {
			return true
		}
	}
	return false
}

// madeFrom tells whether y's history names v's newest update, as one that came
// before y's own or as y's own where both say the same.
func madeFrom(y, v *item.Version) bool {
	top := v.Top()
	for i := range y.History {
		h := &y.History[i]
		if h.Sequence == top.Sequence && h.By == top.By && h.When.Equal(top.When) {
			return i > 0 || rules.Agree(y, v)
		}
	}
	return false
}
