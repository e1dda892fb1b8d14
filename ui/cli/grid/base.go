package grid

import (
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/record"
)

// Base shows what the versions started from, or says why that is not known.
func (v View) Base(s *session.Session) []string {
	all := v.Paragraph(v.start(s.Base()))
	if !s.Base().Known() || s.Base().Version.Deleted {
		return all
	}
	widest := 0
	cells := v.cells(s)
	for _, c := range cells {
		widest = max(widest, Width(c.Field))
	}
	for _, c := range cells {
		if c.Base == "" || c.Field == session.Other {
			continue
		}
		before := "  " + pad(c.Field, widest) + "  "
		var lines []string
		for _, line := range plainly(c.Form, c.Base) {
			lines = append(lines, wrap(line, v.width()-Width(before))...)
		}
		all = append(all, indented(before, lines)...)
	}
	return all
}

// plainly is a value compared with nothing.
func plainly(form record.Form, value string) []string {
	return drawn(session.Cell{Form: form}, value)
}
