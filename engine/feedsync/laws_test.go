package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// The laws of a merge, over the items that a mesh went through: those that
// endpoints hold at the end without having read one another, and those of any
// earlier time.
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
	if feedsync.Incorporated(x, y) && xy.Changed {
		m.T.Fatalf("incorporated, but the merge changes:\n%s\n%s", listing(x), listing(y))
	}
	if !x.Winner.NoConflicts && !feedsync.Incorporated(xy.Item, y) {
		m.T.Fatalf("merged, but not incorporated:\n%s\n%s", listing(x), listing(y))
	}
}
