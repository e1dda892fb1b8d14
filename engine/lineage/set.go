package lineage

import (
	"math/bits"
	"slices"
)

// set is a set of updates, by their numbers.
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

func (s set) keep(o set) {
	for i := range o {
		s[i] &= o[i]
	}
}

// and is what is in both sets.
func (s set) and(o set) set {
	both := slices.Clone(s)
	both.keep(o)
	return both
}

func (s set) without(o set) set {
	left := make(set, len(s))
	for i := range s {
		left[i] = s[i] &^ o[i]
	}
	return left
}

// all lists the numbers, the lowest first.
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
