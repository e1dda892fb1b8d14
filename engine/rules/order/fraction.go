package order

import (
	"cmp"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// fraction is a positive rational number in lowest terms, or one of the ends 0/1 and 1/0. It
// is n/d, or top/bottom if one of them has more than smallDigits digits.
type fraction struct {
	n, d        uint64
	top, bottom *big.Int
}

// smallDigits is how many digits fit in n and d, with room for a sum of two.
const smallDigits = 18

var (
	zero     = fraction{n: 0, d: 1}
	infinity = fraction{n: 1, d: 0}
)

// parseFraction parses "3/2", "2" or "1/0". It refuses anything that is not in lowest terms or
// differs from the output of text.
func parseFraction(s string) (fraction, bool) {
	if s == Last {
		return infinity, true
	}
	top, bottom, divided := strings.Cut(s, "/")
	if !divided {
		bottom = "1"
	}
	if !digits(top) || !digits(bottom) || divided && bottom == "1" {
		return fraction{}, false
	}
	if len(top) > smallDigits || len(bottom) > smallDigits {
		return parseBig(top, bottom)
	}
	f := fraction{n: number(top), d: number(bottom)}
	return f, lowest(f.n, f.d)
}

func parseBig(top, bottom string) (fraction, bool) {
	var f fraction
	f.top, _ = new(big.Int).SetString(top, 10)
	f.bottom, _ = new(big.Int).SetString(bottom, 10)
	return f, new(big.Int).GCD(nil, nil, f.top, f.bottom).Cmp(one) == 0
}

// digits reports whether s is a number of at least 1 as formatted by strconv.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && s[0] != '0'
}

func number(s string) (n uint64) {
	for i := range len(s) {
		n = n*10 + uint64(s[i]-'0')
	}
	return n
}

func lowest(a, b uint64) bool {
	for b != 0 {
		a, b = b, a%b
	}
	return a == 1
}

// text returns the fraction as written in a key.
func (f fraction) text() string {
	top, bottom := strconv.FormatUint(f.n, 10), strconv.FormatUint(f.d, 10)
	if f.top != nil {
		top, bottom = f.top.String(), f.bottom.String()
	}
	if bottom == "1" {
		return top
	}
	return top + "/" + bottom
}

// ints returns numerator and denominator. The caller must not change them.
func (f fraction) ints() (top, bottom *big.Int) {
	if f.top != nil {
		return f.top, f.bottom
	}
	return new(big.Int).SetUint64(f.n), new(big.Int).SetUint64(f.d)
}

func (f fraction) compare(o fraction) int {
	if f.top == nil && o.top == nil {
		highF, lowF := bits.Mul64(f.n, o.d)
		highO, lowO := bits.Mul64(o.n, f.d)
		return cmp.Or(cmp.Compare(highF, highO), cmp.Compare(lowF, lowO))
	}
	ft, fb := f.ints()
	ot, ob := o.ints()
	return new(big.Int).Mul(ft, ob).Cmp(new(big.Int).Mul(ot, fb))
}

// simplest returns the fraction between two others that is highest in the Stern–Brocot tree:
// no fraction between them has a smaller numerator or denominator.
func simplest(low, high fraction) fraction {
	if adjacent(low, high) {
		return small(low.n+high.n, low.d+high.d)
	}
	lt, lb := low.ints()
	ht, hb := high.ints()
	if adjacentBig(lt, lb, ht, hb) {
		return reduced(new(big.Int).Add(lt, ht), new(big.Int).Add(lb, hb))
	}
	return expand(lt, lb, ht, hb)
}

// adjacent reports whether the simplest fraction between two others is their mediant, as it is
// for items that were inserted next to each other one by one. It does not support fractions
// with top and bottom: their n and d are 0.
func adjacent(low, high fraction) bool {
	highA, lowA := bits.Mul64(high.n, low.d)
	highB, lowB := bits.Mul64(low.n, high.d)
	difference, borrow := bits.Sub64(lowA, lowB, 0)
	return highA-highB-borrow == 0 && difference == 1
}

func adjacentBig(lt, lb, ht, hb *big.Int) bool {
	difference := new(big.Int).Mul(ht, lb)
	return difference.Sub(difference, new(big.Int).Mul(lt, hb)).Cmp(one) == 0
}

// expand finds the simplest fraction between two others as a continued fraction: it takes
// whole parts as long as both share them, and then the smallest number in between.
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

// small returns a fraction of numbers that may be too large for n and d.
func small(n, d uint64) fraction {
	if n < limit && d < limit {
		return fraction{n: n, d: d}
	}
	return fraction{top: new(big.Int).SetUint64(n), bottom: new(big.Int).SetUint64(d)}
}

// limit is the least number with more than smallDigits digits.
const limit = 1_000_000_000_000_000_000

func reduced(top, bottom *big.Int) fraction {
	if top.IsUint64() && bottom.IsUint64() {
		return small(top.Uint64(), bottom.Uint64())
	}
	return fraction{top: top, bottom: bottom}
}
