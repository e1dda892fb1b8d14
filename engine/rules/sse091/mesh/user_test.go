package mesh_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/rules/sse091"
)

// mesh is a group of endpoints and the actions of their users.
type mesh struct {
	*rand.Rand
	kind
	endpoints []endpoint
	// skew is the error of each endpoint's clock, in seconds.
	skew []int
	now  int
	// ids are the identifiers of all items ever created.
	ids []string
	// placed has the placement that positioned each version.
	placed map[string]*placement
}

// kind is the kind of a mesh.
type kind struct {
	name string
	// unkeyed reports whether one endpoint is a program that knows no keys, keeps whether it
	// preserves unknown attributes.
	unkeyed, preserves bool
	// calm reports whether all endpoints read each other after each step, so that nothing
	// happens concurrently.
	calm bool
}

var (
	pure           = kind{name: "pure"}
	dropping       = kind{name: "dropping", unkeyed: true}
	preserving     = kind{name: "keeping", unkeyed: true, preserves: true}
	calmDropping   = kind{name: "calm-dropping", unkeyed: true, calm: true}
	calmPreserving = kind{name: "calm-keeping", unkeyed: true, preserves: true, calm: true}

	kinds = []kind{pure, dropping, preserving, calmDropping, calmPreserving}
)

func (k kind) String() string { return k.name }

func newMesh(k kind, seed uint64) *mesh {
	m := &mesh{Rand: rand.New(rand.NewPCG(seed, 91)), kind: k, placed: map[string]*placement{}}
	for i := range 3 + m.IntN(3) {
		by := string(rune('A' + i))
		var e endpoint = &knowing{by: by, items: map[string]*item.Item{}}
		if i == 1 && k.unkeyed {
			e = newUnknowing(by, k.preserves, m.IntN(2) == 0)
		}
		m.endpoints = append(m.endpoints, e)
		m.skew = append(m.skew, m.IntN(2)*(m.IntN(60)-30))
	}
	return m
}

// run performs that many random steps.
func (m *mesh) run(steps int) {
	for range steps {
		if m.calm && !m.syncUntilQuiet() {
			return
		}
		i := m.IntN(len(m.endpoints))
		e := m.endpoints[i]
		switch n := m.IntN(24); {
		case n < 4:
			m.create(e, i)
		case n < 10:
			m.move(e, i, m.pick)
		case n < 13:
			m.move(e, i, m.folder)
		case n < 15:
			m.edit(e, i, false)
		case n < 16:
			m.edit(e, i, true)
		case m.calm:
		case n < 17:
			m.cross(i, m.IntN(len(m.endpoints)))
		default:
			m.readOne(e)
		}
	}
}

// readOne makes an endpoint read another's document, sometimes a partial one.
func (m *mesh) readOne(e endpoint) {
	from := m.endpoints[m.IntN(len(m.endpoints))]
	if from == e {
		return
	}
	if k, ok := from.(*knowing); ok && m.IntN(6) == 0 {
		e.read(m.partial(k))
		return
	}
	e.read(from.publish())
}

// partial returns a document of some of the items. Children of omitted items are at the top
// level.
func (m *mesh) partial(k *knowing) document {
	some := map[string]*item.Item{}
	for _, n := range nodesOf(k.items) {
		if m.IntN(3) > 0 {
			some[n.ID] = k.items[n.ID]
		}
	}
	return publish(some)
}

func (m *mesh) stamp(i int) rules.Stamp {
	m.now++
	return rules.Stamp{By: m.endpoints[i].name(), When: time.Unix(int64(1_000_000+m.now+m.skew[i]), 0)}
}

func (m *mesh) text() *item.Content { return item.Plain(fmt.Sprint("text ", m.now), "") }

// create creates an item with a random identifier.
func (m *mesh) create(e endpoint, i int) {
	id := fmt.Sprintf("%c%d", 'a'+rune(m.IntN(26)), len(m.ids))
	s := m.stamp(i)
	it, err := sse091.Create(id, rules.Change{Content: m.text()}, s)
	if err != nil {
		panic(err)
	}
	m.ids = append(m.ids, id)
	m.putSomewhere(e, it, m.pick(e))
}

