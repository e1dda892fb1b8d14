package feedsync_test

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/rulestest"
)

// Whatever the order in which feeds are read, all endpoints end with the same
// item, and every edit ever made is the winner's, a conflict's, or in the true
// past of one of them.
func TestNoEditIsLost(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		m.gossip()
		m.ExpectAgreement()
		m.Edits.ExpectKnown(m.T, m.Endpoints[0].Item.Versions())
	})
}

// A conflict that was settled never comes back: no item, at any time, holds a
// version together with another that was made from it.
func TestSettledConflictsStaySettled(t *testing.T) {
	check(t, 60, kind{}, func(m *mesh) {
		m.gossip()
		for _, it := range m.States {
			m.expectNoPast(it.Versions())
		}
	})
}

// With noconflicts the winner stays alone, and is the same everywhere; what it
// does not know of is in the archive.
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

// Where an identifier is in use twice, or foreign programs cut histories, all
// still agree, and nothing is lost that the archive does not have.
func TestTwinsAgree(t *testing.T) {
	check(t, 60, kind{twins: true}, func(m *mesh) {
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
