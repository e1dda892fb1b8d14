package say

import (
	"strconv"

	"fyne.io/fyne/v2/lang"
)

// Number is a number with its thousands apart, so that a long one can be read.
func Number(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + lang.X("between thousands", ",") + text[at:]
	}
	return text
}
