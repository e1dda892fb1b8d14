package cli

import (
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/cli/grid"
)

// drawRows writes a text difference: - before lines of the left text, + before
// those of the right one, and what differs inside a line in brackets.
func drawRows(rows []merge.Row) []string {
	return grid.Difference(rows, drawRow, func(lines string) []string { return []string{"    … " + lines} })
}

func drawRow(row merge.Row) []string {
	if row.Kind == merge.Equal {
		return []string{strings.TrimRight("    "+drawSide(row.Left), " ")}
	}
	var all []string
	if row.Left.Number > 0 {
		all = append(all, "  - "+drawSide(row.Left))
	}
	if row.Right.Number > 0 {
		all = append(all, "  + "+drawSide(row.Right))
	}
	return all
}

func drawSide(s merge.Side) string {
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
