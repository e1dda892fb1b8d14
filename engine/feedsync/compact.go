package feedsync

import "crossfeed/engine/item"

// longest is the number of entries that a history may have before a local
// update compacts it.
const longest = 256

// compact drops entries that subsumption does not need from a history that is
// too long, the oldest first, until it has its greatest length or only needed
// entries (SSE 0.93 §3.2, "Truncate"). Needed are the topmost entry, the
// highest sequence of each endpoint, and every entry without by: without them
// old versions would come back as conflicts.
func compact(history []item.History) []item.History {
	excess := len(history) - longest
	if excess <= 0 {
		return history
	}
	high := highest(history)
	needless := make([]bool, len(history))
	for i := len(history) - 1; i > 0 && excess > 0; i-- {
		if h := &history[i]; h.By != "" && h.Sequence < high[h.By] {
			needless[i] = true
			excess--
		}
	}
	kept := make([]item.History, 0, longest)
	for i := range history {
		if !needless[i] {
			kept = append(kept, history[i])
		}
	}
	return kept
}

// highest is the highest sequence of each endpoint in a history.
func highest(history []item.History) map[string]int {
	high := make(map[string]int)
	for i := range history {
		h := &history[i]
		high[h.By] = max(high[h.By], h.Sequence)
	}
	return high
}
