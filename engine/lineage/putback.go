package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// putBack puts each version that took others of those shown into account back to
// what it was before: a settling that is looked at again, beside the versions that
// it settled, started from where these did.
func (k *known) putBack(shown []*item.Version) ([]*item.Version, Unknown) {
	var all []*item.Version
	for _, v := range shown {
		taken := slices.DeleteFunc(slices.Clone(shown), func(o *item.Version) bool { return !k.took(v, o) })
		newest := k.withoutTaken(v, taken)
		if len(newest) == 0 {
			all = append(all, v)
		}
		for _, n := range newest {
			before, why := k.version(n)
			if before == nil {
				return nil, why
			}
			all = append(all, before)
		}
	}
	return all, NotLooked
}

// withoutTaken is the newest of what a version was made from apart from versions
// that were taken into account, and what these were made from.
func (k *known) withoutTaken(v *item.Version, taken []*item.Version) []int {
	if len(taken) == 0 {
		return nil
	}
	left := k.pastOf(v)
	for _, o := range taken {
		left = left.without(k.wholePast(o).named)
		for _, n := range left.all() {
			if k.hasTaken(n, o) {
				left.remove(n)
			}
		}
	}
	return k.newest(left)
}

// took tells whether a version was made from another one. Of one's own it is not
// told but by a later update (SSE 0.93 §3.4).
func (k *known) took(v, other *item.Version) bool {
	return v != other && k.includes(k.wholePast(v), other) && k.top(v) != k.top(other)
}

func (k *known) hasTaken(n int, other *item.Version) bool {
	return k.includes(k.pastNamed(k.upTo([]int{n})), other)
}

func (k *known) includes(p past, other *item.Version) bool {
	return k.mayBeIn(k.top(other), []past{p})
}
