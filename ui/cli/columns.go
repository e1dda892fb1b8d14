package cli

import (
	"strings"

	"github.com/rivo/uniseg"
)

// gap is what stands between columns.
const gap = 2

// columns writes rows with aligned columns, and no space at the end of a line.
func (r *run) columns(rows [][]string) error {
	widths := columnWidths(rows)
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString(strings.Repeat(" ", widths[i-1]-cellWidth(row[i-1])+gap))
			}
			line.WriteString(cell)
		}
		if err := r.print("%s", strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// columnWidths are those of the widest cells. The last cell of a row does not
// count: nothing follows it.
func columnWidths(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for i := range len(row) - 1 {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cellWidth(row[i]))
		}
	}
	return widths
}

// cellWidth is the number of columns that a text takes in a terminal. Most is
// ASCII, which needs no tables to tell.
func cellWidth(s string) int {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return uniseg.StringWidth(harmless("%s", []any{s}))
		}
	}
	return len(s)
}
