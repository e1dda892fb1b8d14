package say

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2/lang"
)

// Bytes is an amount of data, roughly.
func Bytes(n int64) string {
	const kilo = 1000
	switch {
	case n < kilo:
		return strconv.FormatInt(n, 10) + " B"
	case n < kilo*kilo:
		return strconv.FormatInt((n+kilo/2)/kilo, 10) + " kB"
	}
	const mega, giga = kilo * kilo, kilo * kilo * kilo
	if n < giga-mega/20 {
		return inTenths(n, mega) + " MB"
	}
	return strings.TrimSuffix(inTenths(n, giga), lang.X("between whole and part", ".")+"0") + " GB"
}

// inTenths is an amount in so many of a unit, with one digit after the point.
func inTenths(n, unit int64) string {
	tenths := (n + unit/20) / (unit / 10)
	return strconv.FormatInt(tenths/10, 10) + lang.X("between whole and part", ".") + strconv.FormatInt(tenths%10, 10)
}
