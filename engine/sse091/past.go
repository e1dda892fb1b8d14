package sse091

import (
	"slices"

	"crossfeed/engine/item"
)

// dropped lists the versions of both sides that are neither kept nor in the true past
// of what is kept, each once: what an entry of the same endpoint replaced, and what
// lost without a conflict because the winner's history was truncated.
func dropped(local, incoming *item.Item, winner *item.Version, entries []held) []*item.Version {
	var versions []*item.Version
	if local != nil {
		versions = appendDropped(versions, local, winner, entries)
	}
	return appendDropped(versions, incoming, winner, entries)
}

func appendDropped(versions []*item.Version, it *item.Item, winner *item.Version, entries []held) []*item.Version {
	if !covered(it.Winner, winner, entries) {
		versions = appendOnce(versions, it.Winner)
	}
	for _, c := range it.Conflicts {
		if !covered(c, winner, entries) {
			versions = appendOnce(versions, c)
		}
	}
	return versions
}

func appendOnce(versions []*item.Version, v *item.Version) []*item.Version {
	if slices.ContainsFunc(versions, func(d *item.Version) bool { return one(d, v) }) {
		return versions
	}
	return append(versions, v)
}

// covered tells whether something that is kept covers v.
func covered(v, winner *item.Version, entries []held) bool {
	return covers(winner, v) || slices.ContainsFunc(entries, func(e held) bool { return covers(e.Version, v) })
}

// covers tells whether y is v or includes it.
func covers(y, v *item.Version) bool { return one(y, v) || includes(y, v) }

// includes tells whether y was made from v, or with it in sight.
func includes(y, v *item.Version) bool {
	return y.Updates > v.Updates && relate(y, v) == known || settles(y, v)
}
