package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091"
)

// The laws of a merge, over the items that a mesh went through: those that endpoints
// hold at the end without having read one another, and those of any earlier time.
// There is no law of three: a truncated winner can tell what is a conflict only of
// what it meets, so that lists agree when all have read one another, not before.
func TestMergeLaws(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				for range 10 {
					m.expectLaws(m.State(), m.State())
				}
			})
		})
	}
}

// What a merge took in is incorporated from then on.
func TestWhatWasMergedIsIncorporated(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		for range 10 {
			x, y := m.State(), m.State()
			if xy := sse091.Merge(x, y).Item; !sse091.Incorporated(xy, y) {
				m.T.Fatalf("merged, but not incorporated:\n%s\n%s", listing(x), listing(y))
			}
		}
	})
}

func (m *mesh) expectLaws(x, y *item.Item) {
	m.T.Helper()
	xy := sse091.Merge(x, y)
	m.ExpectLaw("idempotent", sse091.Merge(x, x).Item, x)
	m.ExpectLaw("commutative", xy.Item, sse091.Merge(y, x).Item)
	m.ExpectLaw("absorbing", sse091.Merge(xy.Item, y).Item, xy.Item)
	m.ExpectLaw("the same on reading", sse091.Merge(nil, x).Item, x)
	if xy.Changed == (xy.Item == x) {
		m.T.Fatalf("changed %v, and the local item is kept: %v", xy.Changed, xy.Item == x)
	}
	if sse091.Incorporated(x, y) && (xy.Changed || len(xy.Dropped) > 0) {
		m.T.Fatalf("incorporated, but the merge changes:\n%s\n%s", listing(x), listing(y))
	}
}
