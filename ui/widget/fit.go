package widget

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"
)

const ellipsis = "…"

// fit is as much of the first line of text as the width holds, with an
// ellipsis where something is missing.
func fit(text string, width, size float32, style fyne.TextStyle) string {
	first, more := firstLine(text)
	if begun := inSight(first); len(begun) < len(first) {
		first, more = begun, true
	}
	fits := func(s string) bool { return fyne.MeasureText(s, size, style).Width <= width }
	if !more && fits(first) {
		return first
	}
	if !fits(ellipsis) { // as before it is laid out
		return ellipsis
	}
	ends := clusterEnds(first)
	n := sort.Search(len(ends), func(i int) bool { return !fits(first[:ends[i]] + ellipsis) })
	if n == 0 {
		return ellipsis
	}
	return strings.TrimRight(first[:ends[n-1]], " ") + ellipsis
}

// inSight is as much of a text as no window is wide: Fyne takes long to measure
// more.
func inSight(text string) string {
	const enough = 8_000 // bytes
	if len(text) <= enough {
		return text
	}
	return strings.ToValidUTF8(text[:enough], "")
}

func firstLine(text string) (line string, more bool) {
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		return text[:i], true
	}
	return text, false
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
