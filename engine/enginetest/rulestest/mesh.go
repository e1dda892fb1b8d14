package rulestest

import (
	"flag"
	"os"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Mesh is a group of endpoints that share one item. Its first endpoint makes it; how
// they edit is the matter of the family that is tested.
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

	rules Family
}

// Family is what a mesh asks of the rules, and how it writes what it finds.
type Family struct {
	Merge    func(local, incoming *item.Item) rules.Result
	Notation Notation
	// Twins: the first two endpoints have one identifier.
	Twins bool
}

// Endpoint is one of a mesh.
type Endpoint struct {
	By string
	// Item is nil as long as the endpoint has read nothing.
	Item *item.Item
	// Used is the greatest sequence that the endpoint remembers to have used.
	Used int
	// Skew is what the endpoint's clock is wrong by, in seconds.
	Skew int
}

// NewMesh has three endpoints to as many as are allowed, and no item yet.
func NewMesh(t *rapid.T, most int, f Family) *Mesh {
	m := &Mesh{T: t, rules: f}
	for i := range rapid.IntRange(3, most).Draw(t, "endpoints") {
		m.Endpoints = append(m.Endpoints, &Endpoint{By: string(rune('A' + i))})
	}
	if f.Twins {
		m.Endpoints[1].By = m.Endpoints[0].By
	}
	return m
}

// Draw draws a number from 0 to n-1.
func (m *Mesh) Draw(n int, label string) int {
	return rapid.IntRange(0, n-1).Draw(m.T, label)
}

// State draws one of the items that any endpoint ever held.
func (m *Mesh) State() *item.Item { return m.States[m.Draw(len(m.States), "state")] }

// Run takes that many random steps: edits, and readings of one another.
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
	if len(r.Twice) > 0 && !m.rules.Twins {
		m.T.Fatalf("an identifier is said to be in use twice: %v", r.Twice)
	}
	m.Hold(e, r.Item)
}

// Hold gives an endpoint its new item.
func (m *Mesh) Hold(e *Endpoint, it *item.Item) {
	e.Item = it
	m.States = append(m.States, it)
	if top := it.Winner.Top(); top.By == e.By {
		e.Used = max(e.Used, top.Sequence)
	}
}

// ExpectAgreement fails where two endpoints hold different items.
func (m *Mesh) ExpectAgreement() {
	m.T.Helper()
	first := m.Endpoints[0].Item
	for _, e := range m.Endpoints[1:] {
		if !Same(first, e.Item) {
			m.T.Fatalf("%s has another item than A:\n%s\n%s", e.By, m.rules.Notation.Listing(e.Item), m.rules.Notation.Listing(first))
		}
	}
}

// ExpectLaw fails where an item is not what a law of merging wants.
func (m *Mesh) ExpectLaw(law string, got, want *item.Item) {
	m.T.Helper()
	if !Same(got, want) {
		m.T.Fatalf("not %s:\n%s\n%s", law, m.rules.Notation.Listing(got), m.rules.Notation.Listing(want))
	}
}

// Main draws more cases for each property than rapid does by itself;
// -rapid.checks overrides it. A failing case is printed with its seed and kept
// under testdata/rapid.
func Main(m *testing.M) {
	if err := flag.Set("rapid.checks", "400"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
