package sse091

import (
	"slices"

	"crossfeed/engine/item"
)

// FromFeedSync is the item of FeedSync as one of SSE 0.91, and tells whether it says
// everything. A history whose sequences go down by one from updates is that of SSE 0.91 already;
// any other names updates that are not the nth, so that only the newest is kept, as
// if the rest were truncated. noconflicts is left out, and of the conflicts those that
// SSE 0.91 lists: one for each endpoint (§5.2).
func FromFeedSync(it *item.Item) (down *item.Item, whole bool) {
	winner, whole := unsequenced(it.Winner)
	down = &item.Item{Winner: winner, Flagged: len(it.Conflicts) > 0}
	for _, c := range it.Conflicts {
		v, all := unsequenced(c)
		down.Conflicts, whole = append(down.Conflicts, v), whole && all
	}
	r := Merge(nil, down)
	return r.Item, whole && len(r.Dropped) == 0 && len(r.Item.Conflicts) == len(it.Conflicts)
}

// unsequenced is a version whose kth update is k less than its own.
func unsequenced(v *item.Version) (down *item.Version, whole bool) {
	down = new(item.Version)
	*down = *v
	down.NoConflicts = false
	if straight(v) {
		return down, !v.NoConflicts
	}
	down.History = slices.Clone(v.History[:1])
	down.History[0].Sequence = v.Updates
	return down, false
}

// straight tells whether a history is that of SSE 0.91.
func straight(v *item.Version) bool {
	for k, h := range v.History {
		if h.Sequence != v.Updates-k {
			return false
		}
	}
	return true
}
