package grid

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
)

// Fields draws the fields that differ: columns for what they started from, each
// version and the result, or a block a field where the columns would be too
// narrow; then long texts as differences, and why something is proposed. The
// others are named in one line.
func (v View) Fields(s *conflicts.Session) []string {
	var single, long, alike []conflicts.Cell
	for _, c := range v.cells(s) {
		switch {
		case c.Alike && c.Result == c.Values[0] && !v.All:
			alike = append(alike, c)
		case c.Lines || c.Field == conflicts.Other:
			long = append(long, c)
		default:
			single = append(single, c)
		}
	}
	all := v.columns(s, single)
	for _, c := range long {
		all = append(apart(all), v.text(s, c)...)
	}
	if names := v.folded(alike); len(names) > 0 && len(s.Candidates()) > 1 {
		all = append(apart(all), names...)
	}
	return all
}

// Field draws one field in full.
func (v View) Field(s *conflicts.Session, name string) ([]string, error) {
	cells := v.cells(s)
	at := slices.IndexFunc(cells, func(c conflicts.Cell) bool { return c.Field == name })
	if at < 0 {
		return nil, fmt.Errorf("there is no field %q: %s", name, fieldNames(cells))
	}
	if c := cells[at]; c.Lines || c.Field == conflicts.Other {
		return v.text(s, c), nil
	}
	return v.block(s, cells[at]), nil
}

func fieldNames(cells []conflicts.Cell) string {
	var all []string
	for _, c := range cells {
		all = append(all, c.Field)
	}
	return strings.Join(all, ", ")
}

// folded names the fields that are the same everywhere and say something.
func (v View) folded(cells []conflicts.Cell) []string {
	var names []string
	for _, c := range cells {
		if slices.ContainsFunc(append([]string{c.Result}, c.Values...), func(value string) bool { return value != "" }) {
			names = append(names, c.Field)
		}
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return v.Paragraph("1 field is the same in all: " + names[0])
	}
	return v.Paragraph(fmt.Sprintf("%d fields are the same in all: %s", len(names), strings.Join(names, ", ")))
}

// apart puts an empty line behind what there is.
func apart(all []string) []string {
	if len(all) == 0 || all[len(all)-1] == "" {
		return all
	}
	return append(all, "")
}
