package rules

import (
	"cmp"
	"strings"

	"crossfeed/engine/item"
)

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
