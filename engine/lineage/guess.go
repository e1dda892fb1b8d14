package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// guess reads from histories what those updates were made from whose version
// never came here, from the shortest that names each; and which of an endpoint's
// own versions it settled.
func (k *known) guess(it *item.Item) {
	k.guesses = make(map[int][]int)
	shortest := make(map[int]int)
	for _, versions := range k.versions {
		for _, v := range versions {
			k.guessFrom(v, shortest)
		}
	}
	k.guessOwn(it)
}

// guessFrom guesses by the history of a version what stands in no shorter one.
func (k *known) guessFrom(v *item.Version, shortest map[int]int) {
	numbers := k.histories[v]
	updated := k.updatedFrom(v)
	for at := 1; at < len(numbers); at++ {
		n := numbers[at]
		length, guessed := shortest[n]
		if len(k.versions[n]) > 0 || guessed && length <= len(numbers) {
			continue
		}
		shortest[n] = len(numbers)
		k.guesses[n] = k.below(numbers, at, updated)
	}
}

// below is what stands below an update in a history, and is not a later one of
// the same endpoint. What was settled stands between the topmost and the history
// of the version that was updated, the oldest first (SSE 0.93 §3.4).
func (k *known) below(numbers []int, at, updated int) []int {
	step, end := 1, len(numbers)
	if at < updated {
		step, end = -1, 0
	}
	for i := at + step; i != end; i += step {
		x, y := &k.entries[numbers[at]], &k.entries[numbers[i]]
		if x.By != y.By || y.Sequence < x.Sequence {
			return []int{numbers[i]}
		}
	}
	return nil
}

// updatedFrom is where in a version's history that of the version which it
// updated begins, or 0 where that is not known.
func (k *known) updatedFrom(v *item.Version) int {
	numbers := k.histories[v]
	for i := 1; i < len(numbers); i++ {
		for _, w := range k.versions[numbers[i]] {
			if w.Updates == v.Updates-1 && slices.Equal(k.histories[w], numbers[i:]) {
				return i
			}
		}
	}
	return 0
}
