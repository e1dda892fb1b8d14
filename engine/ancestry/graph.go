package ancestry

import (
	"cmp"
	"container/heap"
	"slices"
	"sort"
	"strings"

	"crossfeed/engine/item"
)

// Graph is how an item came about: one lane an endpoint, one node an update.
type Graph struct {
	// Lanes are the endpoints ("" for updates without by), in the order in
	// which they first changed the item.
	Lanes []string
	// Nodes are the updates, the newest first: every node comes before the
	// ones it was made from.
	Nodes []Node
}

// Node is one update of an item.
type Node struct {
	// Update is its entry in the histories.
	Update item.History
	// Lane is the index of its endpoint in Lanes.
	Lane int
	// Version is what it said, or nil where it never came here or was not read.
	Version *item.Version
	// Earlier reports that it came here and was not read: only the newest were.
	Earlier bool
	// Parents are the indexes of the nodes that it was made from, all greater
	// than its own: none for the first, two or more where it resolved a conflict.
	Parents []int
	// Role is what became of it.
	Role Role
}

// Role is what became of an update.
type Role int

// Roles.
const (
	// Past updates led to what is there now.
	Past Role = iota
	// Winner is what plain readers see.
	Winner
	// Open updates wait to be resolved.
	Open
	// Dropped updates led to nothing that is there now: an update that was
	// undone before anybody saw it, or one that the rules dropped.
	Dropped
)

// Log is what a store knows of the updates of its own endpoint.
type Log struct {
	// Endpoint made them.
	Endpoint string
	// Resolved are the versions that a resolution was made from besides the
	// winner.
	Resolved map[*item.Version][]*item.Version
}

// Draw makes the graph of an item and of every version of it in the archive.
// What an update whose version was never received was made from is read from the
// order of a history that names it. Others' resolutions by the letter do not name
// the version of their own that they resolved (SSE 0.93 §3.4): it is drawn as resolved
// by the endpoint's next update. Of the own endpoint the log tells.
func Draw(it *item.Item, archive []*item.Version, log Log) Graph {
	d := dotsOf(it, archive, log)
	d.link()
	return d.graph()
}

// Newest is the graph of an item of whose versions only the newest were read: down to the
// oldest of them and what that was made from. earlier reports whether a version that was not
// read came here.
func (g Graph) Newest(earlier func(Node) (bool, error)) (Graph, error) {
	last := -1 // that was read
	origin := map[int]bool{}
	for i, n := range g.Nodes {
		if n.Version == nil {
			continue
		}
		last = i
		for _, p := range n.Parents {
			origin[p] = true
		}
	}
	var left Graph
	place := map[int]int{}
	for i, n := range g.Nodes {
		if i > last && !origin[i] {
			continue
		}
		if n.Version == nil {
			var err error
			if n.Earlier, err = earlier(n); err != nil {
				return Graph{}, err
			}
			if n.Earlier && !origin[i] {
				continue
			}
		}
		place[i] = len(left.Nodes)
		left.Nodes = append(left.Nodes, n)
	}
	for i := range left.Nodes {
		n := &left.Nodes[i]
		var parents []int
		for _, p := range n.Parents {
			if at, there := place[p]; there {
				parents = append(parents, at)
			}
		}
		n.Parents = parents
	}
	left.putInLanes()
	return left, nil
}

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
	if len(order) < len(d.all) {
		d.breakCircles()
		order = d.order()
	}
	place := make([]int, len(d.all))
	for i, x := range order {
		place[x] = i
	}
	g := Graph{Nodes: make([]Node, len(order))}
	for i, x := range order {
		g.Nodes[i] = d.node(&d.all[x], place)
	}
	g.resolveRoles()
	g.putInLanes()
	return g
}

func (d *dots) node(x *dot, place []int) Node {
	n := Node{Update: *d.entries[x.update], Role: x.role}
	for _, v := range x.forms {
		if n.Version == nil || v.Content.Fuller(n.Version.Content) {
			n.Version = v
		}
	}
	n.Parents = x.parents
	for i, p := range x.parents {
		n.Parents[i] = place[p]
	}
	slices.Sort(n.Parents)
	return n
}

// resolveRoles says Past of all that led to what is there now.
func (g *Graph) resolveRoles() {
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
// of those that can be next first. It lacks those that circles lead to.
func (d *dots) order() []int {
	children := make([]int, len(d.all))
	newest, rank := make([]int, len(d.all)), make([]int, len(d.all))
	for i := range d.all {
		newest[i] = i
		for _, p := range d.all[i].parents {
			children[p]++
		}
	}
	slices.SortFunc(newest, func(x, y int) int {
		return cmp.Or(newer(d.entries[d.all[x].update], d.entries[d.all[y].update]), cmp.Compare(x, y))
	})
	ready := &queue{}
	for at, i := range newest {
		rank[i] = at
		if children[i] == 0 {
			heap.Push(ready, at)
		}
	}
	order := make([]int, 0, len(d.all))
	for ready.Len() > 0 {
		next := newest[heap.Pop(ready).(int)]
		order = append(order, next)
		for _, p := range d.all[next].parents {
			if children[p]--; children[p] == 0 {
				heap.Push(ready, rank[p])
			}
		}
	}
	return order
}

// queue holds the ranks of the dots that can be next.
type queue struct{ sort.IntSlice }

func (q *queue) Push(x any) { q.IntSlice = append(q.IntSlice, x.(int)) }

func (q *queue) Pop() any {
	last := len(q.IntSlice) - 1
	x := q.IntSlice[last]
	q.IntSlice = q.IntSlice[:last]
	return x
}

// newer is negative where x stands before y: what is later, then by endpoint,
// and its later update first.
func newer(x, y *item.History) int {
	if c := y.When.Compare(x.When); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(x.By, y.By), cmp.Compare(y.Sequence, x.Sequence))
}
