package ancestry

import (
	"slices"
	"time"

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

// guessOwn takes versions that no history names, and that nobody holds, for
// resolved by the next update of their endpoint: by the letter of SSE 0.93 §3.4 it
// does not name them. Versions of the own endpoint are left out: where no
// history names one, it was undone before anybody saw it, or the log has its resolution.
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

// loose marks the updates whose version was received, that no history names as past
// and the item does not hold.
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

// next is the next update of an update's endpoint whose version was received.
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

// canHaveResolved reports whether the later of two updates was made from a version
// with as many updates as the earlier, so that this can have lost to it.
func (p *pasts) canHaveResolved(later, earlier int) bool {
	return p.versions[later][0].Updates > p.versions[earlier][0].Updates
}

// Remark is what is wrong with the time of an update.
type Remark int

// Remarks about clocks.
const (
	// Plausible: nothing is known to be wrong.
	Plausible Remark = iota
	// Ahead: the update was made in the future.
	Ahead
	// Behind: the update says that it was made before one that it was made
	// from.
	Behind
	// Timeless: the update has no time.
	Timeless
)

// tolerance is what clocks usually differ by: no remark is worth that.
const tolerance = 5 * time.Minute

// Clock says what is wrong with the time of a version's newest update. now is
// this endpoint's time. What lies in the future itself shows nobody's clock to
// be behind.
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
