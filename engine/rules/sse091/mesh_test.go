package sse091_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// mesh is a group of endpoints that share one item by the rules of SSE 0.91.
type mesh struct {
	*rulestest.Mesh
	kind
}

type endpoint = rulestest.Endpoint

// kind is the kind of a mesh.
type kind struct {
	// truncating endpoints store few updates of a history, or none (§4.2 step 2).
	truncating bool
	// anonymous endpoints leave out by.
	anonymous bool
	// still clocks give many updates the same time.
	still bool
	// sharedID: the first two endpoints have the same identifier.
	sharedID bool
}

// newMesh returns a mesh of three to five endpoints; the first one creates the item.
func newMesh(t *rapid.T, k kind) *mesh {
	f := rulestest.Dialect{Merge: sse091.Merge, Notation: notation, SharedID: k.sharedID}
	m := &mesh{rulestest.NewMesh(t, 5, f), k}
	e := m.Endpoints[0]
	it, err := sse091.Create(id, rules.Change{Content: m.Edits.Text(nil)}, m.stamp(e))
	if err != nil {
		t.Fatal(err)
	}
	m.Hold(e, it)
	return m
}

// run performs that many random steps: edits, and merges of each other's documents.
func (m *mesh) run(steps int) { m.Run(steps, m.edit, m.read) }

// gossip makes every endpoint read every other, in a random order each time, until nothing
// changes.
func (m *mesh) gossip() {
	for range 10 {
		before := m.held()
		for _, from := range m.shuffled() {
			for _, e := range m.shuffled() {
				m.read(e, from)
			}
		}
		if slices.Equal(m.held(), before) {
			return
		}
	}
	m.T.Fatal("the endpoints read one another ten times over, and still something changes")
}

func (m *mesh) held() []*item.Item {
	var all []*item.Item
	for _, e := range m.Endpoints {
		all = append(all, e.Item)
	}
	return all
}

func (m *mesh) shuffled() []*endpoint {
	return rapid.Permutation(m.Endpoints).Draw(m.T, "order")
}

// read merges the document that another endpoint publishes.
func (m *mesh) read(e, from *endpoint) {
	before := e.Item
	m.Read(e, from)
	m.expectFlagStays(before, e.Item)
}

// edit makes one random update: of the text, a deletion or an un-deletion. It resolves all
// conflicts.
func (m *mesh) edit(e *endpoint) {
	change := rules.Change{Deleted: m.Draw(4, "deleted") == 0, Content: m.Edits.Text(e.Item.Versions())}
	next, err := sse091.Update(e.Item, change, m.stamp(e))
	if err != nil {
		m.T.Fatal(err)
	}
	if m.truncating && m.Draw(2, "truncates") == 0 {
		v := next.Winner
		v.History = v.History[:min(len(v.History), 1+m.Draw(4, "length"))]
	}
	m.Hold(e, next)
}

// stamp reads the endpoint's clock, which may stop, be wrong or be absent. Updates without by,
// and updates of endpoints with one identifier, are only identified by their times, so they get unique ones.
func (m *mesh) stamp(e *endpoint) rules.Stamp {
	s := rules.Stamp{By: e.By, When: unix(1000 + m.Now/4 + e.Skew)}
	switch n := m.Draw(12, "stamp"); {
	case m.still:
		s.When = unix(1000)
	case m.anonymous && n < 6:
		s = rules.Stamp{When: unix(100000 + len(m.Edits))}
	case m.sharedID:
		s.When = unix(1000 + len(m.Edits))
	case n == 0:
		s.When = time.Time{}
	}
	return s
}

// check generates a mesh, runs it, and passes it to f.
func check(t *testing.T, steps int, k kind, f func(*mesh)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		m := newMesh(t, k)
		m.run(steps)
		f(m)
	})
}
