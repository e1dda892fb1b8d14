package feedsync_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// mesh is a group of endpoints that share one item. Every edit has a number,
// and the text of a version lists the numbers of the edits that it was made
// from, its own first: its true past travels in the data, apart from the
// history that the rules keep.
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
	// noConflicts is the item's flag.
	noConflicts bool
	// literal endpoints edit as the specification has it, and leave out their
	// own conflicts.
	literal bool
	// twins: the first two endpoints have one identifier.
	twins bool
	// truncating endpoints keep just the topmost entry of a history.
	truncating bool
}

type endpoint struct {
	by   string
	it   *item.Item
	used int
	// skew is what the endpoint's clock is wrong by, in seconds.
	skew int
}

// newMesh has three to six endpoints; the first of them makes the item.
func newMesh(t *rapid.T, k kind) *mesh {
	m := &mesh{t: t, kind: k}
	for i := range rapid.IntRange(3, 6).Draw(t, "endpoints") {
		m.endpoints = append(m.endpoints, &endpoint{by: string(rune('A' + i))})
	}
	e := m.endpoints[0]
	if k.twins {
		m.endpoints[1].by = e.by
	}
	it, err := feedsync.Create(id, rules.Change{Content: m.text(nil)}, k.noConflicts, m.stamp(e))
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

// gossip lets every endpoint read every other until all have heard of all.
func (m *mesh) gossip() {
	for range 2 {
		for _, from := range m.endpoints {
			for _, e := range m.endpoints {
				m.read(e, from)
			}
		}
	}
}

// read merges what another endpoint publishes.
func (m *mesh) read(e, from *endpoint) {
	if from.it == nil {
		return
	}
	r := feedsync.Merge(e.it, from.it)
	m.archive = append(m.archive, r.Dropped...)
	if len(r.Twice) > 0 && !m.twins {
		m.t.Fatalf("an identifier is said to be in use twice: %v", r.Twice)
	}
	m.hold(e, r.Item)
}

func (m *mesh) hold(e *endpoint, it *item.Item) {
	e.it = it
	m.states = append(m.states, it)
	if top := it.Winner.Top(); top.By == e.by {
		e.used = max(e.used, top.Sequence)
	}
}

// stamp reads the endpoint's clock, which may stand still, go wrong or be
// absent. Where histories are whole and nothing is lost, they tell what was
// used, so that nothing depends on the endpoint's own memory. Updates without
// by, and those of twins, are known by their times alone, so that those get one
// that no other update has.
func (m *mesh) stamp(e *endpoint) rules.Stamp {
	s := rules.Stamp{By: e.by, When: unix(1000 + m.now/4 + e.skew), Used: e.used}
	if m.kind == (kind{}) && m.draw(2, "forgets") == 0 {
		s.Used = 0
	}
	switch n := m.draw(12, "stamp"); {
	case n == 0:
		s = rules.Stamp{When: unix(100000 + len(m.edits))}
	case m.twins:
		s.When = unix(1000 + len(m.edits))
	case n == 1:
		s.When = time.Time{}
	}
	return s
}

func (m *mesh) draw(n int, label string) int {
	return rapid.IntRange(0, n-1).Draw(m.t, label)
}

// text is the content of a new edit that was made from those versions.
func (m *mesh) text(from []*item.Version) *item.Content {
	past := make(map[string]bool)
	for _, v := range from {
		for _, edit := range pastOf(v) {
			past[edit] = true
		}
	}
	number := fmt.Sprint(len(m.edits))
	m.edits = append(m.edits, number)
	return item.Plain(number, strings.Join(slices.Sorted(maps.Keys(past)), " "))
}

// pastOf lists the edits that a version was made from, and its own.
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
