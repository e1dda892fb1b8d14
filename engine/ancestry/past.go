package ancestry

import (
	"math/bits"
	"slices"

	"crossfeed/engine/item"
)

// reading is a way to interpret the histories of versions.
type reading int

const (
	// certain: a version was made from the updates that its history names, and from their
	// ancestors.
	certain reading = iota
	// possible: like certain, but if a history names an update whose version is not in the
	// archive, every update that the history subsumes may be an ancestor: a resolution leaves
	// out updates that it subsumes (SSE 0.93 §3.4), and so does compacting.
	possible
	// straight: histories are those of SSE 0.91. They name every preceding update, but no
	// resolved ones, which are in Resolved.
	straight
	// drawn: like certain, but with guesses for missing versions, for the graph.
	drawn
)

// longest is the number of entries above which endpoints compact histories (SSE 0.93 §3.2): a
// shorter history was never compacted.
const longest = 256

// pasts finds the ancestors of updates.
type pasts struct {
	*known
	reading reading
	// doubts reports whether versions are missing, so that bases include possible ancestors.
	doubts bool
	// agreed holds updates for which only certain ancestors count in the reading possible.
	agreed set
	sets   []set
	asked  []bool
	none   set
	// guesses holds the parents of updates without a version, inferred from the order of a
	// history; only for drawn.
	guesses [][]int
}

func (k *known) pasts(r reading) *pasts {
	size := len(k.entries)
	return &pasts{known: k, reading: r, agreed: newSet(size), sets: make([]set, size), asked: make([]bool, size), none: newSet(size)}
}

// possibly returns the possible ancestors, to find the base of updates with common certain
// ancestors. Any other ancestor of the latter is older than they are, and thus no base.
func (k *known) possibly(common set) *pasts {
	p := k.pasts(possible)
	p.agreed = common
	return p
}

// open reports whether an update may have more ancestors than the certain ones.
func (p *pasts) open(n int) bool { return p.reading == possible && !p.agreed.has(n) }

// of returns the past of an update: all its ancestors.
func (p *pasts) of(n int) set {
	if p.asked[n] {
		if p.sets[n] == nil { // histories that refer to each other
			return p.none
		}
		return p.sets[n]
	}
	p.asked[n] = true
	past := newSet(len(p.entries))
	for i, forms := range alike(p.versions[n]) {
		of := p.ofForms(forms)
		if i > 0 && (p.reading == certain || p.agreed.has(n)) {
			past.intersect(of) // the others were made from one of these, but it is not known which
		} else {
			past.unite(of)
		}
	}
	if !p.received(n) && p.open(n) {
		p.addEarlier(past, n)
	}
	p.addGuesses(past, n)
	past.remove(n)
	p.sets[n] = past
	return past
}

// addGuesses adds the inferred ancestors of an update to a past. It does not cache a set for
// each update without a version, because thousands of them would take quadratic space.
func (p *pasts) addGuesses(past set, n int) {
	if p.reading != drawn {
		return
	}
	for _, guess := range p.guesses[n] {
		switch {
		case past.has(guess): // including its ancestors
		case p.received(guess):
			past.add(guess)
			past.unite(p.of(guess))
		default:
			past.add(guess)
			p.addGuesses(past, guess)
		}
	}
}

// ofForms returns the past of a version that was received in several forms: the updates that
// these name, and their ancestors. This restores entries that a resolution left out as
// redundant, or that were cut.
func (p *pasts) ofForms(forms []*item.Version) set {
	past := newSet(len(p.entries))
	for _, v := range forms {
		p.before(v, func(n int) {
			if p.received(n) {
				past.add(n)
				past.unite(p.of(n))
			}
		})
	}
	lacks := slices.ContainsFunc(forms, compacted)
	for _, v := range forms {
		p.before(v, func(n int) {
			if past.has(n) {
				return
			}
			past.add(n)
			p.addGuesses(past, n)
			lacks = lacks || p.open(n)
		})
	}
	if top := p.top(forms[0]); lacks && p.open(top) {
		p.addEarlier(past, append(past.all(), top)...)
	}
	return past
}

// addEarlier adds the updates that the endpoints of the given updates made before them.
func (p *pasts) addEarlier(past set, updates ...int) {
	latest := map[string]int{}
	for _, n := range updates {
		by := p.entries[n].By
		if other, ok := latest[by]; !ok || p.entries[other].Sequence < p.entries[n].Sequence {
			latest[by] = n
		}
	}
	for _, n := range latest {
		p.earlier(n, past.add)
	}
}

// newest returns the updates of a set that are not ancestors of another one in it.
func (p *pasts) newest(of set) []int {
	all := of.all()
	if len(all) < 2 {
		return all
	}
	older := newSet(len(p.entries))
	for _, n := range all {
		switch {
		case p.received(n):
			older.unite(p.of(n))
		case !older.has(n):
			p.addGuesses(older, n)
			older.remove(n) // it is its own ancestor if guesses form a cycle
		}
	}
	if p.reading == possible {
		p.addEarlier(older, all...)
	}
	return slices.DeleteFunc(all, older.has)
}

// whole returns an update and its past.
func (p *pasts) whole(n int) set {
	all := newSet(len(p.entries))
	all.add(n)
	all.unite(p.of(n))
	return all
}

// cut reports whether the history of an update's version lacks entries that the archive does
// not have, either. Every update increments the count of updates and adds one entry; a
// resolution adds only entries.
func (p *pasts) cut(n int) bool {
	return slices.ContainsFunc(p.versions[n], func(v *item.Version) bool {
		if p.reading == straight {
			return len(v.History) < v.Updates
		}
		return !compacted(v) && p.of(n).size()+1 < v.Updates
	})
}

// set is a set of updates by their numbers.
type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) add(n int)      { s[n/64] |= 1 << (n % 64) }
func (s set) remove(n int)   { s[n/64] &^= 1 << (n % 64) }
func (s set) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

func (s set) unite(o set) {
	for i := range o {
		s[i] |= o[i]
	}
}

func (s set) intersect(o set) {
	for i := range o {
		s[i] &= o[i]
	}
}

func (s set) without(o set) set {
	left := make(set, len(s))
	for i := range s {
		left[i] = s[i] &^ o[i]
	}
	return left
}

// all returns the numbers in ascending order.
func (s set) all() []int {
	var numbers []int
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			numbers = append(numbers, i*64+bits.TrailingZeros64(word))
		}
	}
	return numbers
}

func (s set) size() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}
