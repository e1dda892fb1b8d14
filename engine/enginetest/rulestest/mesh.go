package rulestest

import (
	"flag"
	"os"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Mesh is a group of endpoints that share one item, created by the first endpoint. The tests
// of each dialect define how the endpoints edit it.
type Mesh struct {
	T         *rapid.T
	Endpoints []*Endpoint
	Edits     Edits
	// Now counts the steps.
	Now int
	// Archive holds the versions that merges reported as dropped.
	Archive []*item.Version
	// States are all items that any endpoint ever held.
	States []*item.Item

	rules Dialect
}

// Dialect provides a dialect's merge rules and its notation.
type Dialect struct {
	Merge    func(local, incoming *item.Item) rules.Result
	Notation Notation
	// SharedID gives the first two endpoints the same identifier.
	SharedID bool
}

// Endpoint is an endpoint of a mesh.
type Endpoint struct {
	By string
	// Item is nil until the endpoint has received the item.
	Item *item.Item
	// Used is the greatest sequence that the endpoint remembers having used.
	Used int
	// Skew is the error of the endpoint's clock, in seconds.
	Skew int
}

// NewMesh returns a mesh with three to most endpoints and no item yet.
func NewMesh(t *rapid.T, most int, f Dialect) *Mesh {
	m := &Mesh{T: t, rules: f}
	for i := range rapid.IntRange(3, most).Draw(t, "endpoints") {
		m.Endpoints = append(m.Endpoints, &Endpoint{By: string(rune('A' + i))})
	}
	if f.SharedID {
		m.Endpoints[1].By = m.Endpoints[0].By
	}
	return m
}

// Draw draws a number from 0 to n-1.
func (m *Mesh) Draw(n int, label string) int {
	return rapid.IntRange(0, n-1).Draw(m.T, label)
}

// State draws one of all item states that any endpoint ever held.
func (m *Mesh) State() *item.Item { return m.States[m.Draw(len(m.States), "state")] }

// Run takes random steps: edits, and reads from other endpoints.
func (m *Mesh) Run(steps int, edit func(*Endpoint), read func(e, from *Endpoint)) {
	for range steps {
		m.Now++
		e := m.Endpoints[m.Draw(len(m.Endpoints), "endpoint")]
		switch kind := m.Draw(10, "step"); {
		case kind == 0:
			e.Skew = m.Draw(200, "skew") - 100
		case kind < 4 && e.Item != nil:
			edit(e)
		default:
			read(e, m.Endpoints[m.Draw(len(m.Endpoints), "from")])
		}
	}
}

// Read merges what another endpoint publishes.
func (m *Mesh) Read(e, from *Endpoint) {
	if from.Item == nil {
		return
	}
	r := m.rules.Merge(e.Item, from.Item)
	m.Archive = append(m.Archive, r.Dropped...)
	if len(r.Twice) > 0 && !m.rules.SharedID {
		m.T.Fatalf("an identifier is said to be in use twice: %v", r.Twice)
	}
	m.Hold(e, r.Item)
}

// Hold stores an endpoint's new item.
func (m *Mesh) Hold(e *Endpoint, it *item.Item) {
	e.Item = it
	m.States = append(m.States, it)
	if top := it.Winner.Top(); top.By == e.By {
		e.Used = max(e.Used, top.Sequence)
	}
}

// ExpectAgreement fails the test if two endpoints hold different items.
func (m *Mesh) ExpectAgreement() {
	m.T.Helper()
	first := m.Endpoints[0].Item
	for _, e := range m.Endpoints[1:] {
		if !Same(first, e.Item) {
			m.T.Fatalf("%s has another item than A:\n%s\n%s", e.By, m.rules.Notation.Listing(e.Item), m.rules.Notation.Listing(first))
		}
	}
}

// ExpectLaw fails the test if got violates a law of merging.
func (m *Mesh) ExpectLaw(law string, got, want *item.Item) {
	m.T.Helper()
	if !Same(got, want) {
		m.T.Fatalf("not %s:\n%s\n%s", law, m.rules.Notation.Listing(got), m.rules.Notation.Listing(want))
	}
}

// Main makes rapid draw more cases for each property than by default; -rapid.checks overrides
// it. A failing case is printed with its seed and stored under testdata/rapid.
func Main(m *testing.M) {
	if err := flag.Set("rapid.checks", "400"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
