package snapshot

import (
	"cmp"
	"slices"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// sort sorts nodes and their subtasks.
func (a Asked) sort(nodes []*node) {
	byHand(nodes)
	switch a.Arrangement.Sort {
	case ByDue:
		sortBy(nodes, a.dueKey, dueKey.compare)
	case ByPriority:
		sortBy(nodes, priorityKey, cmp.Compare[int])
	case ByTitle:
		key := store.NameKeys()
		sortBy(nodes, func(r *Row) []byte { return key(r.Title) }, slices.Compare[[]byte])
	case ByFamilyName:
		key := store.NameKeys()
		sortBy(nodes, func(r *Row) []byte { return key(lastName(r) + "\x00" + r.Title) }, slices.Compare[[]byte])
	case ByChange:
		sortBy(nodes, func(r *Row) time.Time { return r.When }, func(a, b time.Time) int { return b.Compare(a) })
	}
	for _, n := range nodes {
		if len(n.parts) > 0 {
			a.sort(n.parts)
		}
	}
}

// byHand sorts nodes in manual order. They are mostly sorted already.
func byHand(nodes []*node) {
	compare := func(a, b *node) int { return edit.ComparePlaces(a.row.placed(), b.row.placed()) }
	if !slices.IsSortedFunc(nodes, compare) {
		slices.SortStableFunc(nodes, compare)
	}
}

// sortBy sorts by a key that is computed once for each row.
func sortBy[K any](nodes []*node, key func(*Row) K, compare func(a, b K) int) {
	type keyed struct {
		key  K
		node *node
	}
	all := make([]keyed, len(nodes))
	for i, n := range nodes {
		all[i] = keyed{key(n.row), n}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return compare(a.key, b.key) })
	for i := range all {
		nodes[i] = all[i].node
	}
}

// lastName returns the last name of a contact, or its title if it has none.
func lastName(r *Row) string { return cmp.Or(r.FamilyName, r.Title) }

func (r *Row) placed() edit.Placed {
	return edit.Placed{ID: r.ID, Order: r.Order, Ordered: r.Ordered}
}

// dueKey is the due date of a todo; those without one are last. Those with the same date are
// sorted by priority.
type dueKey struct {
	at       time.Time
	never    bool
	priority int
}

func (a Asked) dueKey(r *Row) dueKey {
	k := dueKey{priority: priorityKey(r)}
	due, err := record.ParseDate(r.Due)
	if err != nil {
		k.never = true
		return k
	}
	k.at = due.At(a.Now.Location())
	return k
}

func (k dueKey) compare(other dueKey) int {
	if k.never != other.never {
		if k.never {
			return 1
		}
		return -1
	}
	return cmp.Or(k.at.Compare(other.at), cmp.Compare(k.priority, other.priority))
}

// priorityKey returns the priority; no priority is last.
func priorityKey(r *Row) int {
	if r.Priority == 0 {
		return 10
	}
	return r.Priority
}

// forest puts subtasks below their parents. A row is at the top level if its parent is not
// among the rows, or if it is its own ancestor.
func forest(rows []Row) []*node {
	nodes := make([]node, len(rows))
	for i := range rows {
		nodes[i].row = &rows[i]
	}
	parents := parentsOf(nodes)
	roots := make([]*node, 0, len(rows))
	for i := range nodes {
		if p := parents[i]; p >= 0 {
			nodes[p].parts = append(nodes[p].parts, &nodes[i])
		} else {
			roots = append(roots, &nodes[i])
		}
	}
	return roots
}

// name is how a row refers to another: by the record's UID, or by the item's identifier if
// there is none.
type name struct{ set, id string }

// parentsOf returns the index of each node's parent, or -1.
func parentsOf(nodes []node) []int {
	wanted := map[name]int{}
	for _, n := range nodes {
		if n.row.Parent != "" {
			wanted[name{n.row.Set, n.row.Parent}] = -1
		}
	}
	if len(wanted) > 0 {
		find(wanted, nodes)
	}
	parents := make([]int, len(nodes))
	for i, n := range nodes {
		parents[i] = -1
		if n.row.Parent != "" {
			parents[i] = wanted[name{n.row.Set, n.row.Parent}]
		}
	}
	for i := range parents {
		cut(parents, i)
	}
	return parents
}

// find fills in the indices of the wanted nodes. A UID takes precedence over an identifier.
func find(wanted map[name]int, nodes []node) {
	for i, n := range nodes {
		if _, is := wanted[name{n.row.Set, n.row.ID}]; is {
			wanted[name{n.row.Set, n.row.ID}] = i
		}
	}
	for i, n := range nodes {
		if _, is := wanted[name{n.row.Set, n.row.UID}]; is {
			wanted[name{n.row.Set, n.row.UID}] = i
		}
	}
}

// cut makes a node a root if it is its own ancestor.
func cut(parents []int, i int) {
	seen := 0
	for at := parents[i]; at >= 0; at = parents[at] {
		if at == i || seen > deepest {
			parents[i] = -1
			return
		}
		seen++
	}
}

// deepest is the maximum depth of subtasks. Deeper ones are at the top level.
const deepest = 20
