package feedsync_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// mesh is a group of endpoints that share one item by the rules of FeedSync.
type mesh struct {
	*rulestest.Mesh
	kind
	// foreignEdits are the numbers of the edits by endpoints that follow the specification
	// literally.
	foreignEdits map[int]bool
}

type endpoint = rulestest.Endpoint

// kind is the kind of a mesh.
type kind struct {
	// noConflicts is the item's flag.
	noConflicts bool
	// literal endpoints edit as the specification says, and leave out their own conflicts.
	literal bool
	// sharedID: the first two endpoints have the same identifier.
	sharedID bool
	// truncating endpoints store only the topmost entry of a history.
	truncating bool
	// foreign is how many of the last endpoints edit and merge literally by the specification.
	foreign int
}

// newMesh returns a mesh of three to six endpoints; the first one creates the item.
func newMesh(t *rapid.T, k kind) *mesh {
	f := rulestest.Dialect{Merge: feedsync.Merge, Notation: notation, SharedID: k.sharedID}
	m := &mesh{rulestest.NewMesh(t, 6, f), k, map[int]bool{}}
	e := m.Endpoints[0]
	it, err := feedsync.Create(id, rules.Change{Content: m.Edits.Text(nil)}, k.noConflicts, m.stamp(e))
	if err != nil {
		t.Fatal(err)
	}
	m.Hold(e, it)
	return m
}

// run performs that many random steps: edits, and merges of each other's documents.
func (m *mesh) run(steps int) { m.Run(steps, m.edit, m.read) }

// read merges the document that another endpoint publishes.
func (m *mesh) read(e, from *endpoint) {
	if !m.isForeign(e) {
		m.Read(e, from)
	} else if from.Item != nil && e != from {
		m.Hold(e, rulestest.ByTheLetter(feedsync.Rules{}, e.Item, from.Item))
	}
}

// isForeign reports whether an endpoint follows the specification literally. The first one
// never does.
func (m *mesh) isForeign(e *endpoint) bool {
	return slices.Contains(m.Endpoints[max(1, len(m.Endpoints)-m.foreign):], e)
}

// ours returns the endpoints that merge as we do.
func (m *mesh) ours() []*endpoint {
	return m.Endpoints[:max(1, len(m.Endpoints)-m.foreign)]
}

// gossip makes every endpoint read every other, until each has received the changes of all.
func (m *mesh) gossip() {
	for range 2 {
		for _, from := range m.Endpoints {
			for _, e := range m.Endpoints {
				m.read(e, from)
			}
		}
	}
}

// stamp reads the endpoint's clock, which may stop, be wrong or be absent. If histories are
// complete and nothing is lost, they show which sequences were used, so that nothing depends
// on the endpoint's own memory. Updates without by, and updates of endpoints with one identifier, are only identified
// by their times, so they get unique ones.
func (m *mesh) stamp(e *endpoint) rules.Stamp {
	s := rules.Stamp{By: e.By, When: unix(1000 + m.Now/4 + e.Skew), Used: e.Used}
	if m.kind == (kind{}) && m.Draw(2, "forgets") == 0 {
		s.Used = 0
	}
	switch n := m.Draw(12, "stamp"); {
	case m.foreign > 0 && !m.isForeign(e):
	case n == 0:
		s = rules.Stamp{When: unix(100000 + len(m.Edits))}
	case m.sharedID:
		s.When = unix(1000 + len(m.Edits))
	case n == 1:
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

// edit makes one random change: of the text, a deletion or an un-deletion. It includes all,
// some or none of the conflicts, but always the endpoint's own, as the rules require.
func (m *mesh) edit(e *endpoint) {
	s := m.stamp(e)
	change := rules.Change{Deleted: m.Draw(4, "deleted") == 0}
	literal := m.literal || m.isForeign(e)
	taken := m.taken(e.Item, s.By, literal)
	from := []*item.Version{e.Item.Winner}
	for _, i := range taken {
		from = append(from, e.Item.Conflicts[i])
	}
	change.Content = m.Edits.Text(from)
	m.foreignEdits[len(m.Edits)-1] = m.isForeign(e)
	if m.Draw(8, "undone") == 0 {
		m.takeBack(e, change, taken, s, literal)
		s.Used = max(s.Used, e.Used)
	}
	m.Hold(e, m.resolve(e.Item, change, taken, s, literal))
}

// taken randomly selects the conflicts that an edit includes.
func (m *mesh) taken(it *item.Item, by string, literal bool) []int {
	taken := feedsync.Own(it, by)
	if literal {
		taken = nil
	}
	for i := range it.Conflicts {
		if !slices.Contains(taken, i) && m.Draw(2, "taken") == 0 {
			taken = append(taken, i)
		}
	}
	return taken
}

// takeBack makes an edit that is undone before anybody reads it. Its sequence remains used.
func (m *mesh) takeBack(e *endpoint, c rules.Change, taken []int, s rules.Stamp, literal bool) {
	if top := m.resolve(e.Item, c, taken, s, literal).Winner.Top(); top.By == e.By {
		e.Used = top.Sequence
	}
}

// resolve follows the rules, or the specification literally: then the conflicts that an edit
// leaves out are hidden from the rules.
func (m *mesh) resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp, literal bool) *item.Item {
	var hidden []*item.Version
	seen := it
	if literal {
		seen = &item.Item{Winner: it.Winner}
		for i, v := range it.Conflicts {
			if slices.Contains(taken, i) {
				seen.Conflicts = append(seen.Conflicts, v)
			} else {
				hidden = append(hidden, v)
			}
		}
		taken = make([]int, len(seen.Conflicts))
		for i := range taken {
			taken[i] = i
		}
	}
	next, err := feedsync.Resolve(seen, c, taken, s)
	if err != nil {
		m.T.Fatal(err)
	}
	if literal || m.foreign == 0 {
		m.disfigure(next.Winner)
	}
	return &item.Item{Winner: next.Winner, Conflicts: append(next.Conflicts, hidden...)}
}

// disfigure changes a new version as foreign programs may: its sequence skips some numbers,
// because any greater one is valid, and its history is truncated.
func (m *mesh) disfigure(v *item.Version) {
	if m.Draw(6, "skips") == 0 {
		v.History[0].Sequence += m.Draw(8, "skipped")
	}
	if m.truncating {
		v.History = v.History[:1]
	}
}
