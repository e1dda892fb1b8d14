package feed

import (
	"slices"

	"crossfeed/engine/item"
)

// unchanged tells whether an item is the one that stood there. Its conflicts are
// in no order that means anything.
func unchanged(was, is *item.Item) bool {
	if was == is {
		return true
	}
	if was == nil || was.Flagged != is.Flagged || len(was.Conflicts) != len(is.Conflicts) || (was.Nested == nil) != (is.Nested == nil) || !identical(was.Winner, is.Winner) {
		return false
	}
	for _, c := range is.Conflicts {
		if !slices.ContainsFunc(was.Conflicts, func(v *item.Version) bool { return identical(v, c) }) {
			return false
		}
	}
	return true
}

func identical(a, b *item.Version) bool {
	return a == b || a.Same(b) && a.Undeleted == b.Undeleted && a.Missing == b.Missing && a.Place == b.Place && a.Digest == b.Digest &&
		slices.EqualFunc(a.Settled, b.Settled, item.History.Same) && sameData(a, b)
}

// sameData tells whether two versions have the same shared data, to the last
// comment.
func sameData(a, b *item.Version) bool {
	return a.Content == b.Content || a.Content.XML() == b.Content.XML()
}

// asOwn is an item with no publisher-specific data but those of the entry whose
// place it takes: the winner has those of the entry's winner, and a conflict
// keeps its own where it stood in the entry.
func asOwn(it, entry *item.Item) *item.Item {
	owned := map[string]bool{}
	winners := ""
	if entry != nil {
		winners = entry.Winner.Publisher
		for _, v := range entry.Versions() {
			owned[v.Publisher] = true
		}
	}
	out := &item.Item{Winner: it.Winner.WithPublisher(winners), Flagged: it.Flagged}
	for _, c := range it.Conflicts {
		if !owned[c.Publisher] {
			c = c.WithPublisher("")
		}
		out.Conflicts = append(out.Conflicts, c)
	}
	return out
}
