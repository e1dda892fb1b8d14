package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// known is all that versions tell: the updates that their histories name, and
// what each of these was made from.
type known struct {
	numbers map[update]int
	entries []item.History
	// versions are what each update said, in every form that came here.
	versions [][]*item.Version
	// histories are the numbers of the updates that each version names.
	histories map[*item.Version][]int
	// settled are the numbers of those that each version names as settled.
	settled map[*item.Version][]int
	// straight tells that histories are those of SSE 0.91.
	straight bool
	pasts    []set
	asked    []bool
	// guesses are what updates without a version were made from by the order of
	// a history, for pictures alone.
	guesses map[int][]int
	none    set
}

func knownFrom(lists ...[]*item.Version) *known {
	k := &known{numbers: make(map[update]int), histories: make(map[*item.Version][]int), settled: make(map[*item.Version][]int)}
	for _, list := range lists {
		for _, v := range list {
			k.add(v)
		}
	}
	k.pasts = make([]set, len(k.entries))
	k.asked = make([]bool, len(k.entries))
	k.none = newSet(len(k.entries))
	return k
}

func (k *known) add(v *item.Version) {
	if k.histories[v] != nil {
		return
	}
	numbers := make([]int, len(v.History))
	for i := range v.History {
		numbers[i] = k.number(v.History[i])
	}
	k.histories[v] = numbers
	for _, h := range v.Settled {
		k.settled[v] = append(k.settled[v], k.number(h))
	}
	k.versions[numbers[0]] = append(k.versions[numbers[0]], v)
}

// top is the number of a version's own update, before lists those of the others
// that it names, in its history and as settled.
func (k *known) top(v *item.Version) int { return k.histories[v][0] }

func (k *known) before(v *item.Version) []int {
	return slices.Concat(k.histories[v][1:], k.settled[v])
}

func (k *known) number(h item.History) int {
	u := updateOf(h)
	n, ok := k.numbers[u]
	if !ok {
		n = len(k.entries)
		k.numbers[u] = n
		k.entries = append(k.entries, h)
		k.versions = append(k.versions, nil)
	}
	return n
}

// past is what an update was made from, as far as it is certain: the true past.
// It is empty where its version never came here, or came in two that differ.
func (k *known) past(n int) set {
	if !k.hasPast(n) {
		return k.none
	}
	if k.asked[n] {
		if k.pasts[n] == nil { // histories that name each other in a circle
			return k.none
		}
		return k.pasts[n]
	}
	k.asked[n] = true
	past := newSet(len(k.entries))
	if k.guesses != nil || !k.twice(n) {
		for _, v := range k.versions[n] {
			past.unite(k.pastOf(v))
		}
	}
	for _, guess := range k.guesses[n] {
		past.add(guess)
		past.unite(k.past(guess))
	}
	past.remove(n)
	k.pasts[n] = past
	return past
}

// hasPast tells whether anything is known of what an update was made from.
func (k *known) hasPast(n int) bool { return len(k.versions[n]) > 0 || len(k.guesses[n]) > 0 }

// pastOf is the true past of a version: the updates that its history names, and
// what these were made from. That brings back entries that a settling left out
// as needless, or that were cut.
func (k *known) pastOf(v *item.Version) set {
	past := newSet(len(k.entries))
	for _, n := range k.before(v) {
		if past.has(n) {
			continue // with its past
		}
		past.add(n)
		if k.hasPast(n) {
			past.unite(k.past(n))
		}
	}
	past.remove(k.top(v))
	return past
}

// twice tells whether an update came here in two versions that say different
// things.
func (k *known) twice(n int) bool {
	versions := k.versions[n]
	for i := 1; i < len(versions); i++ {
		if !saysSame(versions[0], versions[i]) {
			return true
		}
	}
	return false
}

// version is the one version of an update, in its fullest form.
func (k *known) version(n int) (*item.Version, Unknown) {
	if len(k.versions[n]) == 0 {
		return nil, NeverSeen
	}
	if k.twice(n) {
		return nil, Twice
	}
	best := k.versions[n][0]
	for _, v := range k.versions[n][1:] {
		if v.Content.Fuller(best.Content) {
			best = v
		}
	}
	return best, NotLooked
}

// newest drops from a set of updates what another of them was made from.
func (k *known) newest(of set) []int {
	older := newSet(len(k.entries))
	for _, n := range of.all() {
		if k.hasPast(n) {
			older.unite(k.past(n))
		}
	}
	return of.without(older).all()
}
