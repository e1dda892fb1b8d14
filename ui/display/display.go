// Package display makes text from elsewhere safe to show in the window and in a terminal: text
// from feeds, imports and the clipboard may be of any length and contain characters that
// control a terminal or reorder text. The package also breaks text into rows. Its results are
// for people to read and are never saved.
package display

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// The maximum numbers of characters shown of a text.
const (
	// Longest is the limit of a line, which is far wider than any window.
	Longest = 500
	// Shortest is the limit of a label that is as wide as its text.
	Shortest = 80
	// Paragraph is the limit of a text that wraps.
	Paragraph = 2000
	// paragraphLines limits how many lines of it are shown: the time that Fyne takes for a
	// wrapped text grows with its length times its lines.
	paragraphLines = 80
)

const ellipsis = "…"

// Clean sanitizes a text of several lines. Replacement characters are substituted for controls
// that override the direction of letters, for C0 and C1 controls other than line feeds and
// tabs, and for other line ends. Marks, embeddings and isolates are removed (UAX #9); letters
// keep their own direction without them. The results of Line, Label and Wrapped are clean,
// too, except for isolates in pairs, as made by Isolated.
func Clean(text string) string {
	if isClean(text) {
		return text
	}
	return strings.Map(clean, text)
}

func isClean(text string) bool {
	for _, r := range text {
		if r != clean(r) || r == utf8.RuneError {
			return false
		}
	}
	return true
}

// clean returns the replacement for a character, or -1 to remove it.
func clean(r rune) rune {
	switch {
	case ' ' <= r && r <= '~', r == '\n', r == '\t': // nearly all characters: no table lookup
		return r
	case replaced(r):
		return unicode.ReplacementChar
	case unicode.Is(unicode.Bidi_Control, r):
		return -1
	}
	return r
}

// replaced reports whether a character is shown as a replacement character.
func replaced(r rune) bool {
	const leftToRightOverride, rightToLeftOverride = '\u202d', '\u202e'
	return unicode.IsControl(r) || r == leftToRightOverride || r == rightToLeftOverride ||
		unicode.In(r, unicode.Zl, unicode.Zp)
}

// Visible substitutes replacement characters for all characters that Clean replaces or
// removes, so that texts that differ only in these look different, and each character takes up
// space. Tabs and line feeds stay.
func Visible(text string) string {
	if isClean(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r != clean(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Escaped returns an equivalent JSON document in which the characters that Clean replaces or
// removes are escaped.
func Escaped(document string) string {
	if isClean(document) {
		return document
	}
	var b strings.Builder
	for _, r := range document {
		if r != clean(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Line returns the first line of a text, shortened to Longest characters.
func Line(text string) string { return line(text, Longest) }

// Label returns the first line of a text, shortened to Shortest characters.
func Label(text string) string { return line(text, Shortest) }

// Wrapped returns a text shortened to Paragraph characters and 80 lines.
func Wrapped(text string) string {
	begun, more := beginning(text, Paragraph)
	if end := afterLines(begun, paragraphLines); end < len(begun) {
		begun, more = begun[:end], true
	}
	return cut(ordered(begun), Paragraph, more)
}

// afterLines returns where a number of lines of a text end.
func afterLines(text string, lines int) (end int) {
	for range lines {
		n := strings.IndexByte(text[end:], '\n')
		if n < 0 {
			return len(text)
		}
		end += n + 1
	}
	return end - 1
}

// Entered returns a text as shown by an entry of at most most bytes: without line ends, which
// an entry does not have, and with an ellipsis if something is missing.
func Entered(text string, most int) string {
	begun, more := text, false
	if more = len(text) > most; more {
		begun = strings.ToValidUTF8(text[:max(most-len(ellipsis), 0)], "")
	}
	begun = Clean(oneLine.Replace(begun))
	if more {
		begun += ellipsis
	}
	return begun
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

func line(text string, most int) string {
	text = strings.TrimLeft(text, "\r\n")
	begun, more := beginning(text, most)
	if i := strings.IndexAny(begun, "\r\n\u2028\u2029"); i >= 0 {
		begun, more = begun[:i], true
	}
	return cut(strings.ReplaceAll(ordered(begun), "\t", " "), most, more)
}

// beginning returns the first characters of a text. A text with more than a few code points
// per character is cut earlier.
func beginning(text string, most int) (begun string, more bool) {
	const codePoints, bytes = 4, 4
	if len(text) <= most*codePoints {
		return text, false
	}
	enough := min(len(text), most*codePoints*bytes)
	for enough < len(text) && !utf8.RuneStart(text[enough]) {
		enough--
	}
	return text[:enough], enough < len(text)
}

// cut shortens a text to at most most characters, with an ellipsis if something is missing.
func cut(text string, most int, more bool) string {
	if !more && len(text) <= most {
		return text
	}
	rest, state, count, points := text, -1, 0, 0
	for rest != "" {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		count, points = count+1, points+utf8.RuneCountInString(cluster)
		if end := len(text) - len(rest); count == most || points >= 2*most {
			if rest == "" && !more {
				return text
			}
			return strings.TrimRight(text[:end-len(cluster)], " ") + ellipsis
		}
	}
	if more {
		return text + ellipsis
	}
	return text
}

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
