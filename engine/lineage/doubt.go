package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// doubt tells why the newest common update may be another than those found.
//
// Histories do not name all that a version was made from. Settling leaves out
// the entries that a later one of the same endpoint subsumes (SSE 0.93 §3.4),
// and so does compacting. So what one of the versions was made from, and those
// found were not, can be in the past of all the others too, where each of these
// has a later update of its endpoint.
func (k *known) doubt(of []*item.Version, newest []int) Unknown {
	settled := k.upTo(newest)
	beyond := newSet(len(k.entries))
	tops := newSet(len(k.entries))
	pasts := make([]past, len(of))
	for i, v := range of {
		pasts[i] = k.wholePast(v)
		beyond.unite(pasts[i].named.without(settled))
		tops.add(k.top(v))
	}
	if k.namedTwice(beyond) {
		return Twice
	}
	if k.straight {
		return NotLooked
	}
	if k.anyCut(beyond) || k.anyIn(newest) {
		return Cut
	}
	for _, n := range beyond.without(tops).all() {
		if k.mayBeIn(n, pasts) {
			return Cut
		}
	}
	return NotLooked
}

// anyCut tells whether a version of one of the updates came here with a history
// that was cut: what was made from it lacks the same entries, and settling can
// have filled their number up.
func (k *known) anyCut(updates set) bool {
	for _, n := range updates.all() {
		if slices.ContainsFunc(k.versions[n], cut) {
			return true
		}
	}
	return false
}

// anyIn tells whether one of the newest may be in the past of another: of an
// endpoint's own versions histories do not tell for certain.
func (k *known) anyIn(newest []int) bool {
	for _, m := range newest {
		if v, _ := k.version(m); v == nil {
			continue
		}
		p := k.pastNamed(k.upTo([]int{m}))
		for _, n := range newest {
			if n != m && k.mayBeIn(n, []past{p}) {
				return true
			}
		}
	}
	return false
}

// upTo is the updates and all that they were made from.
func (k *known) upTo(updates []int) set {
	all := newSet(len(k.entries))
	for _, n := range updates {
		all.add(n)
		all.unite(k.past(n))
	}
	return all
}

// past is what a version and its true past name.
type past struct {
	named set
	// latest is the highest sequence of each endpoint.
	latest map[string]int
}

func (k *known) wholePast(v *item.Version) past {
	named := k.pastOf(v)
	named.add(k.top(v))
	return k.pastNamed(named)
}

func (k *known) pastNamed(named set) past {
	p := past{named: named, latest: make(map[string]int)}
	for _, n := range named.all() {
		e := &k.entries[n]
		p.latest[e.By] = max(p.latest[e.By], e.Sequence)
	}
	return p
}

// mayBeIn tells whether an update can be in all of the pasts. Where histories are
// straight it can where it is.
func (k *known) mayBeIn(n int, pasts []past) bool {
	e := &k.entries[n]
	for _, p := range pasts {
		if !p.named.has(n) && (k.straight || e.By == "" || p.latest[e.By] <= e.Sequence) {
			return false
		}
	}
	return true
}

// namedTwice tells whether two of the updates have one endpoint and one
// sequence.
func (k *known) namedTwice(updates set) bool {
	seen := make(map[update]bool)
	for _, n := range updates.all() {
		u := update{sequence: k.entries[n].Sequence, by: k.entries[n].By}
		if u.by != "" && seen[u] {
			return true
		}
		seen[u] = true
	}
	return false
}
