package incorporate

import (
	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
	"crossfeed/engine/store"
)

// changes are the items that a feed changed, in its order.
type changes struct {
	byID  map[string]*item.Item
	order []*item.Item
	// moved tells that there is an item that is new, or stands elsewhere now.
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

// nodes are the items of the set as they are with the changes.
func (c *changes) nodes(held []store.Placed) []place.Node {
	nodes := make([]place.Node, 0, len(held)+len(c.order))
	met := make(map[string]bool, len(c.order))
	for _, p := range held {
		n := place.Node{ID: p.ID, Place: p.Place, Deleted: p.Deleted}
		if it := c.byID[p.ID]; it != nil {
			n, met[p.ID] = node(it), true
		}
		nodes = append(nodes, n)
	}
	for _, it := range c.order {
		if !met[it.ID()] {
			nodes = append(nodes, node(it))
		}
	}
	return nodes
}

func node(it *item.Item) place.Node {
	return place.Node{ID: it.ID(), Place: it.Winner.Place, Deleted: it.Winner.Deleted}
}

// cycle is an item that would stand in itself, and the place at the root that it gets.
type cycle struct {
	id string
	at item.Place
}

// cycles finds the items that are their own ancestors once all are merged (SSE 0.91
// §4.4.2), and counts them.
func (r *reading) cycles(now store.Reader, c changes) ([]cycle, error) {
	if r.outline == nil || !c.moved {
		return nil, nil
	}
	held, err := now.Places(r.source.Set.Key)
	if err != nil {
		return nil, err
	}
	nodes := c.nodes(held)
	var all []cycle
	for _, m := range place.Cycles(nodes) {
		all = append(all, cycle{nodes[m.Index].ID, m.Place})
		r.countCycle(nodes[m.Index].ID, m.Place.Cycle, c)
	}
	return all, nil
}

// countCycle adds an item to the result that is flagged because of a cycle.
func (r *reading) countCycle(id, parent string, c changes) {
	changed := c.byID[id]
	if changed == nil && r.seen[id] {
		r.result.Updated++
	}
	if changed == nil || !unsettled(changed) {
		r.result.Conflicts++
	}
	r.result.Problems.add("%s: item %q stood in itself, by way of %q: it was put to the end of the top level and waits to be settled (SSE 0.91 §4.4.2)",
		r.source.Path, id, parent)
}

// breakCycles puts items that are their own ancestors to the root, without an update,
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
