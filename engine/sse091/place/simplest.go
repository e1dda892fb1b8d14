package place

import (
	"math/big"
	"math/bits"
)

// simplest is the fraction between two others that stands highest in the tree of
// Stern and Brocot: none between them has a lesser numerator or denominator.
func simplest(low, high fraction) fraction {
	if low.top == nil && high.top == nil && adjacent(low, high) {
		return small(low.n+high.n, low.d+high.d)
	}
	lt, lb := low.ints()
	ht, hb := high.ints()
	if adjacentBig(lt, lb, ht, hb) {
		return reduced(new(big.Int).Add(lt, ht), new(big.Int).Add(lb, hb))
	}
	return expand(lt, lb, ht, hb)
}

// adjacent tells whether the simplest between two fractions is their mediant, as it is
// for things that were put beside each other one by one.
func adjacent(low, high fraction) bool {
	highA, lowA := bits.Mul64(high.n, low.d)
	highB, lowB := bits.Mul64(low.n, high.d)
	difference, borrow := bits.Sub64(lowA, lowB, 0)
	return highA-highB-borrow == 0 && difference == 1
}

func adjacentBig(lt, lb, ht, hb *big.Int) bool {
	difference := new(big.Int).Mul(ht, lb)
	return difference.Sub(difference, new(big.Int).Mul(lt, hb)).IsUint64() && difference.Uint64() == 1
}

// expand finds the simplest fraction between two as a continued fraction: it takes
// whole parts as long as both share them, and then the least number between.
func expand(lt, lb, ht, hb *big.Int) fraction {
	top, bottom := big.NewInt(1), new(big.Int)
	beforeTop, beforeBottom := new(big.Int), big.NewInt(1)
	for {
		whole, rest := new(big.Int).QuoRem(lt, lb, new(big.Int))
		next := new(big.Int).Add(whole, one)
		found := new(big.Int).Mul(next, hb).Cmp(ht) < 0
		if found {
			whole = next
		}
		top, beforeTop = convergent(whole, top, beforeTop), top
		bottom, beforeBottom = convergent(whole, bottom, beforeBottom), bottom
		if found {
			return reduced(top, bottom)
		}
		lt, lb, ht, hb = hb, new(big.Int).Sub(ht, new(big.Int).Mul(whole, hb)), lb, rest
	}
}

var one = big.NewInt(1)

func convergent(whole, last, before *big.Int) *big.Int {
	next := new(big.Int).Mul(whole, last)
	return next.Add(next, before)
}

// small is a fraction of numbers that may have outgrown n and d.
func small(n, d uint64) fraction {
	if n < limit && d < limit {
		return fraction{n: n, d: d}
	}
	return fraction{top: new(big.Int).SetUint64(n), bottom: new(big.Int).SetUint64(d)}
}

// limit is the least number of more than smallDigits digits.
const limit = 1_000_000_000_000_000_000

func reduced(top, bottom *big.Int) fraction {
	if top.IsUint64() && bottom.IsUint64() {
		return small(top.Uint64(), bottom.Uint64())
	}
	return fraction{top: top, bottom: bottom}
}
