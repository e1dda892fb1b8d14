package sse091

import (
	"slices"

	"crossfeed/engine/item"
)

// lost lists the versions of both sides that are neither kept nor in the true past of
// what is kept, each once: what an entry of the same endpoint replaced, and what
// lost without a conflict because the winner's history was truncated.
func (m *meeting) lost(local, incoming *item.Item) []*item.Version {
	var dropped []*item.Version
	if local != nil {
		dropped = m.appendLost(dropped, local)
	}
	return m.appendLost(dropped, incoming)
}

func (m *meeting) appendLost(dropped []*item.Version, it *item.Item) []*item.Version {
	if !m.covers(it.Winner) {
		dropped = appendOnce(dropped, it.Winner)
	}
	for _, c := range it.Conflicts {
		if !m.covers(c) {
			dropped = appendOnce(dropped, c)
		}
	}
	return dropped
}

func appendOnce(versions []*item.Version, v *item.Version) []*item.Version {
	if slices.ContainsFunc(versions, func(d *item.Version) bool { return one(d, v) }) {
		return versions
	}
	return append(versions, v)
}

// covers tells whether something that is kept covers v.
func (m *meeting) covers(v *item.Version) bool {
	if covers(m.winner.Version, v) {
		return true
	}
	for i := range m.entries {
		if covers(m.entries[i].Version, v) {
			return true
		}
	}
	return false
}

// covers tells whether y is v, or was made from it or with it in sight.
func covers(y, v *item.Version) bool {
	if y.Updates > v.Updates && relate(y, v) == known {
		return true
	}
	return one(y, v) || settles(y, v)
}
