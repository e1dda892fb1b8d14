package lineage

import "crossfeed/engine/item"

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
