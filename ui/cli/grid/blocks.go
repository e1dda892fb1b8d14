package grid

import "crossfeed/engine/conflicts"

// blocks draws fields one below the other, for a narrow terminal or many
// versions.
func (v View) blocks(s *conflicts.Session, cells []conflicts.Cell) []string {
	var all []string
	for _, c := range cells {
		all = append(apart(all), v.block(s, c)...)
	}
	return all
}

// block draws one field, a line a version.
func (v View) block(s *conflicts.Session, c conflicts.Cell) []string {
	all := v.heading(s, c)
	values := v.values(s, c)
	widest := 0
	for _, value := range values {
		widest = max(widest, Width(value.label))
	}
	for _, value := range values {
		before := "  " + pad(value.label, widest) + "  "
		var lines []string
		for _, line := range value.lines {
			lines = append(lines, wrap(line, v.width()-Width(before))...)
		}
		all = append(all, indented(before, lines)...)
	}
	return all
}

// heading names a field, and says why its result is what it is.
func (v View) heading(s *conflicts.Session, c conflicts.Cell) []string {
	note := v.note(s, c)
	if note == "" {
		return []string{c.Field}
	}
	return v.Paragraph(c.Field + ": " + note)
}
