package grid

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// drawn is a value as the lines of a cell. What is shown can be typed, but for
// pictures and files. Against a base, what a set has more or less has a sign before it,
// and what differs inside a line stands in brackets.
func drawn(c conflicts.Cell, value string) []string {
	if c.Form == record.Files {
		c.Base, value = record.BriefFiles(c.Base), record.BriefFiles(value)
	}
	switch {
	case value == "" && !(c.HasBase && c.Form.Rows() && c.Base != ""):
		return []string{"—"}
	case c.Form.Rows():
		return elements(c, value)
	case c.Form == record.Picture:
		return []string{picture(value)}
	case c.Form == record.Line && c.HasBase && c.Base != "" && !strings.Contains(c.Base+value, "\n"):
		return []string{marked(c.Base, value)}
	}
	return lines(value)
}

func lines(value string) []string {
	var all []string
	for _, line := range strings.Split(value, "\n") {
		all = append(all, plain(strings.TrimSuffix(line, "\r")))
	}
	return all
}

// elements draws a set, one element a line.
func elements(c conflicts.Cell, value string) []string {
	now := split(value)
	if !c.HasBase || c.Alike {
		return lines(value)
	}
	before := split(c.Base)
	var all []string
	for _, e := range now {
		sign := "  "
		if !slices.Contains(before, e) {
			sign = "+ "
		}
		all = append(all, sign+plain(e))
	}
	for _, e := range before {
		if !slices.Contains(now, e) {
			all = append(all, "- "+plain(e))
		}
	}
	return all
}

func split(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}

// marked is a line with brackets around what is not in another.
func marked(base, value string) string {
	rows := merge.Text(base, value)
	if len(rows) != 1 || rows[0].Kind != merge.Changed {
		return plain(value)
	}
	return side(rows[0].Right)
}

// side is a line of a text difference, with brackets around what differs.
func side(s merge.Side) string {
	var text strings.Builder
	for _, p := range s.Spans {
		if p.Marked {
			text.WriteString("[" + plain(p.Text) + "]")
		} else {
			text.WriteString(plain(p.Text))
		}
	}
	return text.String()
}

// picture says what kind of picture a URI holds, how large it is, and the end of
// it, which tells it from others; or the URI itself.
func picture(uri string) string {
	head, data, embedded := strings.Cut(uri, ",")
	if !embedded || !strings.HasPrefix(head, "data:") {
		return plain(uri)
	}
	kind, _, _ := strings.Cut(strings.TrimPrefix(head, "data:"), ";")
	const tail, kilo = 8, 1024
	return fmt.Sprintf("%s, %d KB …%s", plain(kind), (len(data)*3/4+kilo-1)/kilo, plain(data[max(len(data)-tail, 0):]))
}
