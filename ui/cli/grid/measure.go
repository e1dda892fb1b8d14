package grid

import (
	"strings"

	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
)

// Width is the number of columns that a line takes in a terminal.
func Width(line string) int { return uniseg.StringWidth(line) }

// plain is a line of a value as it is drawn: tabs have no width of their own, so
// that they would break the columns.
func plain(line string) string { return strings.ReplaceAll(display.Visible(line), "\t", "  ") }

// inOneLine is a value as one line, with single spaces.
func inOneLine(value string) string { return display.Visible(strings.Join(strings.Fields(value), " ")) }

// wrap breaks a line into pieces of at most a width, between words where that is
// possible and never inside a grapheme cluster. There is at least one piece.
func wrap(line string, width int) []string {
	var pieces []string
	for Width(line) > width {
		at := breakAt(line, width)
		if at == len(line) {
			break
		}
		pieces = append(pieces, strings.TrimRight(line[:at], " "))
		line = strings.TrimLeft(line[at:], " ")
	}
	return append(pieces, line)
}

// sign is the width of what stands before an element of a set: no line breaks
// right behind it.
const sign = 2

// breakAt is where the first piece of a line ends: behind the last space that
// fits, or behind the last cluster, and behind at least one.
func breakAt(line string, width int) int {
	used, at, space, state := 0, 0, 0, -1
	for rest := line; rest != ""; {
		cluster, tail, wide, next := uniseg.FirstGraphemeClusterInString(rest, state)
		if used+wide > width && at > 0 {
			break
		}
		used, at, rest, state = used+wide, at+len(cluster), tail, next
		if cluster == " " && used > sign {
			space = at
		}
	}
	if space > 0 && at < len(line) && line[at] != ' ' {
		return space
	}
	return at
}

// pad fills a line with spaces.
func pad(line string, width int) string {
	return line + strings.Repeat(" ", max(width-Width(line), 0))
}

// indented puts something before the first line, and room of the same width
// before the others.
func indented(before string, lines []string) []string {
	var all []string
	for i, line := range lines {
		if i > 0 {
			before = strings.Repeat(" ", Width(before))
		}
		all = append(all, strings.TrimRight(before+line, " "))
	}
	return all
}

// Paragraph wraps a text.
func (v View) Paragraph(text string) []string { return wrap(plain(text), v.width()) }

// Entry wraps a text behind what stands before its first line.
func (v View) Entry(before, text string) []string {
	return indented(before, wrap(plain(text), v.width()-Width(before)))
}
