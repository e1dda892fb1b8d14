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
			m.expectLaws(m.state(), m.state(), m.state())
		}
	})
}

func TestMergeLawsWithNoConflicts(t *testing.T) {
	check(t, 40, kind{noConflicts: true}, func(m *mesh) {
		for range 10 {
			m.expectLaws(m.state(), m.state(), m.state())
		}
	})
}

func (m *mesh) state() *item.Item { return m.states[m.draw(len(m.states), "state")] }

func (m *mesh) expectLaws(x, y, z *item.Item) {
	m.t.Helper()
	xy := feedsync.Merge(x, y)
	m.expectLaw("idempotent", feedsync.Merge(x, x).Item, x)
	m.expectLaw("commutative", xy.Item, feedsync.Merge(y, x).Item)
	m.expectLaw("associative", feedsync.Merge(xy.Item, z).Item, feedsync.Merge(x, feedsync.Merge(y, z).Item).Item)
	m.expectLaw("absorbing", feedsync.Merge(xy.Item, y).Item, xy.Item)
	m.expectLaw("the same on reading", feedsync.Merge(nil, x).Item, x)
	if xy.Changed == (xy.Item == x) {
		m.t.Fatalf("changed %v, and the local item is kept: %v", xy.Changed, xy.Item == x)
	}
	if feedsync.Incorporated(x, y) && xy.Changed {
		m.t.Fatalf("incorporated, but the merge changes:\n%s\n%s", listing(x), listing(y))
	}
	if !x.Winner.NoConflicts && !feedsync.Incorporated(xy.Item, y) {
		m.t.Fatalf("merged, but not incorporated:\n%s\n%s", listing(x), listing(y))
	}
}

func (m *mesh) expectLaw(law string, got, want *item.Item) {
	m.t.Helper()
	if !sameItem(got, want) {
		m.t.Fatalf("not %s:\n%s\n%s", law, listing(got), listing(want))
	}
}
