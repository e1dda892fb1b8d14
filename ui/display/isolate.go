package display

import "strings"

// The characters around a part of a text that takes no part in the order of the rest
// (UAX #9). Fyne draws nothing for them, and keeps to them.
const (
	firstStrongIsolate    = '\u2068'
	popDirectionalIsolate = '\u2069'
)

// Isolated is a name as a part of a sentence: isolated where some of it runs from right to
// left. Otherwise the signs and numbers after it would go to its other side, and all of a
// sentence that begins with it would run its way.
func Isolated(name string) string {
	if !strings.ContainsFunc(name, isRightToLeft) {
		return name
	}
	return string(firstStrongIsolate) + ordered(name) + string(popDirectionalIsolate)
}

// withoutIsolates is a text without the characters around isolated parts.
func withoutIsolates(text string) string {
	if !strings.ContainsFunc(text, isIsolate) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isIsolate(r) {
			return -1
		}
		return r
	}, text)
}

func isIsolate(r rune) bool { return r == firstStrongIsolate || r == popDirectionalIsolate }

// ordered is a text as Clean makes it, with the isolates in it that are in pairs.
func ordered(text string) string {
	if isClean(text) {
		return text
	}
	var b strings.Builder
	open, ends := 0, strings.Count(text, string(popDirectionalIsolate))
	for _, r := range text {
		switch {
		case r == firstStrongIsolate && open < ends:
			open++
		case r == popDirectionalIsolate && open > 0:
			open, ends = open-1, ends-1
		case r == popDirectionalIsolate:
			ends--
			continue
		default:
			r = clean(r)
		}
		if r >= 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}
