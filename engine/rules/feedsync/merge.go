package feedsync

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Merge incorporates an incoming item into the local one with the same identifier (SSE 0.93
// §3.3); local is nil for a new item. Winner, conflicts and histories of the result depend
// neither on which of the two is local nor on the order of merges. A winner with noconflicts
// has no conflicts.
//
// Publisher-specific data is never adopted from others: incoming versions lose theirs, and a
// new winner takes over the local winner's.
func Merge(local, incoming *item.Item) rules.Result {
	var few [8]pooled
	all := pool(few[:0])
	if local != nil {
		all = all.add(local, untouched)
	}
	return all.add(incoming, arrived).resolve(sides{local, incoming})
}

// resolve creates the merged item from a pool with the versions of both sides.
func (p pool) resolve(by sides) rules.Result {
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

// matches reports whether the remaining pool is the unchanged local item: flat, with these
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

// item makes the greatest version the winner and the others its conflicts (SSE 0.93 §3.3 steps
// 25 to 27).
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

// flagDiffers reports whether versions disagree on noconflicts.
func flagDiffers(p pool) bool {
	for i := range p {
		if p[i].version.NoConflicts != p[0].version.NoConflicts {
			return true
		}
	}
	return false
}

// pool has all versions of an item, of both sides of a merge, as one flat list (SSE 0.93 §3.3
// steps 18 to 20): the greatest by the keys first, and every version once.
type pool []pooled

// pooled is a version with the side that it comes from.
type pooled struct {
	version *item.Version
	side    side
}

type side uint8

const (
	// untouched is an unchanged version of the local item.
	untouched side = iota
	// completed is a version of the local item whose content was replaced by a fuller one.
	completed
	// arrived is a version of the incoming item.
	arrived
)

// Input implements rules.MergeInput.
func (p pooled) Input() (*item.Version, bool) { return p.version, p.side == arrived }

// add adds an item's versions to the pool.
func (p pool) add(it *item.Item, s side) pool {
	p = p.insert(it.Winner, s)
	for _, c := range it.Conflicts {
		p = p.insert(c, s)
	}
	return p
}

// insert adds a version in order. If the pool already has the same version, that one stays,
// with the fuller of the two contents.
func (p pool) insert(v *item.Version, s side) pool {
	i, found := slices.BinarySearchFunc(p, v, greatestFirst)
	if found {
		p[i].complete(v)
		return p
	}
	return slices.Insert(p, i, pooled{v, s})
}

func greatestFirst(p pooled, v *item.Version) int { return Compare(v, p.version) }

// complete gives a version the fuller of two contents, and the digest that matches it or else
// the greater one. Publisher-specific data and the data of a tombstone are not changed.
func (p *pooled) complete(other *item.Version) {
	if p.version.Deleted {
		return
	}
	content, digest := p.version.Content, rules.DigestOf(p.version, other)
	if other.Content.Fuller(content) {
		content = other.Content
	}
	if content == p.version.Content && digest == p.version.Digest {
		return
	}
	v := *p.version
	v.Content, v.Digest = content, digest
	p.version = &v
	if p.side == untouched {
		p.side = completed
	}
}

// prune drops, from the greatest by the keys downward, every version that a greater one
// supersedes, and then those that a lesser one supersedes. It returns the rest in order.
func (p pool) prune(by sides) pool {
	kept := p[:0]
	for _, x := range p {
		if !kept.supersede(x, by) {
			kept = append(kept, x)
		}
	}
	least := kept[:0]
	for i, x := range kept {
		if !kept[i+1:].supersede(x, by) {
			least = append(least, x)
		}
	}
	return least
}

// supersede reports whether any version of the pool supersedes another one.
func (p pool) supersede(x pooled, by sides) bool {
	for i := range p {
		if by.supersedes(p[i].version, x.version) {
			return true
		}
	}
	return false
}

// own returns the version as this endpoint stores it: without publisher-specific data if it is
// incoming.
func (p pooled) own() *item.Version {
	if p.side == arrived {
		return p.version.WithPublisher("")
	}
	return p.version
}

// handedTo returns the version as winner of the local item: with the publisher-specific data
// of the local winner, so that a guid or an edit link stays with the item whichever version
// wins.
func (p pooled) handedTo(local *item.Item) *item.Version {
	if local == nil {
		return p.own()
	}
	return p.version.WithPublisher(local.Winner.Publisher)
}

// lost returns the versions of a pool that are neither kept nor real ancestors of a kept
// version. Subsumption is not sufficient: a version can be subsumed by a later update of the
// same endpoint that was made without it, and a winner with noconflicts subsumes nothing. Both
// pools have the same order.
func lost(all, kept pool) []*item.Version {
	var dropped []*item.Version
	next := 0
	for i := range all {
		v := all[i].version
		switch {
		case next < len(kept) && kept[next].version == v:
			next++
		case !kept.follows(v):
			dropped = append(dropped, v)
		}
	}
	return dropped
}

// follows reports whether a version of the pool was made from v.
func (p pool) follows(v *item.Version) bool {
	for i := range p {
		if madeFrom(p[i].version, v) {
			return true
		}
	}
	return false
}

// madeFrom reports whether y's history contains v's newest update, either as an earlier entry
// or, if both versions agree, as y's own.
func madeFrom(y, v *item.Version) bool {
	top := v.Top()
	for i := range y.History {
		h := &y.History[i]
		if h.Sequence == top.Sequence && h.By == top.By && h.When.Equal(top.When) {
			return i > 0 || rules.Agree(y, v)
		}
	}
	return false
}

// sides are the items of a merge as published; local is nil for a new item.
type sides struct{ local, incoming *item.Item }

// supersedes reports whether y makes x obsolete: it subsumes x, and no side publishes both.
// Whatever an item lists is open, regardless of the metadata: its publisher may have edited
// the winner and left an older version of its own in sx:conflicts, as SSE 0.93 §3.2 allows. If
// two versions subsume each other, one identifier is used by two endpoints, and the lesser
// version is dropped.
func (s sides) supersedes(y, x *item.Version) bool {
	return subsumed(x, y) && (subsumed(y, x) || !s.together(x, y))
}

// together reports whether a side publishes both versions as open.
func (s sides) together(x, y *item.Version) bool {
	return s.local != nil && listsBoth(s.local, x, y) || listsBoth(s.incoming, x, y)
}

// listsBoth reports whether two versions are a winner and one of its conflicts, or two
// conflicts of one version.
func listsBoth(it *item.Item, x, y *item.Version) bool {
	if it.Nested == nil {
		return isOf(it, 0, x) && isOf(it, 0, y)
	}
	for list := range 1 + len(it.Conflicts) {
		if isOf(it, list, x) && isOf(it, list, y) {
			return true
		}
	}
	return false
}

// isOf reports whether a version is the conflict number list (0 means the winner), or one of
// its conflicts.
func isOf(it *item.Item, list int, v *item.Version) bool {
	first := it.Winner
	if list > 0 {
		first = it.Conflicts[list-1]
	}
	if sameUpdate(first, v) {
		return true
	}
	for i, c := range it.Conflicts {
		if (it.Nested == nil || it.Nested[i] == list) && sameUpdate(c, v) {
			return true
		}
	}
	return false
}

// sameUpdate reports whether two versions are the same update of one endpoint. Content and the
// length of histories do not matter: a program may have altered or truncated them.
func sameUpdate(x, y *item.Version) bool {
	hx, hy := &x.History[0], &y.History[0]
	return hx.By == hy.By && hx.Sequence == hy.Sequence && (hx.By != "" || hx.When.Equal(hy.When))
}
