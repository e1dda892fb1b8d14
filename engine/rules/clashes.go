package rules

import (
	"slices"

	"crossfeed/engine/item"
)

// Told is a version in a merge: of the local item, or of the one that arrived.
type Told interface {
	Told() (v *item.Version, arrived bool)
}

// Clashes lists the clashes of everything that arrived with everything in the
// pool, each update once, by endpoint and sequence. The pool holds the versions of
// both sides, the greatest by the keys first.
func Clashes[T Told](pool []T) []Clash {
	if len(pool) < 2 {
		return nil
	}
	var few [32]telling
	all := few[:0]
	for place := range pool {
		v, arrived := pool[place].Told()
		all = tellings(all, v, place, arrived)
	}
	slices.SortFunc(all, compareTellings)
	var found []Clash
	for len(all) > 0 {
		n := 1
		for n < len(all) && sameUpdate(all[0], all[n]) {
			n++
		}
		found = appendClash(found, all[:n])
		all = all[n:]
	}
	return found
}

// appendClash holds the first that tells of an update against the others.
func appendClash(found []Clash, update []telling) []Clash {
	first := update[0]
	if !first.rank.isArrived() {
		return found
	}
	for _, other := range update[1:] {
		if differ(first, other) {
			return append(found, clash(first, other))
		}
	}
	return found
}

func clash(x, y telling) Clash {
	if x.place > y.place {
		x, y = y, x
	}
	altered := x.version != y.version && x.version.SameSync(y.version)
	return Clash{By: x.entry.By, Sequence: x.entry.Sequence, Greater: x.version, Lesser: y.version, Altered: altered}
}

// differ tells whether one update is told in two ways.
func differ(x, y telling) bool {
	return !x.entry.When.Equal(y.entry.When) ||
		x.rank.isTop() && y.rank.isTop() && !Agree(x.version, y.version)
}

// Agree tells whether two versions with one topmost entry can be one update. One of
// which nothing is known but its sync metadata agrees with any.
func Agree(x, y *item.Version) bool {
	return x.Updates == y.Updates && (x.Missing || y.Missing || x.Deleted == y.Deleted &&
		(x.Deleted || x.Content.Hash() == y.Content.Hash()))
}
