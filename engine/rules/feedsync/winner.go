package feedsync

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Compare orders the versions of an item by the keys that pick the winner: it is positive if x
// wins over y (SSE 0.93 §3.3, "Winner Picking").
//
// The specification's keys are updates, and when and by of the topmost history entry; by is
// compared by Unicode code point (§2.1.4), which is the byte order of UTF-8. With only these
// keys, ties would depend on who merges, so more keys follow, until only equal versions tie
// (item.Version.Same).
func Compare(x, y *item.Version) int {
	if c := cmp.Compare(x.Updates, y.Updates); c != 0 {
		return c
	}
	if c := x.History[0].When.Compare(y.History[0].When); c != 0 {
		return c
	}
	if c := strings.Compare(x.History[0].By, y.History[0].By); c != 0 {
		return c
	}
	return compareTies(x, y)
}

// compareTies compares the keys that go beyond the specification.
func compareTies(x, y *item.Version) int {
	if c := cmp.Compare(x.History[0].Sequence, y.History[0].Sequence); c != 0 {
		return c
	}
	if c := cmp.Compare(len(x.History), len(y.History)); c != 0 {
		return c
	}
	if x.Same(y) {
		return 0
	}
	return cmp.Or(
		compareHistories(x.History, y.History),
		compareContents(x, y),
		rules.CompareFlags(x.NoConflicts, y.NoConflicts),
		strings.Compare(x.Extra, y.Extra),
	)
}

// compareHistories compares histories of equal length as texts, and then entry by entry, for
// differences that the texts do not show.
func compareHistories(x, y []item.History) int {
	return cmp.Or(strings.Compare(historyText(x), historyText(y)), slices.CompareFunc(x, y, rules.CompareEntries))
}

// historyText formats a history as its entries, newest first, each preceded by a semicolon.
func historyText(history []item.History) string {
	var b strings.Builder
	for _, h := range history {
		b.WriteByte(';')
		b.WriteString(h.String())
	}
	return b.String()
}

// compareContents prefers live versions over tombstones. The remaining data of a tombstone is
// not a key, because other endpoints may have dropped it. Of two contents, the one that no
// program altered on the way wins, as far as that can be determined.
func compareContents(x, y *item.Version) int {
	switch {
	case x.Deleted != y.Deleted:
		return rules.CompareFlags(!x.Deleted, !y.Deleted)
	case x.Deleted:
		return 0
	}
	return rules.CompareCopies(x, y)
}

// subsumed reports whether version x is subsumed by version y: whether y was made with
// knowledge of x's newest update (SSE 0.93 §3.3, "Item Subsumption").
func subsumed(x, y *item.Version) bool {
	return subsumedByAny(x.Top(), y.History)
}

// subsumedByAny reports whether any entry of a history subsumes hx.
func subsumedByAny(hx item.History, history []item.History) bool {
	for i := range history {
		if subsumes(&history[i], &hx) {
			return true
		}
	}
	return false
}

// subsumes reports whether hy subsumes hx (SSE 0.93 §3.3, "History Subsumption"). The updates
// of an endpoint are sequential, so that a later one subsumes the earlier ones; an update
// without by only subsumes an equal one.
func subsumes(hy, hx *item.History) bool {
	if hx.By != "" {
		return hy.By == hx.By && hy.Sequence >= hx.Sequence
	}
	return hy.By == "" && hy.Sequence == hx.Sequence && hy.When.Equal(hx.When)
}
