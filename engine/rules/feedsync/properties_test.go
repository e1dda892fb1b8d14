package feedsync_test

import (
	"slices"
	"testing"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// Whatever the order in which feeds are read, all endpoints end up with the same item, and
// every edit ever made is the winner, a conflict, or a real ancestor of one of them.
func TestNoEditIsLost(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		m.gossip()
		m.ExpectAgreement()
		m.Edits.ExpectKnown(m.T, m.Endpoints[0].Item.Versions())
	})
}

// A resolved conflict never reappears: no item, at any time, contains a version together with
// another one that was made from it.
func TestResolvedConflictsStayResolved(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		m.gossip()
		for _, it := range m.States {
			m.expectNoPast(it.Versions())
		}
	})
}

// With noconflicts, the winner has no conflicts and is the same everywhere; versions that it
// does not know are archived.
func TestNoConflictsConverges(t *testing.T) {
	check(t, 40, kind{noConflicts: true}, func(m *mesh) {
		m.gossip()
		m.ExpectAgreement()
		it := m.Endpoints[0].Item
		if len(it.Conflicts) != 0 || !it.Winner.NoConflicts {
			m.T.Fatalf("not alone: %s", written(it.Winner))
		}
		m.Edits.ExpectKnown(m.T, append(it.Versions(), m.Archive...))
	})
}

// If an identifier is used twice, or foreign programs truncate histories, all still agree, and
// every lost version is archived.
func TestDuplicatesAgree(t *testing.T) {
	check(t, 60, kind{sharedID: true}, func(m *mesh) {
		m.gossip()
		m.ExpectAgreement()
		m.Edits.ExpectKnown(m.T, append(m.Endpoints[0].Item.Versions(), m.Archive...))
	})
}

func TestTruncatingEndpointsAgree(t *testing.T) {
	check(t, 60, kind{truncating: true}, func(m *mesh) {
		m.gossip()
		m.ExpectAgreement()
		m.Edits.ExpectKnown(m.T, append(m.Endpoints[0].Item.Versions(), m.Archive...))
	})
}

func (m *mesh) expectNoPast(versions []*item.Version) {
	m.T.Helper()
	for _, x := range versions {
		for _, y := range versions {
			if x != y && slices.Contains(rulestest.PastOf(y), x.Title()) {
				m.T.Fatalf("%s came back beside %s", written(x), written(y))
			}
		}
	}
}

// The laws of a merge, for the items of a mesh: those that endpoints have at the end without
// having read each other, and those of any earlier time.
func TestMergeLaws(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		for range 10 {
			m.expectLaws(m.State(), m.State(), m.State())
		}
	})
}

func TestMergeLawsWithNoConflicts(t *testing.T) {
	check(t, 40, kind{noConflicts: true}, func(m *mesh) {
		for range 10 {
			m.expectLaws(m.State(), m.State(), m.State())
		}
	})
}

func (m *mesh) expectLaws(x, y, z *item.Item) {
	m.T.Helper()
	xy := feedsync.Merge(x, y)
	m.ExpectLaw("idempotent", feedsync.Merge(x, x).Item, x)
	m.ExpectLaw("commutative", xy.Item, feedsync.Merge(y, x).Item)
	m.ExpectLaw("associative", feedsync.Merge(xy.Item, z).Item, feedsync.Merge(x, feedsync.Merge(y, z).Item).Item)
	m.ExpectLaw("absorbing", feedsync.Merge(xy.Item, y).Item, xy.Item)
	m.ExpectLaw("the same on reading", feedsync.Merge(nil, x).Item, x)
	if xy.Changed == (xy.Item == x) {
		m.T.Fatalf("changed %v, and the local item is kept: %v", xy.Changed, xy.Item == x)
	}
	if feedsync.IsMerged(x, y) && xy.Changed {
		m.T.Fatalf("incorporated, but the merge changes:\n%s\n%s", listing(x), listing(y))
	}
	if !x.Winner.NoConflicts && !feedsync.IsMerged(xy.Item, y) {
		m.T.Fatalf("merged, but not incorporated:\n%s\n%s", listing(x), listing(y))
	}
}
