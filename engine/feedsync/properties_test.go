package feedsync_test

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
)

// Whatever the order in which feeds are read, all endpoints end with the same
// item, and every edit ever made is the winner's, a conflict's, or in the true
// past of one of them.
func TestNoEditIsLost(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		m.gossip()
		m.expectAgreement()
		m.expectAllKnown(m.endpoints[0].it.Versions())
	})
}

// A conflict that was settled never comes back: no item, at any time, holds a
// version together with another that was made from it.
func TestSettledConflictsStaySettled(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		m.gossip()
		for _, it := range m.states {
			m.expectNoPast(it.Versions())
		}
	})
}

// Where endpoints edit by the letter of the specification edits are lost to the
// items, but the merges report each: the archive has it.
func TestTheArchiveHasWhatTheRulesLose(t *testing.T) {
	check(t, 60, kind{literal: true}, func(m *mesh) {
		m.gossip()
		m.expectAgreement()
		m.expectAllKnown(append(m.endpoints[0].it.Versions(), m.archive...))
	})
}

// With noconflicts the winner stays alone, and is the same everywhere; what it
// does not know of is in the archive.
func TestNoConflictsConverges(t *testing.T) {
	check(t, 40, kind{noConflicts: true}, func(m *mesh) {
		m.gossip()
		m.expectAgreement()
		it := m.endpoints[0].it
		if len(it.Conflicts) != 0 || !it.Winner.NoConflicts {
			m.t.Fatalf("not alone: %s", written(it.Winner))
		}
		m.expectAllKnown(append(it.Versions(), m.archive...))
	})
}

// Where an identifier is in use twice, or foreign programs cut histories, all
// still agree, and nothing is lost that the archive does not have.
func TestTwinsAgree(t *testing.T) {
	check(t, 60, kind{twins: true}, func(m *mesh) {
		m.gossip()
		m.expectAgreement()
		m.expectAllKnown(append(m.endpoints[0].it.Versions(), m.archive...))
	})
}

func TestTruncatingEndpointsAgree(t *testing.T) {
	check(t, 60, kind{truncating: true}, func(m *mesh) {
		m.gossip()
		m.expectAgreement()
		m.expectAllKnown(append(m.endpoints[0].it.Versions(), m.archive...))
	})
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

func (m *mesh) expectNoPast(versions []*item.Version) {
	m.t.Helper()
	for _, x := range versions {
		for _, y := range versions {
			if x != y && slices.Contains(pastOf(y), x.Title()) {
				m.t.Fatalf("%s came back beside %s", written(x), written(y))
			}
		}
	}
}

// sameItem compares winner and conflicts, whatever their order.
func sameItem(x, y *item.Item) bool {
	if !x.Winner.Same(y.Winner) || len(x.Conflicts) != len(y.Conflicts) {
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
	for _, c := range it.Conflicts {
		text += "\n  " + written(c)
	}
	return text
}
