package sse091

import "slices"

// reduce leaves of the entries those that are in conflict with the winner: not what
// its history names at their version, nor what it settled, and one for each endpoint
// (SSE 0.91 §5.2). The greatest is the first.
func (m *meeting) reduce() {
	if len(m.entries) == 0 {
		return
	}
	m.entries = slices.DeleteFunc(m.entries, func(e held) bool {
		return relate(m.winner.Version, e.Version) == known || settles(m.winner.Version, e.Version)
	})
	slices.SortStableFunc(m.entries, func(x, y held) int { return Compare(y.Version, x.Version) })
	kept := m.entries[:0]
	for _, e := range m.entries {
		kept = keep(kept, e)
	}
	m.entries = kept
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
