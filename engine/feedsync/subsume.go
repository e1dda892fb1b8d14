package feedsync

import "crossfeed/engine/item"

// subsumed tells whether version x is subsumed by version y: whether y was made
// with x's newest update known (SSE 0.93 §3.3, "Item Subsumption").
func subsumed(x, y *item.Version) bool {
	return subsumedByAny(x.Top(), y.History)
}

// subsumedByAny tells whether one of a history's entries subsumes hx.
func subsumedByAny(hx item.History, history []item.History) bool {
	for i := range history {
		if subsumes(&history[i], &hx) {
			return true
		}
	}
	return false
}

// subsumes tells whether hy subsumes hx (SSE 0.93 §3.3, "History
// Subsumption"). An endpoint's updates follow one another, so that a later one
// subsumes the earlier; updates without by are only ever equal.
func subsumes(hy, hx *item.History) bool {
	if hx.By != "" {
		return hy.By == hx.By && hy.Sequence >= hx.Sequence
	}
	return hy.By == "" && hy.Sequence == hx.Sequence && hy.When.Equal(hx.When)
}
