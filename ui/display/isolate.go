package display

import "strings"

// The characters around a part of a text that does not affect the order of the rest (UAX #9).
// Fyne does not draw them, but respects them.
const (
	firstStrongIsolate    = '\u2068'
	popDirectionalIsolate = '\u2069'
)

// Isolated returns a name for use in a sentence: isolated if it contains right-to-left
// letters. Otherwise the signs and numbers after it would move to its other side, and a whole
// sentence that begins with it would run in its direction.
func Isolated(name string) string {
	if !strings.ContainsFunc(name, isRightToLeft) {
		return name
	}
	return string(firstStrongIsolate) + ordered(name) + string(popDirectionalIsolate)
}

// WithoutIsolates removes the characters around isolated parts.
func WithoutIsolates(text string) string {
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

// ordered is Clean, but preserves paired isolates.
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
