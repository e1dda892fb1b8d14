package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// SettledApart tells whether one conflict was settled in several places: two or
// more of the winner and the open versions settled something, and were made from
// a version that they have in common.
func SettledApart(it *item.Item, archive []*item.Version) bool {
	var settled []Node
	for _, n := range Draw(it, archive).Nodes {
		if (n.Role == Winner || n.Role == Open) && len(n.Parents) > 1 {
			settled = append(settled, n)
		}
	}
	for i, a := range settled {
		for _, b := range settled[:i] {
			if slices.ContainsFunc(a.Parents, func(p int) bool { return slices.Contains(b.Parents, p) }) {
				return true
			}
		}
	}
	return false
}