// pick returns an item of an endpoint or, in half of the cases, "" for the top level.
func (m *mesh) pick(e endpoint) string {
	all := nodesOf(e.held())
	if len(all) == 0 || m.IntN(2) == 0 {
		return ""
	}
	return all[m.IntN(len(all))].ID
}

// folder returns one of the few items that are moved into each other most often.
func (m *mesh) folder(e endpoint) string {
	if len(m.ids) == 0 {
		return ""
	}
	id := m.ids[m.IntN(min(len(m.ids), 4))]
	if e.held()[id] == nil {
		return ""
	}
	return id
}

// move moves an item: within its parent, or into another item that is not inside it.
func (m *mesh) move(e endpoint, i int, pick func(endpoint) string) {
	id := pick(e)
	if id == "" {
		return
	}
	parent := e.parent(id)
	if m.IntN(2) == 0 {
		parent = pick(e)
	}
	m.into(i, id, parent)
}

// cross makes two endpoints move two items into each other.
func (m *mesh) cross(i, j int) {
	x, y := m.folder(m.endpoints[i]), m.folder(m.endpoints[i])
	if i == j || x == "" || y == "" {
		return
	}
	m.into(i, x, y)
	m.into(j, y, x)
}

func (m *mesh) into(i int, id, parent string) {
	e := m.endpoints[i]
	if e.held()[id] != nil && (parent == "" || e.held()[parent] != nil) && !m.isInside(e, parent, id) {
		m.putSomewhere(e, m.update(e, i, id, false), parent)
	}
}

// isInside reports whether an item is another one, or inside it, on an endpoint.
func (m *mesh) isInside(e endpoint, id, ancestor string) bool {
	for ; id != ""; id = e.parent(id) {
		if id == ancestor {
			return true
		}
		if e.held()[id] == nil {
			return false
		}
	}
	return false
}

// putSomewhere inserts an item at the beginning of a parent, at its end, or in between; in
// half of the cases where others are inserted as well.
func (m *mesh) putSomewhere(e endpoint, it *item.Item, parent string) {
	row := slices.DeleteFunc(e.siblings(parent), func(id string) bool { return id == it.ID() })
	at := 0
	if n := m.IntN(4); n > 0 && len(row) > 0 {
		at = []int{0, 1, len(row), m.IntN(len(row) + 1)}[n]
	}
	var left, right string
	if at > 0 {
		left = row[at-1]
	}
	if at < len(row) {
		right = row[at]
	}
	m.place(e, it.Winner, parent, row, at)
	e.put(it, parent, left, right)
}

// edit changes, deletes or restores an item without moving it.
func (m *mesh) edit(e endpoint, i int, del bool) {
	id := m.pick(e)
	if id == "" {
		return
	}
	old := e.held()[id].Winner
	it := m.update(e, i, id, del)
	m.stay(e, old, it.Winner)
	e.set(it)
}

func (m *mesh) update(e endpoint, i int, id string, del bool) *item.Item {
	s := m.stamp(i)
	it, err := sse091.Update(e.held()[id], rules.Change{Content: m.text(), Deleted: del}, s)
	if err != nil {
		panic(err)
	}
	return it
}

// syncUntilQuiet makes all endpoints read each other until nothing changes, and reports
// whether that state was reached.
func (m *mesh) syncUntilQuiet() bool {
	for range 30 {
		changed := false
		for _, i := range m.Perm(len(m.endpoints)) {
			for _, j := range m.Perm(len(m.endpoints)) {
				if i != j && m.endpoints[i].read(m.endpoints[j].publish()) {
					changed = true
				}
			}
		}
		if !changed {
			return true
		}
	}
	return false
}

// tree returns an endpoint's tree as rows.
func tree(e endpoint) []string {
	nodes := nodesOf(e.held())
	var rows []string
	for _, r := range order.Tree(nodes) {
		rows = append(rows, fmt.Sprint(r.Depth, " ", nodes[r.Index].ID))
	}
	return rows
}
