package sse091_test

import (
	"slices"
	"testing"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

// kinds are the meshes for which the properties hold.
var kinds = []struct {
	name string
	kind
}{
	{"as the specification has it", kind{}},
	{"with truncated histories", kind{truncating: true}},
	{"with endpoints that leave out by", kind{anonymous: true}},
	{"with clocks that stand still", kind{still: true}},
	{"with an identifier in use twice", kind{sharedID: true}},
	{"with truncated histories and without by", kind{truncating: true, anonymous: true}},
}

// Whatever the order in which feeds are read, all endpoints end up with the same winner, flag
// and list of conflicts.
func TestAllEndpointsAgree(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				m.gossip()
				m.ExpectAgreement()
			})
		})
	}
}

// Every edit ever made is the winner, a conflict, a real ancestor of one of them, or was
// reported for the archive when it was dropped.
func TestNothingLeavesTheArchive(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				m.gossip()
				m.Edits.ExpectKnown(m.T, append(m.Endpoints[0].Item.Versions(), m.Archive...))
			})
		})
	}
}

// The winner is the greatest version that any endpoint published, by the keys of §4.4.
func TestTheGreatestWinsWhateverTheOrder(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		greatest := m.Endpoints[0].Item.Winner
		for _, e := range m.Endpoints {
			if e.Item != nil && sse091.Compare(e.Item.Winner, greatest) > 0 {
				greatest = e.Item.Winner
			}
		}
		m.gossip()
		for _, e := range m.Endpoints {
			if !e.Item.Winner.Same(greatest) {
				m.T.Fatalf("%s has %s, and %s is greater", e.By, written(e.Item.Winner), written(greatest))
			}
		}
	})
}

// A list never contains an ancestor of its winner, or a version that its winner knew, so that
// resolved conflicts stay resolved.
func TestResolvedConflictsStayResolved(t *testing.T) {
	for _, k := range kinds {
		if k.truncating || k.sharedID {
			continue // histories are not sufficient
		}
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				m.gossip()
				for _, it := range m.States {
					m.expectNoPast(it)
				}
			})
		})
	}
}

// expectFlagStays checks that a flag is only removed by a version that was made with knowledge
// of everything that the flag stood for (§4.4.1 step 2).
func (m *mesh) expectFlagStays(before, now *item.Item) {
	m.T.Helper()
	if before == nil || !before.Flagged || now.Flagged {
		return
	}
	if before.Winner.Same(now.Winner) {
		m.T.Fatalf("the flag went without an update:\n%s\n%s", listing(before), listing(now))
	}
	past := rulestest.PastOf(now.Winner)
	for _, v := range before.Conflicts {
		if !slices.Contains(past, v.Title()) {
			m.T.Fatalf("the flag went, and %s was not seen by\n%s", written(v), listing(now))
		}
	}
}

func (m *mesh) expectNoPast(it *item.Item) {
	m.T.Helper()
	for _, c := range it.Conflicts {
		if slices.Contains(rulestest.PastOf(it.Winner), c.Title()) {
			m.T.Fatalf("%s came back beside %s", written(c), written(it.Winner))
		}
	}
}

// The laws of a merge, for the items of a mesh: those that endpoints have at the end without
// having read each other, and those of any earlier time. There is no law for three items: a
// truncated winner recognizes conflicts only with versions that it is merged with, so lists
// agree only after all endpoints have read each other.
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

// Whatever was merged is incorporated from then on.
func TestWhatWasMergedIsIncorporated(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		for range 10 {
			x, y := m.State(), m.State()
			if xy := sse091.Merge(x, y).Item; !sse091.IsMerged(xy, y) {
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
	if sse091.IsMerged(x, y) && (xy.Changed || len(xy.Dropped) > 0) {
		m.T.Fatalf("incorporated, but the merge changes:\n%s\n%s", listing(x), listing(y))
	}
}
