package lineage

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
