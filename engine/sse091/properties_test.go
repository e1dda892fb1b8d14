package sse091_test

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091"
)

// kinds are the meshes that the properties hold in.
var kinds = []struct {
	name string
	kind
}{
	{"as the specification has it", kind{}},
	{"with truncated histories", kind{truncating: true}},
	{"with endpoints that leave out by", kind{anonymous: true}},
	{"with clocks that stand still", kind{still: true}},
	{"with an identifier in use twice", kind{twins: true}},
	{"with truncated histories and without by", kind{truncating: true, anonymous: true}},
}

// Whatever the order in which feeds are read, all endpoints end with the same winner,
// flag and list of conflicts.
func TestAllEndpointsAgree(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				m.gossip()
				m.expectAgreement()
			})
		})
	}
}

// Every edit ever made is the winner's, a conflict's, in the true past of one of
// them, or was reported for the archive when it was dropped.
func TestNothingLeavesTheArchive(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				m.gossip()
				m.expectAllKnown(append(m.endpoints[0].it.Versions(), m.archive...))
			})
		})
	}
}

// The winner is the greatest version that anybody published, by the keys of §4.4.
func TestTheGreatestWinsWhateverTheOrder(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		greatest := m.endpoints[0].it.Winner
		for _, e := range m.endpoints {
			if e.it != nil && sse091.Compare(e.it.Winner, greatest) > 0 {
				greatest = e.it.Winner
			}
		}
		m.gossip()
		for _, e := range m.endpoints {
			if !e.it.Winner.Same(greatest) {
				m.t.Fatalf("%s has %s, and %s is greater", e.by, written(e.it.Winner), written(greatest))
			}
		}
	})
}

// A list never holds what its winner was made from or with in sight, so that what was
// settled stays settled.
func TestSettledConflictsStaySettled(t *testing.T) {
	for _, k := range kinds {
		if k.truncating || k.twins {
			continue // histories do not tell
		}
		t.Run(k.name, func(t *testing.T) {
			check(t, 60, k.kind, func(m *mesh) {
				m.gossip()
				for _, it := range m.states {
					m.expectNoPast(it)
				}
			})
		})
	}
}

// expectFlagStays: a flag once set goes only with a version that was made with all
// that it stood for in sight (§4.4.1 step 2).
func (m *mesh) expectFlagStays(before, now *item.Item) {
	m.t.Helper()
	if before == nil || !before.Flagged || now.Flagged {
		return
	}
	if before.Winner.Same(now.Winner) {
		m.t.Fatalf("the flag went without an update:\n%s\n%s", listing(before), listing(now))
	}
	past := pastOf(now.Winner)
	for _, v := range before.Conflicts {
		if !slices.Contains(past, v.Title()) {
			m.t.Fatalf("the flag went, and %s was not seen by\n%s", written(v), listing(now))
		}
	}
}

func (m *mesh) expectAgreement() {
	m.t.Helper()
	first := m.endpoints[0].it
	for _, e := range m.endpoints[1:] {
		if !sameItem(first, e.it) {
			m.t.Fatalf("%s has another item than A:\n%s\n%s", e.by, listing(e.it), listing(first))
		}
	}
}

func (m *mesh) expectAllKnown(versions []*item.Version) {
	m.t.Helper()
	edits := known(versions)
	for _, edit := range m.edits {
		if !edits[edit] {
			m.t.Fatalf("edit %s of %d is lost", edit, len(m.edits))
		}
	}
}

func (m *mesh) expectNoPast(it *item.Item) {
	m.t.Helper()
	for _, c := range it.Conflicts {
		if slices.Contains(pastOf(it.Winner), c.Title()) {
			m.t.Fatalf("%s came back beside %s", written(c), written(it.Winner))
		}
	}
}

// sameItem compares winner, flag and conflicts, whatever their order.
func sameItem(x, y *item.Item) bool {
	if x.Flagged != y.Flagged || !x.Winner.Same(y.Winner) || len(x.Conflicts) != len(y.Conflicts) {
		return false
	}
	for _, c := range x.Conflicts {
		if !slices.ContainsFunc(y.Conflicts, c.Same) {
			return false
		}
	}
	return true
}

func listing(it *item.Item) string {
	text := written(it.Winner)
	if it.Flagged {
		text += " (flagged)"
	}
	for _, c := range it.Conflicts {
		text += "\n  " + written(c)
	}
	return text
}
