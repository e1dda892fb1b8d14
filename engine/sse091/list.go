package sse091

import (
	"slices"

	"crossfeed/engine/item"
)

// reduce leaves of the entries those that are in conflict with the winner: not what
// its history names at their version, nor what it settled, nor what another entry
// includes, and one for each endpoint (SSE 0.91 §5.2). The greatest is the first.
func reduce(entries []held, winner *item.Version) []held {
	if len(entries) == 0 {
		return nil
	}
	entries = slices.DeleteFunc(entries, func(e held) bool {
		return relate(winner, e.Version) == known || settles(winner, e.Version)
	})
	slices.SortStableFunc(entries, func(x, y held) int { return Compare(y.Version, x.Version) })
	open := entries[:0]
	for _, e := range entries {
		if !slices.ContainsFunc(open, func(o held) bool { return includes(o.Version, e.Version) }) {
			open = append(open, e)
		}
	}
	kept := open[:0]
	for _, e := range open {
		kept = keep(kept, e)
	}
	return kept
}

// keep adds an entry to those that are greater, unless one of them replaces it.
func keep(kept []held, e held) []held {
	i := slices.IndexFunc(kept, func(k held) bool { return replaces(k, e) })
	switch {
	case i < 0:
		return append(kept, e)
	case one(kept[i].Version, e.Version):
		kept[i] = kept[i].join(e)
	}
	return kept
}

// replaces tells whether of two entries only the greater is kept: those of one
// endpoint, or without by those of one version and time.
func replaces(k, e held) bool {
	x, y := k.Top(), e.Top()
	if x.By != "" || y.By != "" {
		return x.By == y.By
	}
	return k.Updates == e.Updates && x.When.Equal(y.When)
}
