package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// nextSequence is the sequence of an update of it (SSE 0.93 §3.2 step 13).
// Conflicts count: a resolution that is older than its own loser would be
// dropped by the next merge.
func nextSequence(it *item.Item, updates int, s rules.Stamp) (int, error) {
	used := greatest(it.Winner.History, s.By)
	for _, c := range it.Conflicts {
		used = max(used, greatest(c.History, s.By))
	}
	return sequence(s, updates, used)
}

// sequence is the new value of updates, or one more than the greatest sequence
// that the endpoint used so far, whichever is greater. An update without by
// has no sequence of its own to go on from.
func sequence(s rules.Stamp, updates, used int) (int, error) {
	n := updates
	if s.By != "" {
		n = max(updates, used+1, s.Used+1)
	}
	if n > item.MaxCount {
		return 0, rules.ErrExhausted
	}
	return n, nil
}

// greatest is the greatest sequence of an endpoint in a history, or 0.
func greatest(history []item.History, by string) int {
	most := 0
	for i := range history {
		if history[i].By == by {
			most = max(most, history[i].Sequence)
		}
	}
	return most
}
