package widget

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"
)

const ellipsis = "…"

// fit is as much of a line as the width holds, with an ellipsis where something is
// missing.
func fit(line string, width, size float32, style fyne.TextStyle) string {
	fits := func(s string) bool { return fyne.MeasureText(s, size, style).Width <= width }
	if fits(line) {
		return line
	}
	if !fits(ellipsis) { // as before it is laid out
		return ellipsis
	}
	ends := clusterEnds(line)
	n := sort.Search(len(ends), func(i int) bool { return !fits(line[:ends[i]] + ellipsis) })
	if n == 0 {
		return ellipsis
	}
	return strings.TrimRight(line[:ends[n-1]], " ") + ellipsis
}

// clusterEnds are the offsets at which the text may be cut. What is far longer
// than any window is wide is not looked at.
func clusterEnds(text string) []int {
	const enough = 1000
	var ends []int
	at, state := 0, -1
	for rest := text; rest != "" && len(ends) < enough; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		at += len(cluster)
		ends = append(ends, at)
	}
	return ends
}
