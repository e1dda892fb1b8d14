// Package display makes a text from elsewhere fit to be shown, in the window and in a
// terminal: what feeds, imports and the clipboard bring may be of any length and have
// characters that command a terminal, or that show a text in another order than it has.
// It also breaks texts into rows. What it returns is for people to read and is never saved.
package display

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// How many characters are shown of a text at most.
const (
	// Longest is the limit of a line, which is far wider than any window.
	Longest = 500
	// Shortest is the limit of a label that asks for its whole width.
	Shortest = 80
	// Paragraph is the limit of a text that wraps.
	Paragraph = 2000
	// paragraphLines is how many lines of it are shown: Fyne's time for a text that wraps
	// grows with its length times its lines.
	paragraphLines = 80
)

const ellipsis = "…"

// Clean is a text of several lines without what a text must not have: controls that
// override the direction of letters, C0 and C1 controls apart from line feeds and tabs,
// and other line ends are shown as replacement characters; marks, embeddings and
// isolates are left out (UAX #9). Letters keep their own direction without any of them.
// Line, Label and Wrapped are clean but for isolates in pairs, as Isolated makes them.
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

// clean is what is shown in place of a character, or -1 for nothing.
func clean(r rune) rune {
	switch {
	case ' ' <= r && r <= '~', r == '\n', r == '\t': // nearly all: without a look into the tables
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

// Visible is a text in which every character that Clean replaces or leaves out is a
// replacement character, so that two texts that differ in these do not look the same, and
// each character has its place. Tabs and line feeds stay.
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

// Escaped is a JSON document that means the same, and in which each character that Clean
// replaces or leaves out is written as an escape.
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

// Line is the first line of a text, of at most Longest characters.
func Line(text string) string { return line(text, Longest) }

// Label is the first line of a text, of at most Shortest characters.
func Label(text string) string { return line(text, Shortest) }

// Wrapped is a text of at most Paragraph characters, in at most 80 lines.
func Wrapped(text string) string {
	begun, more := beginning(text, Paragraph)
	if end := afterLines(begun, paragraphLines); end < len(begun) {
		begun, more = begun[:end], true
	}
	return cut(ordered(begun), Paragraph, more)
}

// afterLines returns where so many lines of a text end.
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

// Entered is a text as an entry of at most so many bytes shows it: without ends of lines,
// which an entry has not, and with an ellipsis where something is missing.
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

// beginning is as much of a text as so many characters take. What has more than a few
// code points for each of them is no text.
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

// cut leaves at most so many characters of a text, and ends it in an ellipsis where
// something is missing.
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
