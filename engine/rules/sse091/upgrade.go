package sse091

import (
	"errors"
	"slices"

	"crossfeed/engine/item"
)

// ErrOpenConflict refuses to make an item of FeedSync from one that a person has not
// resolved: after a resolution the flat history of FeedSync cannot be mapped back to the
// nth update, and the other way round a conflict would be told differently by everyone who
// makes it. The remedy is to resolve it first.
var ErrOpenConflict = errors.New("a conflict is open: resolve it first")

// ToFeedSync is the item as one of FeedSync: each history entry with its sequence,
// which is the version for sx:history and less by k for the kth sx:update. Place and resolved
// names stay behind: FeedSync has none. The error is ErrOpenConflict where the
// item has open conflicts or the flag.
func ToFeedSync(it *item.Item) (*item.Item, error) {
	if len(it.Conflicts) > 0 || it.Flagged {
		return nil, ErrOpenConflict
	}
	v := *it.Winner
	v.Place, v.Resolved = item.Place{}, nil
	v.History = sequenced(it.Winner)
	return &item.Item{Winner: &v}, nil
}

// sequenced is the history with its times as FeedSync writes them. There can be more
// updates than the version counts, by a publisher's mistake: FeedSync has no sequence
// below 1, so those are left out.
func sequenced(v *item.Version) []item.History {
	n := min(len(v.History), v.Updates)
	history := make([]item.History, n)
	for k := range history {
		history[k] = v.History[k]
		if when := v.History[k].When; when.Present() {
			history[k].When = item.At(when.Time())
		}
	}
	return history
}

// FromFeedSync is the item of FeedSync as one of SSE 0.91, and tells whether it says
// everything. A history whose sequences go down by one from updates is that of SSE 0.91 already;
// any other names updates that are not the nth, so that only the newest is kept, as
// if the rest were truncated. noconflicts is left out, and of the conflicts those that
// SSE 0.91 lists: one for each endpoint (§5.2).
func FromFeedSync(it *item.Item) (down *item.Item, whole bool) {
	winner, whole := unsequenced(it.Winner)
	down = &item.Item{Winner: winner}
	for _, c := range it.Conflicts {
		v, all := unsequenced(c)
		down.Conflicts, whole = append(down.Conflicts, v), whole && all
	}
	r := Merge(nil, down)
	return r.Item, whole && len(r.Item.Conflicts) == len(it.Conflicts)
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
