package feedsync

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// pool holds all versions of an item, of both sides of a merge, as one flat
// list (SSE 0.93 §3.3 steps 18 to 20): the greatest by the keys first, and
// every version once.
type pool []pooled

// pooled is a version with the side that it stands for.
type pooled struct {
	version *item.Version
	side    side
}

type side uint8

const (
	// untouched is a version of the local item as it stands there.
	untouched side = iota
	// completed is a version of the local item whose content was replaced by a
	// fuller one.
	completed
	// arrived is a version of the incoming item.
	arrived
)

// Told implements rules.Told.
func (p pooled) Told() (*item.Version, bool) { return p.version, p.side == arrived }

// add puts an item's versions into the pool.
func (p pool) add(it *item.Item, s side) pool {
	p = p.insert(it.Winner, s)
	for _, c := range it.Conflicts {
		p = p.insert(c, s)
	}
	return p
}

// insert keeps the pool in order. Of two versions that are the same the one
// already there stays, with the fuller of both contents.
func (p pool) insert(v *item.Version, s side) pool {
	i, found := slices.BinarySearchFunc(p, v, greatestFirst)
	if found {
		p[i].complete(v)
		return p
	}
	return slices.Insert(p, i, pooled{v, s})
}

func greatestFirst(p pooled, v *item.Version) int { return Compare(v, p.version) }

// complete gives a version the fuller content, and the digest that it matches or else the
// greater one. Publisher-specific data stays, and so does what a tombstone holds.
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

// prune drops, from the greatest by the keys downward, every version that a greater
// one supersedes, and then those that a lesser one does. It returns what stays, in order.
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

// supersede reports whether a version of the pool supersedes another.
func (p pool) supersede(x pooled, by sides) bool {
	for i := range p {
		if by.supersedes(p[i].version, x.version) {
			return true
		}
	}
	return false
}
