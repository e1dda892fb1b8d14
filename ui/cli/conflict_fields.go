package cli

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/wording"
)

// fields renders the fields that differ: columns for the original, each version and the
// result, or a block per field if the columns would be too narrow; then long texts as
// differences, and why something is suggested. The other fields are named in one line.
func (v conflictView) fields(s *conflicts.Session) []string {
	var single, long, alike []conflicts.Cell
	for _, c := range v.cells(s) {
		switch {
		case c.Alike && c.Result == c.Values[0] && !v.all:
			alike = append(alike, c)
		case c.Lines || c.Field == conflicts.Other:
			long = append(long, c)
		default:
			single = append(single, c)
		}
	}
	all := v.columns(s, single)
	for _, c := range long {
		all = append(separated(all), v.text(s, c)...)
	}
	if names := v.folded(alike); len(names) > 0 && len(s.Candidates()) > 1 {
		all = append(separated(all), names...)
	}
	return all
}

// folded names the fields that are the same in all versions and not empty.
func (v conflictView) folded(cells []conflicts.Cell) []string {
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
		return v.paragraph("1 field is the same in all: " + names[0])
	}
	return v.paragraph(fmt.Sprintf("%d fields are the same in all: %s", len(names), strings.Join(names, ", ")))
}

// separated appends an empty line, unless there is nothing to separate.
func separated(all []string) []string {
	if len(all) == 0 || all[len(all)-1] == "" {
		return all
	}
	return append(all, "")
}

// labelledValue is a value with the heading of its column.
type labelledValue struct {
	label string
	lines []string
}

// values returns the values of a field: the original if it is known, each version, and the
// result.
func (v conflictView) values(s *conflicts.Session, c conflicts.Cell) []labelledValue {
	var all []labelledValue
	if s.Base().Found() {
		all = append(all, labelledValue{originalLabel, v.base(s, c)})
	}
	for i, candidate := range s.Candidates() {
		all = append(all, labelledValue{v.label(candidate), versionValue(candidate, c, i)})
	}
	return append(all, labelledValue{"RESULT", resultValue(s, c)})
}

// base returns the original value, without marks.
func (v conflictView) base(s *conflicts.Session, c conflicts.Cell) []string {
	switch {
	case !hasOriginal(s):
		return []string{"deleted"}
	case !c.HasBase:
		return []string{"no original"}
	}
	c.HasBase = false
	return cellLines(c, c.Base)
}

// versionValue returns a version's value of a field.
func versionValue(candidate conflicts.Candidate, c conflicts.Cell, i int) []string {
	switch {
	case candidate.Version.Deleted:
		return []string{"deleted"}
	case candidate.Missing:
		return []string{wording.L("not-stored", "not stored")}
	}
	return cellLines(c, c.Values[i])
}

// resultValue returns the value of a field that saving will store.
func resultValue(s *conflicts.Session, c conflicts.Cell) []string {
	switch {
	case c.Open, undecided(s):
		return []string{"choose…"}
	case s.Outcome().Deletes:
		return []string{"deleted"}
	}
	c.HasBase = false
	return cellLines(c, c.Result)
}

// cellLines returns a value as the lines of a cell. Except for pictures and files, the text shown
// can be typed in as it is. Compared with a base, added and removed elements have a sign in
// front, and differences within a line are in brackets.
func cellLines(c conflicts.Cell, value string) []string {
	if c.Form == record.Files {
		c.Base, value = record.BriefFiles(c.Base), record.BriefFiles(value)
	}
	switch {
	case value == "" && !(c.HasBase && c.Form.Rows() && c.Base != ""):
		return []string{"—"}
	case c.Form.Rows():
		return elementLines(c, value)
	case c.Form == record.Picture:
		return []string{pictureText(value)}
	case c.Form == record.Line && c.HasBase && c.Base != "" && !strings.Contains(c.Base+value, "\n"):
		return []string{bracketed(c.Base, value)}
	}
	return valueLines(value)
}

func valueLines(value string) []string {
	var all []string
	for _, line := range strings.Split(value, "\n") {
		all = append(all, plainLine(strings.TrimSuffix(line, "\r")))
	}
	return all
}

// elementLines returns a multi-valued field, one element per line.
func elementLines(c conflicts.Cell, value string) []string {
	now := splitElements(value)
	if !c.HasBase || c.Alike {
		return valueLines(value)
	}
	before := splitElements(c.Base)
	var all []string
	for _, e := range now {
		sign := "  "
		if !slices.Contains(before, e) {
			sign = "+ "
		}
		all = append(all, sign+plainLine(e))
	}
	for _, e := range before {
		if !slices.Contains(now, e) {
			all = append(all, "- "+plainLine(e))
		}
	}
	return all
}

func splitElements(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}

// bracketed returns a line with brackets around what is not in the base.
func bracketed(base, value string) string {
	rows := merge.Text(base, value)
	if len(rows) != 1 || rows[0].Kind != merge.Changed {
		return plainLine(value)
	}
	return sideText(rows[0].Right)
}

// sideText returns one side of a text difference, with brackets around what differs.
func sideText(s merge.Side) string {
	var text strings.Builder
	for _, p := range s.Spans {
		if p.Marked {
			text.WriteString("[" + plainLine(p.Text) + "]")
		} else {
			text.WriteString(plainLine(p.Text))
		}
	}
	return text.String()
}

// pictureText describes the picture in a data URI: its type, size, and the end of the URI, which
// distinguishes it from others. Other URIs are returned as they are.
func pictureText(uri string) string {
	head, data, embedded := strings.Cut(uri, ",")
	if !embedded || !strings.HasPrefix(head, "data:") {
		return plainLine(uri)
	}
	kind, _, _ := strings.Cut(strings.TrimPrefix(head, "data:"), ";")
	const tail, kilo = 8, 1024
	return fmt.Sprintf("%s, %d KB …%s", plainLine(kind), (len(data)*3/4+kilo-1)/kilo, plainLine(data[max(len(data)-tail, 0):]))
}

// blocks renders fields one below the other, for a narrow terminal or many versions.
func (v conflictView) blocks(s *conflicts.Session, cells []conflicts.Cell) []string {
	var all []string
	for _, c := range cells {
		all = append(separated(all), v.block(s, c)...)
	}
	return all
}

// block renders one field.
func (v conflictView) block(s *conflicts.Session, c conflicts.Cell) []string {
	all := v.heading(s, c)
	values := v.values(s, c)
	widest := 0
	for _, value := range values {
		widest = max(widest, lineWidth(value.label))
	}
	for _, value := range values {
		before := "  " + pad(value.label, widest) + "  "
		all = append(all, indented(before, wrapCell(value.lines, v.width-lineWidth(before), longestBlock))...)
	}
	return all
}

// heading returns the name of a field, and the reason for its result.
func (v conflictView) heading(s *conflicts.Session, c conflicts.Cell) []string {
	note := v.note(s, c)
	if note == "" {
		return []string{c.Field}
	}
	return v.paragraph(c.Field + ": " + note)
}
