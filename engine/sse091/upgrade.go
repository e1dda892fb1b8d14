package sse091

import (
	"errors"

	"crossfeed/engine/item"
)

// ErrOpenConflict refuses to make an item of FeedSync from one that a person has not
// settled: after a settling the flat history of FeedSync cannot be mapped back to the
// nth update, and the other way round a conflict would be told differently by everyone who
// makes it. The remedy is to settle it first.
var ErrOpenConflict = errors.New("a conflict is open: settle it first")

// ToFeedSync is the item as one of FeedSync: each history entry with its sequence,
// which is the version for sx:history and less by k for the kth sx:update. Place and settled
// names stay behind: FeedSync has none. The error is ErrOpenConflict where the
// item has open conflicts or the flag.
func ToFeedSync(it *item.Item) (*item.Item, error) {
	if len(it.Conflicts) > 0 || it.Flagged {
		return nil, ErrOpenConflict
	}
	v := *it.Winner
	v.Place, v.Settled = item.Place{}, nil
	v.History = sequenced(it.Winner)
	return &item.Item{Winner: &v}, nil
}

// sequenced numbers the updates. There can be more of them than the version counts, by a
// publisher's mistake: FeedSync has no sequence below 1, so those are left out.
func sequenced(v *item.Version) []item.History {
	n := min(len(v.History), v.Updates)
	history := make([]item.History, n)
	for k := range history {
		history[k] = v.History[k]
		history[k].Sequence = v.Updates - k
		if when := v.History[k].When; when.Present() {
			history[k].When = item.At(when.Time())
		}
	}
	return history
}
