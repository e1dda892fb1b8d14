// Package plain writes what a version of an item says as a plain text that any
// editor and any merge tool understands, and reads it back. It has a section a
// field, each with its heading:
//
//	=== title ===
//	Eggs
//
//	=== tags ===
//	dairy
//	food
//
//	=== text ===
//	brown ones
//
// The last section is taken to the end of the file as it is, but for the last line
// end: there the long text stands. In the others blank lines around the value do
// not count, and a line that looks like a heading, or begins with a backslash, has
// a backslash before it.
package plain

import (
	"strings"
)

// Section is a field and its value.
type Section struct {
	Name, Value string
	// Line is that of the heading, where the section was read.
	Line int
}

// Write writes sections.
func Write(sections []Section) string {
	var b strings.Builder
	for i, s := range sections {
		b.WriteString("=== " + s.Name + " ===\n")
		if i == len(sections)-1 {
			b.WriteString(s.Value + "\n")
			break
		}
		if s.Value != "" {
			b.WriteString(escape(s.Value) + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func escape(value string) string {
	lines := strings.Split(value, "\n")
	for i, line := range lines {
		if _, heads := heading(line); heads || strings.HasPrefix(line, `\`) {
			lines[i] = `\` + line
		}
	}
	return strings.Join(lines, "\n")
}

// heading is the name in a line that is one.
func heading(line string) (name string, is bool) {
	line = strings.TrimRight(line, " \t\r")
	name, begins := strings.CutPrefix(line, "=== ")
	name, ends := strings.CutSuffix(name, " ===")
	return name, begins && ends && name != ""
}
