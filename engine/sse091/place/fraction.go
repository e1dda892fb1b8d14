package place

import (
	"cmp"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// fraction is a positive rational in lowest terms, or one of the ends: 0/1 and 1/0.
// It is n/d; or top/bottom, where one of them has more than smallDigits digits.
type fraction struct {
	n, d        uint64
	top, bottom *big.Int
}

// smallDigits is how many digits fit in n and d with room for a sum of two.
const smallDigits = 18

var (
	zero     = fraction{n: 0, d: 1}
	infinity = fraction{n: 1, d: 0}
)

// parseFraction reads "3/2", "2" or "1/0"; anything that is not in lowest terms, or
// not as text writes it, is none.
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

// digits tells whether s is a number of at least 1 as strconv writes it.
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

// text is the fraction as it is written in a key.
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

// ints are numerator and denominator as numbers that must not be changed.
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
