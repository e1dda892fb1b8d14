package ancestry

import (
	"slices"
	"time"

	"crossfeed/engine/item"
)

// guess infers the parents of updates whose versions were never received from the shortest
// history that names each of them, and which of their own versions other endpoints resolved.
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

// guessFrom infers parents from the history of a version, unless a shorter history names the
// update.
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

// below returns, for each update in a history, the index of the next entry that is not a later
// update of the same endpoint, or 0. Resolved updates are between the topmost entry and the
// history of the updated version, the oldest first (SSE 0.93 §3.4).
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

// updatedFrom returns the index in a version's history at which the history of the version
// that it updated begins, or 0 if that is not known.
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

// guessOwn assumes that versions that no history names, and that the item does not contain,
// were resolved by the next update of their endpoint: by the letter of SSE 0.93 §3.4, that
// does not name them. Versions of the own endpoint are excluded: if no history names one, it
// was undone before anybody saw it, or the log has its resolution.
func (p *pasts) guessOwn(it *item.Item, log Log) {
	loose := p.loose(it)
	for n := range p.entries {
		if !loose[n] || p.entries[n].By == log.Endpoint {
			continue
		}
		if next, ok := p.next(n); ok && p.canHaveResolved(next, n) {
			p.guesses[next] = append(p.guesses[next], n)
		}
	}
}

// loose marks the updates whose version was received, but is neither named by a history as
// past nor contained in the item.
func (p *pasts) loose(it *item.Item) []bool {
	loose := make([]bool, len(p.entries))
	for n := range p.entries {
		loose[n] = len(p.versions[n]) > 0
	}
	for _, v := range it.Versions() {
		loose[p.top(v)] = false
	}
	for _, versions := range p.versions {
		for _, v := range versions {
			p.before(v, func(n int) { loose[n] = false })
		}
	}
	return loose
}

// next returns the next update of the same endpoint whose version was received.
func (p *pasts) next(n int) (int, bool) {
	best, found := 0, false
	x := p.entries[n]
	for m := range p.entries {
		y := p.entries[m]
		later := x.By != "" && y.By == x.By && y.Sequence > x.Sequence && len(p.versions[m]) > 0
		if later && (!found || y.Sequence < p.entries[best].Sequence) {
			best, found = m, true
		}
	}
	return best, found
}

// canHaveResolved reports whether the later update has more updates than the earlier one, so
// that the earlier version may have lost to its predecessor.
func (p *pasts) canHaveResolved(later, earlier int) bool {
	return p.versions[later][0].Updates > p.versions[earlier][0].Updates
}

// Remark is a problem with the time of an update.
type Remark int

// Remarks about clocks.
const (
	// Plausible: no problem is known.
	Plausible Remark = iota
	// Ahead: the update's time is in the future.
	Ahead
	// Behind: the update's time is before that of an update that it was made from.
	Behind
	// Timeless: the update has no time.
	Timeless
)

// tolerance is the usual difference between clocks, which deserves no remark.
const tolerance = 5 * time.Minute

// Clock returns the problem with the time of a version's newest update. now is this endpoint's
// time. Times in the future do not prove that another clock is behind.
func Clock(v *item.Version, now time.Time) Remark {
	latest := now.Add(tolerance)
	top := v.Top().When
	switch {
	case !top.Present():
		return Timeless
	case top.Time().After(latest):
		return Ahead
	}
	for _, h := range v.History[1:] {
		if before := h.When.Time(); before.After(top.Time().Add(tolerance)) && !before.After(latest) {
			return Behind
		}
	}
	return Plausible
}
