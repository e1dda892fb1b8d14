package feedsync

import (
	"slices"

	"crossfeed/engine/item"
)

// Clash is an update that two versions tell differently although both ascribe
// it to one endpoint: the endpoint's identifier is in use twice, by a copied
// profile or a restored backup.
type Clash struct {
	// By is the identifier.
	By string
	// Sequence is the update's sequence.
	Sequence int
	// Greater and Lesser are the versions, in the order of the keys; they are
	// one where a single history tells both.
	Greater, Lesser *item.Version
}

// clashes lists the clashes of everything that arrived with everything in the
// pool, each update once, by endpoint and sequence.
func clashes(p pool) []Clash {
	if len(p) < 2 {
		return nil
	}
	var few [32]telling
	all := p.tellings(few[:0])
	slices.SortFunc(all, compareTellings)
	var found []Clash
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
func (p pool) appendClash(found []Clash, update []telling) []Clash {
	first := update[0]
	if !first.rank.isArrived() {
		return found
	}
	for _, other := range update[1:] {
		if p.differ(first, other) {
			return append(found, Clash{
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
