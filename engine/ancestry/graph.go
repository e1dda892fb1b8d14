package ancestry

import (
	"cmp"
	"container/heap"
	"slices"
	"sort"
	"strings"

	"crossfeed/engine/item"
)

// Graph is the history of an item: one lane per endpoint, one node per update.
type Graph struct {
	// Lanes are the endpoints ("" for updates without by), in the order of their first changes
	// to the item.
	Lanes []string
	// Nodes are the updates, the newest first: every node comes before its parents.
	Nodes []Node
}

// Node is one update of an item.
type Node struct {
	// Update is its entry in the histories.
	Update item.History
	// Lane is the index of its endpoint in Lanes.
	Lane int
	// Version is its version, or nil if that was never received or not read.
	Version *item.Version
	// Earlier reports whether its version was received, but not read: only the newest ones
	// were read.
	Earlier bool
	// Parents are the indices of the nodes that it was made from, all greater than its own:
	// none for the first update, two or more for a resolution.
	Parents []int
	// Role is the update's role in the current state.
	Role Role
}

// Role is the role of an update in the current state of the item.
type Role int

// Roles.
const (
	// Past updates are ancestors of current versions.
	Past Role = iota
	// Winner is the version that plain readers see.
	Winner
	// Open updates are unresolved.
	Open
	// Dropped updates had no effect on the current state: they were undone before anybody saw
	// them, or dropped by the rules.
	Dropped
)

// Log is a store's record of its own endpoint's updates.
type Log struct {
	// Endpoint is the endpoint.
	Endpoint string
	// Resolved holds, for each resolution, the versions that it was made from in addition to
	// the winner.
	Resolved map[*item.Version][]*item.Version
}

// Draw returns the graph of an item and all of its versions in the archive. The parents of an
// update whose version was never received are inferred from the order of a history that names
// it. Resolutions of others by the letter of the specification do not name the versions of
// their own endpoint that they resolved (SSE 0.93 §3.4): such a version is drawn as resolved
// by the endpoint's next update. For the own endpoint, the log has this information.
func Draw(it *item.Item, archive []*item.Version, log Log) Graph {
	d := dotsOf(it, archive, log)
	d.link()
	return d.graph()
}

// Newest returns the graph of an item if only the newest of its versions were read: down to
// the oldest of them, and their parents. earlier reports whether a version that was not read
// was received.
func (g Graph) Newest(earlier func(Node) (bool, error)) (Graph, error) {
	last := -1 // the last node whose version was read
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

// breakCircles removes parents that lead back to a dot. Only false histories have such cycles.
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

// graph sorts the dots.
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

// resolveRoles assigns Past to the ancestors of current versions.
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

// order sorts the dots topologically, children before their parents, and otherwise the newest
// first. Dots in or behind a cycle are left out.
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

// newer returns a negative number if x comes before y: later updates first, then by endpoint,
// and by descending sequence.
func newer(x, y *item.History) int {
	if c := y.When.Compare(x.When); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(x.By, y.By), cmp.Compare(y.Sequence, x.Sequence))
}
