package lineage

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// breakCircles takes away parents that lead back to a dot. Only histories that
// are false have any.
func (d *dots) breakCircles() {
	const (
		fresh = iota
		open
		done
	)
	state := make([]int, len(d.all))
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		d.all[i].parents = slices.DeleteFunc(d.all[i].parents, func(p int) bool {
			if state[p] == fresh {
				visit(p)
			}
			return state[p] == open
		})
		state[i] = done
	}
	for i := range d.all {
		if state[i] == fresh {
			visit(i)
		}
	}
}

// graph puts the dots in order.
func (d *dots) graph() Graph {
	order := d.order()
	place := make([]int, len(d.all))
	for i, x := range order {
		place[x] = i
	}
	g := Graph{Nodes: make([]Node, len(order))}
	for i, x := range order {
		g.Nodes[i] = d.node(&d.all[x], place)
	}
	g.settleRoles()
	g.putInLanes()
	return g
}

func (d *dots) node(x *dot, place []int) Node {
	n := Node{Update: d.entries[x.update], Role: x.role}
	for _, v := range x.forms {
		if n.Version == nil || v.Content.Fuller(n.Version.Content) {
			n.Version = v
		}
	}
	for _, p := range x.parents {
		n.Parents = append(n.Parents, place[p])
	}
	slices.Sort(n.Parents)
	return n
}

// settleRoles says Past of all that led to what is there now.
func (g *Graph) settleRoles() {
	for i := range g.Nodes {
		if g.Nodes[i].Role == Dropped {
			continue
		}
		for _, p := range g.Nodes[i].Parents {
			if g.Nodes[p].Role == Dropped {
				g.Nodes[p].Role = Past
			}
		}
	}
}

func (g *Graph) putInLanes() {
	lanes := make(map[string]int)
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		by := g.Nodes[i].Update.By
		lane, ok := lanes[by]
		if !ok {
			lane = len(g.Lanes)
			lanes[by] = lane
			g.Lanes = append(g.Lanes, by)
		}
		g.Nodes[i].Lane = lane
	}
}

// order lists the dots, every one before those it was made from, and the newest
// of those that can be next first.
func (d *dots) order() []int {
	children := make([]int, len(d.all))
	for i := range d.all {
		for _, p := range d.all[i].parents {
			children[p]++
		}
	}
	ready := &queue{dots: d}
	for i := range d.all {
		if children[i] == 0 {
			heap.Push(ready, i)
		}
	}
	var order []int
	for ready.Len() > 0 {
		next := heap.Pop(ready).(int)
		order = append(order, next)
		for _, p := range d.all[next].parents {
			if children[p]--; children[p] == 0 {
				heap.Push(ready, p)
			}
		}
	}
	return order
}

// queue holds the dots that can be next.
type queue struct {
	*dots
	waiting []int
}

func (q *queue) Len() int      { return len(q.waiting) }
func (q *queue) Swap(i, j int) { q.waiting[i], q.waiting[j] = q.waiting[j], q.waiting[i] }
func (q *queue) Push(x any)    { q.waiting = append(q.waiting, x.(int)) }

func (q *queue) Pop() any {
	last := len(q.waiting) - 1
	x := q.waiting[last]
	q.waiting = q.waiting[:last]
	return x
}

func (q *queue) Less(i, j int) bool {
	x, y := q.waiting[i], q.waiting[j]
	return cmp.Or(newer(q.entries[q.all[x].update], q.entries[q.all[y].update]), cmp.Compare(x, y)) < 0
}

// newer is negative where x stands before y: what is later, then by endpoint,
// and its later update first.
func newer(x, y item.History) int {
	return cmp.Or(
		y.When.Compare(x.When),
		strings.Compare(x.By, y.By),
		cmp.Compare(y.Sequence, x.Sequence),
	)
}
