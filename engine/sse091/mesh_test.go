package sse091_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
)

// mesh is a group of endpoints that share one item. Every edit has a number, and
// the text of a version lists the numbers of the edits that it was made with in
// sight, its own first: its true past travels in the data, apart from the history that the
// rules keep.
type mesh struct {
	t         *rapid.T
	endpoints []*endpoint
	edits     []string
	now       int
	// archive holds the versions that merges reported as dropped.
	archive []*item.Version
	kind
	// states are all items that any endpoint ever held.
	states []*item.Item
}

// kind says what kind of mesh it is.
type kind struct {
	// truncating endpoints keep few updates of a history, or none (§4.2 step 2).
	truncating bool
	// anonymous endpoints leave out by.
	anonymous bool
	// still clocks give many updates one time.
	still bool
	// twins: the first two endpoints have one identifier.
	twins bool
}

type endpoint struct {
	by string
	it *item.Item
	// skew is what the endpoint's clock is wrong by, in seconds.
	skew int
}

// newMesh has three to five endpoints; the first of them makes the item.
func newMesh(t *rapid.T, k kind) *mesh {
	m := &mesh{t: t, kind: k}
	for i := range rapid.IntRange(3, 5).Draw(t, "endpoints") {
		m.endpoints = append(m.endpoints, &endpoint{by: string(rune('A' + i))})
	}
	e := m.endpoints[0]
	if k.twins {
		m.endpoints[1].by = e.by
	}
	it, err := sse091.Create(id, rules.Change{Content: m.text(nil)}, m.stamp(e))
	if err != nil {
		t.Fatal(err)
	}
	m.hold(e, it)
	return m
}

// run takes that many random steps: edits, and readings of one another.
func (m *mesh) run(steps int) {
	for range steps {
		m.now++
		e := m.endpoints[m.draw(len(m.endpoints), "endpoint")]
		switch kind := m.draw(10, "step"); {
		case kind == 0:
			e.skew = m.draw(200, "skew") - 100
		case kind < 4 && e.it != nil:
			m.edit(e)
		default:
			m.read(e, m.endpoints[m.draw(len(m.endpoints), "from")])
		}
	}
}

// gossip lets every endpoint read every other, in a random order each time, until
// nothing changes any more.
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
	m.t.Fatal("the endpoints read one another ten times over, and still something changes")
}

func (m *mesh) held() []*item.Item {
	var all []*item.Item
	for _, e := range m.endpoints {
		all = append(all, e.it)
	}
	return all
}

func (m *mesh) shuffled() []*endpoint {
	return rapid.Permutation(m.endpoints).Draw(m.t, "order")
}

// read merges what another endpoint publishes.
func (m *mesh) read(e, from *endpoint) {
	if from.it == nil {
		return
	}
	before := e.it
	r := sse091.Merge(e.it, from.it)
	m.archive = append(m.archive, r.Dropped...)
	if len(r.Twice) > 0 && !m.twins {
		m.t.Fatalf("an identifier is said to be in use twice: %v", r.Twice)
	}
	m.hold(e, r.Item)
	m.expectFlagStays(before, e.it)
}

func (m *mesh) hold(e *endpoint, it *item.Item) {
	e.it = it
	m.states = append(m.states, it)
}

// edit makes one random update: of the text, a deletion or an un-deletion. It settles
// all conflicts.
func (m *mesh) edit(e *endpoint) {
	change := rules.Change{Deleted: m.draw(4, "deleted") == 0, Content: m.text(e.it.Versions())}
	next, err := sse091.Update(e.it, change, m.stamp(e))
	if err != nil {
		m.t.Fatal(err)
	}
	if m.truncating && m.draw(2, "truncates") == 0 {
		v := next.Winner
		v.History = v.History[:min(len(v.History), 1+m.draw(4, "length"))]
	}
	m.hold(e, next)
}

// stamp reads the endpoint's clock, which may stand still, go wrong or be absent.
// Updates without by, and those of twins, are known by their times alone, so that
// those get one that no other update has.
func (m *mesh) stamp(e *endpoint) rules.Stamp {
	s := rules.Stamp{By: e.by, When: unix(1000 + m.now/4 + e.skew)}
	switch n := m.draw(12, "stamp"); {
	case m.still:
		s.When = unix(1000)
	case m.anonymous && n < 6:
		s = rules.Stamp{When: unix(100000 + len(m.edits))}
	case m.twins:
		s.When = unix(1000 + len(m.edits))
	case n == 0:
		s.When = time.Time{}
	}
	return s
}

func (m *mesh) draw(n int, label string) int {
	return rapid.IntRange(0, n-1).Draw(m.t, label)
}

// text is the content of a new edit that was made with those versions in sight.
func (m *mesh) text(from []*item.Version) *item.Content {
	past := known(from)
	number := fmt.Sprint(len(m.edits))
	m.edits = append(m.edits, number)
	return item.Plain(number, strings.Join(slices.Sorted(maps.Keys(past)), " "))
}

// pastOf lists the edits that a version was made with in sight, and its own.
func pastOf(v *item.Version) []string {
	return append(strings.Fields(v.Content.Text()), v.Title())
}

// known is what all of those versions were made from.
func known(versions []*item.Version) map[string]bool {
	edits := make(map[string]bool)
	for _, v := range versions {
		for _, edit := range pastOf(v) {
			edits[edit] = true
		}
	}
	return edits
}

// check draws a mesh, lets it run, and hands it over.
func check(t *testing.T, steps int, k kind, f func(*mesh)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		m := newMesh(t, k)
		m.run(steps)
		f(m)
	})
}
