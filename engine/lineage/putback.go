package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// made is a version, or an update, with what it was made from.
type made struct {
	update int
	past   set
}

// putBack puts each version that was made from others of those shown back to what
// it was before: a resolution that is reopened, together with the versions that it
// resolved, has the original that these have. missing are updates that it would
// have to be put back to and whose versions are not in the archive.
func (p *pasts) putBack(shown []*item.Version) (all []made, missing []int) {
	for _, v := range shown {
		m := made{update: p.top(v), past: p.of(p.top(v))}
		newest := p.newest(p.withoutShown(m, shown))
		if len(newest) == 0 {
			all = append(all, m)
		}
		for _, n := range newest {
			if !p.received(n) {
				missing = append(missing, n)
			}
			all = append(all, made{update: n, past: p.of(n)})
		}
	}
	return all, missing
}

// withoutShown is what a version was made from apart from others of those shown;
// empty where it was made from none of these.
func (p *pasts) withoutShown(m made, shown []*item.Version) set {
	left := newSet(len(p.entries))
	included := slices.DeleteFunc(slices.Clone(shown), func(v *item.Version) bool { return !m.past.has(p.top(v)) })
	if len(included) == 0 {
		return left
	}
	left.unite(m.past)
	for _, v := range included {
		top := p.top(v)
		left = left.without(p.whole(top))
		for _, n := range left.all() {
			if p.of(n).has(top) {
				left.remove(n)
			}
		}
	}
	return left
}
