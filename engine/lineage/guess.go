package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// guess reads from histories what those updates were made from whose version
// was never received, from the shortest that names each; and which of their own
// versions other endpoints resolved.
func (p *pasts) guess(it *item.Item, log Log) {
	p.guesses = make(map[int][]int)
	shortest := make(map[int]int)
	for _, versions := range p.versions {
		for _, v := range versions {
			p.guessFrom(v, shortest)
		}
	}
	p.guessOwn(it, log)
	for v, resolved := range log.Resolved {
		for _, o := range resolved {
			p.guesses[p.top(v)] = append(p.guesses[p.top(v)], p.top(o))
		}
	}
}

// guessFrom guesses from the history of a version what no shorter one names.
func (p *pasts) guessFrom(v *item.Version, shortest map[int]int) {
	numbers := p.histories[v]
	updated := p.updatedFrom(v)
	for at := 1; at < len(numbers); at++ {
		n := numbers[at]
		length, guessed := shortest[n]
		if len(p.versions[n]) > 0 || guessed && length <= len(numbers) {
			continue
		}
		shortest[n] = len(numbers)
		p.guesses[n] = p.below(numbers, at, updated)
	}
}

// below is what follows an update in a history, and is not a later one of
// the same endpoint. What was resolved is between the topmost and the history
// of the version that was updated, the oldest first (SSE 0.93 §3.4).
func (p *pasts) below(numbers []int, at, updated int) []int {
	step, end := 1, len(numbers)
	if at < updated {
		step, end = -1, 0
	}
	for i := at + step; i != end; i += step {
		x, y := &p.entries[numbers[at]], &p.entries[numbers[i]]
		if x.By != y.By || y.Sequence < x.Sequence {
			return []int{numbers[i]}
		}
	}
	return nil
}

// updatedFrom is where in a version's history that of the version which it
// updated begins, or 0 where that is not known.
func (p *pasts) updatedFrom(v *item.Version) int {
	numbers := p.histories[v]
	for i := 1; i < len(numbers); i++ {
		for _, w := range p.versions[numbers[i]] {
			if w.Updates == v.Updates-1 && slices.Equal(p.histories[w], numbers[i:]) {
				return i
			}
		}
	}
	return 0
}
