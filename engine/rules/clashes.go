package rules

import (
	"cmp"
	"slices"
	"strings"

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
	if !slices.ContainsFunc(pool, func(t T) bool { _, arrived := t.Told(); return arrived }) {
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

// telling is a history entry that names its endpoint: what the version at that
// place in the pool tells of an update.
type telling struct {
	entry   *item.History
	version *item.Version
	place   int
	rank    rank
}

// rank orders what is told of one update. What the local item tells was
// compared when it arrived, so something that arrives is held against the rest;
// best a version that the update made, for it tells the most.
type rank uint8

const (
	arrivedTop rank = iota
	arrivedBelow
	localTop
	localBelow
)

// at is the rank, given as a topmost entry's, of the ith entry of a history.
func (r rank) at(i int) rank { return r + rank(min(i, 1)) }

func (r rank) isArrived() bool { return r <= arrivedBelow }
func (r rank) isTop() bool     { return r == arrivedTop || r == localTop }

// tellings appends all that a version tells.
func tellings(all []telling, v *item.Version, place int, arrived bool) []telling {
	r := localTop
	if arrived {
		r = arrivedTop
	}
	for i := range v.History {
		if v.History[i].By != "" {
			all = append(all, telling{&v.History[i], v, place, r.at(i)})
		}
	}
	return all
}

// compareTellings puts together what is told of one update, by rank.
func compareTellings(x, y telling) int {
	if c := strings.Compare(x.entry.By, y.entry.By); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(x.entry.Sequence, y.entry.Sequence),
		cmp.Compare(x.rank, y.rank),
		cmp.Compare(x.place, y.place),
	)
}

func sameUpdate(x, y telling) bool {
	return x.entry.Sequence == y.entry.Sequence && x.entry.By == y.entry.By
}
