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
