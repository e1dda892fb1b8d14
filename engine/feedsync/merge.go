package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Merge incorporates an incoming item into the local one of the same identifier
// (SSE 0.93 §3.3); local is nil for an item that is new here. Winner, conflicts
// and histories of the result do not depend on which of the two is local nor on
// the order of merges. A winner with noconflicts stays alone.
//
// Publisher-specific data never changes hands: arriving versions lose theirs,
// and a new winner takes over the local winner's.
func Merge(local, incoming *item.Item) rules.Result {
	var few [8]pooled
	all := pool(few[:0])
	if local != nil {
		all = all.add(local, untouched)
	}
	return all.add(incoming, arrived).settle(sides{local, incoming})
}

// settle makes the merged item of a pool that holds versions of both sides.
func (p pool) settle(by sides) rules.Result {
	var few [8]pooled
	local, kept := by.local, append(pool(few[:0]), p...).prune(by)
	if kept[0].version.NoConflicts {
		kept = kept[:1]
	}
	r := rules.Result{Item: local, Dropped: lost(p, kept), Twice: rules.Clashes(p), FlagDiffers: flagDiffers(p)}
	if !kept.matches(local) {
		r.Item, r.Changed = kept.item(local), true
	}
	return r
}

// matches reports whether what was kept is the local item as it is: flat, with these
// versions.
func (p pool) matches(local *item.Item) bool {
	if local == nil || local.Nested != nil || p[0].version != local.Winner || len(p) != 1+len(local.Conflicts) {
		return false
	}
	for i := range p {
		if p[i].side != untouched {
			return false
		}
	}
	return true
}

// item makes the greatest version the winner and the others its conflicts
// (SSE 0.93 §3.3 steps 25 to 27).
func (p pool) item(local *item.Item) *item.Item {
	it := &item.Item{Winner: p[0].handedTo(local)}
	if len(p) > 1 {
		it.Conflicts = make([]*item.Version, 0, len(p)-1)
	}
	for i := 1; i < len(p); i++ {
		it.Conflicts = append(it.Conflicts, p[i].own())
	}
	return it
}

// flagDiffers tells whether versions disagree on noconflicts.
func flagDiffers(p pool) bool {
	for i := range p {
		if p[i].version.NoConflicts != p[0].version.NoConflicts {
			return true
		}
	}
	return false
}
