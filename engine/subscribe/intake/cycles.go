package intake

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// changes are the items that a feed changed, in the feed's order.
type changes struct {
	byID  map[string]*item.Item
	order []*item.Item
	// moved reports whether any of them is new or has a new position.
	moved bool
}

func (c *changes) add(one change) {
	if !one.merged.Changed {
		return
	}
	it := one.merged.Item
	if c.byID == nil {
		c.byID = map[string]*item.Item{}
	}
	c.byID[it.ID()] = it
	c.order = append(c.order, it)
	c.moved = c.moved || one.before == nil || one.before.Winner.Place != it.Winner.Place
}

// nodes returns the changed items and all their ancestors. The set had no cycles before, so
// every cycle contains a changed item. The cost thus depends on the number of changes and not
// on the size of the set, while a user's edit may be waiting for the write lock.
func (c *changes) nodes(now store.ItemReader, set int64) ([]order.Node, error) {
	nodes := make([]order.Node, 0, len(c.order))
	met := make(map[string]bool, len(c.order))
	for _, it := range c.order {
		nodes = append(nodes, node(it))
		met[it.ID()] = true
	}
	for i := 0; i < len(nodes); i++ {
		parent := nodes[i].Place.Parent
		if parent == "" || met[parent] {
			continue
		}
		met[parent] = true
		it, err := findItem(now, set, parent)
		if err != nil {
			return nil, err
		}
		if it != nil {
			nodes = append(nodes, node(it))
		}
	}
	return nodes, nil
}

func node(it *item.Item) order.Node {
	return order.Node{ID: it.ID(), Place: it.Winner.Place, Deleted: it.Winner.Deleted}
}

// cycle is an item that is its own ancestor, and the position at the top level that it gets.
type cycle struct {
	id string
	at item.Place
}

// cycles finds the items that are their own ancestors once everything is merged (SSE 0.91
// §4.4.2), and counts them.
func (r *reading) cycles(now store.Reader, c changes) ([]cycle, error) {
	if r.outline == nil || !c.moved {
		return nil, nil
	}
	nodes, err := c.nodes(now, r.source.Set.Key)
	if err != nil {
		return nil, err
	}
	var all []cycle
	for _, m := range order.Cycles(nodes) {
		all = append(all, cycle{nodes[m.Index].ID, m.Place})
		r.countCycle(nodes[m.Index].ID, m.Place.Cycle, c)
	}
	return all, nil
}

// countCycle adds an item that is flagged because of a cycle to the result.
func (r *reading) countCycle(id, parent string, c changes) {
	became := NoChange
	if c.byID[id] == nil && r.seen[id] != 0 {
		became = Updated
	}
	r.result.Items.Add(id, Effect{became, true})
	r.result.Problems.add("%s: item %q was its own ancestor, through %q: it was moved to the end of the top level and marked as a conflict (SSE 0.91 §4.4.2)",
		r.at, id, parent)
}

// breakCycles moves items that are their own ancestors to the top level, without an update,
// and flags them.
func (r *reading) breakCycles(w store.Writer, c changes, seen store.Seen) error {
	all, err := r.cycles(w, c)
	if err != nil {
		return err
	}
	for _, one := range all {
		it, err := w.Item(r.source.Set.Key, one.id)
		if err != nil {
			return err
		}
		flagged := *it
		flagged.Winner, flagged.Flagged = at(it.Winner, one.at), true
		if err := w.PutItem(r.source.Set.Key, &flagged, seen); err != nil {
			return err
		}
	}
	return nil
}

// countOrphans adds the items to the result whose parent is deleted once everything is merged:
// the user is asked where they belong (store.Row.Flagged).
func (r *reading) countOrphans(now store.Reader, c changes) error {
	if r.outline == nil {
		return nil
	}
	for _, it := range c.order {
		orphans, err := r.orphansOf(now, c, it)
		if err != nil {
			return err
		}
		for _, id := range orphans {
			r.result.Items.Add(id, Effect{Conflict: true})
		}
	}
	return nil
}

// orphansOf returns the orphans that a changed item causes: its children, if it is deleted, or
// the item itself.
func (r *reading) orphansOf(now store.Reader, c changes, it *item.Item) (orphans []string, err error) {
	asks, err := r.asks(now, it)
	if err != nil || asks {
		return nil, err
	}
	if !it.Winner.Deleted {
		gone, err := r.gone(now, c, it.Winner.Place.Parent)
		if gone {
			orphans = []string{it.ID()}
		}
		return orphans, err
	}
	inside, err := now.PlacesIn(r.source.Set.Key, it.ID())
	for _, p := range inside {
		if c.byID[p.ID] == nil && !p.Deleted {
			orphans = append(orphans, p.ID)
		}
	}
	return orphans, err
}

// gone reports whether an item is a tombstone with nothing to resolve.
func (r *reading) gone(now store.Reader, c changes, id string) (bool, error) {
	it := c.byID[id]
	if it == nil && id != "" {
		var err error
		if it, err = findItem(now, r.source.Set.Key, id); err != nil {
			return false, err
		}
	}
	if it == nil || !it.Winner.Deleted {
		return false, nil
	}
	asks, err := r.asks(now, it)
	return !asks, err
}
