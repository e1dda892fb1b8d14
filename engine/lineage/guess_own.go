package lineage

import "crossfeed/engine/item"

// guessOwn takes versions that no history names, and that nobody holds, for
// settled by the next update of their endpoint: an update subsumes its endpoint's
// earlier ones, so that settling leaves their entries out (SSE 0.93 §3.4).
func (k *known) guessOwn(it *item.Item) {
	loose := k.loose(it)
	for n := range k.entries {
		if !loose[n] {
			continue
		}
		if next, ok := k.next(n); ok && k.canHaveSettled(next, n) {
			k.guesses[next] = append(k.guesses[next], n)
		}
	}
}

// loose tells of which updates a version came here that no history names as past
// and the item does not hold.
func (k *known) loose(it *item.Item) []bool {
	loose := make([]bool, len(k.entries))
	for n := range k.entries {
		loose[n] = len(k.versions[n]) > 0
	}
	for _, v := range it.Versions() {
		loose[k.top(v)] = false
	}
	for _, versions := range k.versions {
		for _, v := range versions {
			for _, n := range k.before(v) {
				loose[n] = false
			}
		}
	}
	return loose
}

// next is the next update of an update's endpoint whose version came here.
func (k *known) next(n int) (int, bool) {
	best, found := 0, false
	x := &k.entries[n]
	for m := range k.entries {
		y := &k.entries[m]
		later := x.By != "" && y.By == x.By && y.Sequence > x.Sequence && len(k.versions[m]) > 0
		if later && (!found || y.Sequence < k.entries[best].Sequence) {
			best, found = m, true
		}
	}
	return best, found
}

// canHaveSettled tells whether the later of two updates was made from a version
// with as many updates as the earlier, so that this can have lost to it. An
// update that was undone and made anew was not.
func (k *known) canHaveSettled(later, earlier int) bool {
	return k.versions[later][0].Updates > k.versions[earlier][0].Updates
}
