package rules

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// MergeInput is a version in a merge: of the local item, or of the incoming one.
type MergeInput interface {
	Input() (v *item.Version, arrived bool)
}

// Clashes returns the clashes of all incoming versions with all versions in the pool, each
// update once, by endpoint and sequence. The pool holds the versions of both sides, the
// greatest by the keys first.
func Clashes[T MergeInput](pool []T) []Clash {
	if !slices.ContainsFunc(pool, func(t T) bool { _, arrived := t.Input(); return arrived }) {
		return nil
	}
	var few [32]claim
	all := few[:0]
	for place := range pool {
		v, arrived := pool[place].Input()
		all = claims(all, v, place, arrived)
	}
	slices.SortFunc(all, compareClaims)
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

// appendClash compares the first entry for an update with the others.
func appendClash(found []Clash, update []claim) []Clash {
	first := update[0]
	if first.rank > arrivedBelow {
		return found
	}
	for _, other := range update[1:] {
		if differ(first, other) {
			return append(found, clash(first, other))
		}
	}
	return found
}

func clash(x, y claim) Clash {
	if x.place > y.place {
		x, y = y, x
	}
	altered := x.version != y.version && x.version.SameSync(y.version)
	return Clash{By: x.entry.By, Sequence: x.entry.Sequence, Greater: x.version, Lesser: y.version, Altered: altered}
}

// differ reports whether two entries for one update contradict each other.
func differ(x, y claim) bool {
	return !x.entry.When.Equal(y.entry.When) ||
		x.rank.isTop() && y.rank.isTop() && !Agree(x.version, y.version)
}

// Agree reports whether two versions with the same topmost entry can be one update. A version
// of which only the sync metadata is known agrees with any.
func Agree(x, y *item.Version) bool {
	return x.Updates == y.Updates && (x.Missing || y.Missing || x.Deleted == y.Deleted &&
		(x.Deleted || x.Content.Hash() == y.Content.Hash()))
}

// claim is a history entry that names its endpoint: what the version at that index in the
// pool says about an update.
type claim struct {
	entry   *item.History
	version *item.Version
	place   int
	rank    rank
}

// rank orders the entries for one update. The entries of the local item were compared when
// they were received, so an incoming entry is compared with the rest; preferably the topmost
// entry of a version that the update made, because it says the most.
type rank uint8

const (
	arrivedTop rank = iota
	arrivedBelow
	localTop
	localBelow
)

// at returns the rank of the ith entry of a history, given the rank of the topmost one.
func (r rank) at(i int) rank { return r + rank(min(i, 1)) }

func (r rank) isTop() bool { return r == arrivedTop || r == localTop }

// claims appends all entries of a version.
func claims(all []claim, v *item.Version, place int, arrived bool) []claim {
	r := localTop
	if arrived {
		r = arrivedTop
	}
	for i := range v.History {
		if v.History[i].By != "" {
			all = append(all, claim{&v.History[i], v, place, r.at(i)})
		}
	}
	return all
}

// compareClaims orders entries by update, and those for one update by rank.
func compareClaims(x, y claim) int {
	if c := strings.Compare(x.entry.By, y.entry.By); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(x.entry.Sequence, y.entry.Sequence),
		cmp.Compare(x.rank, y.rank),
		cmp.Compare(x.place, y.place),
	)
}

func sameUpdate(x, y claim) bool {
	return x.entry.Sequence == y.entry.Sequence && x.entry.By == y.entry.By
}
