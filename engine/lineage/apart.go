package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// SettledApart tells whether one conflict was settled in several places: two or
// more of the winner and the open versions settled something, and were made from
// a version that they have in common. Of an item with very long histories it says
// no: it is worth a sentence, and not the time that the whole graph takes.
func SettledApart(it *item.Item, archive []*item.Version) bool {
	if len(it.Conflicts) == 0 || lengthOf(archive) > mostRead {
		return false
	}
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

// mostRead is the number of entries in all histories that are read for a remark.
const mostRead = 20_000

// lengthOf counts the entries in the histories of versions.
func lengthOf(versions []*item.Version) (n int) {
	for _, v := range versions {
		n += len(v.History)
	}
	return n
}
