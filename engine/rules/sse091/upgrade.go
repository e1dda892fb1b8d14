package sse091

import (
	"errors"
	"slices"

	"crossfeed/engine/item"
)

// ErrOpenConflict means that an item cannot be converted to FeedSync, because the user has not
// resolved its conflict. After a conversion, a resolution in FeedSync could not be mapped back
// to the nth update; and everyone who converts the item would represent the conflict
// differently. The remedy is to resolve it first.
var ErrOpenConflict = errors.New("a conflict is open: resolve it first")

// ToFeedSync converts an item to FeedSync: each history entry gets its sequence, which is the
// version for sx:history and less by k for the kth sx:update. Position and resolved names are
// dropped: FeedSync has none. The error is ErrOpenConflict if the item has open conflicts or
// the flag.
func ToFeedSync(it *item.Item) (*item.Item, error) {
	if len(it.Conflicts) > 0 || it.Flagged {
		return nil, ErrOpenConflict
	}
	v := *it.Winner
	v.Place, v.Resolved = item.Place{}, nil
	v.History = sequenced(it.Winner)
	return &item.Item{Winner: &v}, nil
}

// sequenced returns the history with its times in the format of FeedSync. A publisher's error
// can cause more updates than the version says: FeedSync has no sequence below 1, so those are
// left out.
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

// FromFeedSync converts an item of FeedSync to SSE 0.91, and reports whether nothing was lost.
// A history whose sequences decrease by one from updates needs no change; any other names
// updates that are not the nth, so that only the newest entry is kept, as if the rest had been
// truncated. noconflicts is dropped, and only the conflicts are kept that SSE 0.91 lists: one
// for each endpoint (§5.2).
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

// unsequenced returns a version in which the kth update has a sequence k less than the
// version.
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

// straight reports whether a history is valid in SSE 0.91.
func straight(v *item.Version) bool {
	for k, h := range v.History {
		if h.Sequence != v.Updates-k {
			return false
		}
	}
	return true
}
