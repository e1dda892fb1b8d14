package grid

import (
	"strings"
	"unicode/utf8"

	"crossfeed/engine/conflicts"
)

// Brief is a value in one short line, for a table.
func Brief(c conflicts.Cell, value string) string {
	if value == "" {
		return "—"
	}
	return Shortened(strings.Join(drawn(conflicts.Cell{Form: c.Form}, value), ", "))
}

// Shortened is a text in one line of at most 40 characters.
func Shortened(text string) string {
	const most = 40
	text = plain(strings.Join(strings.Fields(text), " "))
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
