package say

import (
	"strconv"

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
	tenths := (n + kilo*kilo/20) / (kilo * kilo / 10)
	return strconv.FormatInt(tenths/10, 10) + lang.X("between whole and part", ".") + strconv.FormatInt(tenths%10, 10) + " MB"
}
