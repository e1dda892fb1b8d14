package cli

import (
	"strings"

	"crossfeed/engine/reconcile"
)

// drawRows writes a text difference: - before lines of the left text, + before
// those of the right one, and what differs inside a line in brackets.
func drawRows(rows []reconcile.Row) []string {
	var all []string
	for _, row := range rows {
		if row.Kind == reconcile.Equal {
			all = append(all, strings.TrimRight("    "+drawSide(row.Left), " "))
			continue
		}
		if row.Left.Number > 0 {
			all = append(all, "  - "+drawSide(row.Left))
		}
		if row.Right.Number > 0 {
			all = append(all, "  + "+drawSide(row.Right))
		}
	}
	return all
}

func drawSide(s reconcile.Side) string {
	var text strings.Builder
	for _, p := range s.Spans {
		if p.Marked {
			text.WriteString("[" + p.Text + "]")
		} else {
			text.WriteString(p.Text)
		}
	}
	return text.String()
}
