package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// guess reads from histories what those updates were made from whose version
// was never received, from the shortest that names each; and which of their own
// versions other endpoints resolved.
func (p *pasts) guess(it *item.Item, log Log) {
	p.guesses = make([][]int, len(p.entries))
	shortest := make([]int, len(p.entries))
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
func (p *pasts) guessFrom(v *item.Version, shortest []int) {
	numbers := p.histories[v]
	below := p.below(numbers, p.updatedFrom(v))
	for at := 1; at < len(numbers); at++ {
		n := numbers[at]
		if p.received(n) || 0 < shortest[n] && shortest[n] <= len(numbers) {
			continue
		}
		shortest[n], p.guesses[n] = len(numbers), nil
		if below[at] > 0 {
			p.guesses[n] = numbers[below[at]:][:1:1]
		}
	}
}

// below is for each update in a history what follows it there and is not a later one of the
// same endpoint, or 0. What was resolved is between the topmost and the history of the version
// that was updated, the oldest first (SSE 0.93 §3.4).
func (p *pasts) below(numbers []int, updated int) []int {
	below := make([]int, len(numbers))
	find := func(at, next int) {
		x := p.entries[numbers[at]]
		for ; next > 0; next = below[next] {
			if y := p.entries[numbers[next]]; x.By != y.By || y.Sequence < x.Sequence {
				break
			}
		}
		below[at] = next
	}
	for at := 1; at < updated; at++ {
		find(at, at-1)
	}
	for at := len(numbers) - 1; at >= max(updated, 1); at-- {
		find(at, (at+1)%len(numbers))
	}
	return below
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
