package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// guess reads from histories what those updates were made from whose version
// never came here, from the shortest that names each; and which of an endpoint's
// own versions it settled.
func (k *known) guess(it *item.Item) {
	k.guesses = make(map[int]set)
	for n, v := range k.shortest() {
		k.guesses[n] = k.before(n, v)
	}
	k.guessOwn(it)
}

// shortest is the version with the shortest history that names each of the
// updates without a version.
func (k *known) shortest() map[int]*item.Version {
	shortest := make(map[int]*item.Version)
	for _, versions := range k.versions {
		for _, v := range versions {
			for _, h := range entries(v) {
				n := k.number(h)
				if len(k.versions[n]) == 0 && (shortest[n] == nil || len(v.History) < len(shortest[n].History)) {
					shortest[n] = v
				}
			}
		}
	}
	return shortest
}

// before is what stands below an update in a history. What was settled stands
// between the topmost and the history of the version that was updated, the
// oldest first (SSE 0.93 §3.4).
func (k *known) before(n int, v *item.Version) set {
	before := newSet(len(k.entries))
	at := slices.IndexFunc(v.History, func(h item.History) bool { return k.number(h) == n })
	list := v.History[at+1:]
	if at < k.updatedFrom(v) {
		list = v.History[1:at]
	}
	for _, h := range list {
		if m := k.number(h); m != n && !(h.By == k.entries[n].By && h.Sequence > k.entries[n].Sequence) {
			before.add(m)
		}
	}
	return before
}

// updatedFrom is where in a version's history that of the version which it
// updated begins, or 0 where that is not known.
func (k *known) updatedFrom(v *item.Version) int {
	for i := 1; i < len(v.History); i++ {
		for _, w := range k.versions[k.number(v.History[i])] {
			if w.Updates == v.Updates-1 && slices.EqualFunc(w.History, v.History[i:], sameUpdate) {
				return i
			}
		}
	}
	return 0
}

func sameUpdate(x, y item.History) bool { return updateOf(x) == updateOf(y) }
