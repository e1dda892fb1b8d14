package feedsync

import (
	"slices"

	"crossfeed/engine/rules"
)

// clashes lists the clashes of everything that arrived with everything in the
// pool, each update once, by endpoint and sequence.
func clashes(p pool) []rules.Clash {
	if len(p) < 2 {
		return nil
	}
	var few [32]telling
	all := p.tellings(few[:0])
	slices.SortFunc(all, compareTellings)
	var found []rules.Clash
	for len(all) > 0 {
		n := 1
		for n < len(all) && sameUpdate(all[0], all[n]) {
			n++
		}
		found = p.appendClash(found, all[:n])
		all = all[n:]
	}
	return found
}

// appendClash holds the first that tells of an update against the others.
func (p pool) appendClash(found []rules.Clash, update []telling) []rules.Clash {
	first := update[0]
	if !first.rank.isArrived() {
		return found
	}
	for _, other := range update[1:] {
		if p.differ(first, other) {
			return append(found, rules.Clash{
				By: first.entry.By, Sequence: first.entry.Sequence,
				Greater: p[min(first.place, other.place)].version,
				Lesser:  p[max(first.place, other.place)].version,
			})
		}
	}
	return found
}

// differ tells whether one update is told in two ways.
func (p pool) differ(x, y telling) bool {
	return !x.entry.When.Equal(y.entry.When) ||
		x.rank.isTop() && y.rank.isTop() && !saysSame(p[x.place].version, p[y.place].version)
}
