package cli

import (
	"math"
	"strings"

	"github.com/rivo/uniseg"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/display"
)

const (
	// narrowestColumn is the column width below which fields are rendered one below the other.
	narrowestColumn = 11
	// columnGap separates columns.
	columnGap = " │ "
	// tallestCell is the maximum number of lines of a cell, and longest that of a value in a
	// block.
	tallestCell  = 8
	longestBlock = 40
	// unlimitedLines is a number of lines that is never exceeded.
	unlimitedLines = math.MaxInt32
)

// columns renders fields as a table, with the reasons below it.
func (v conflictView) columns(s *conflicts.Session, cells []conflicts.Cell) []string {
	if len(cells) == 0 {
		return nil
	}
	table := [][]labelledValue{}
	for _, c := range cells {
		table = append(table, append([]labelledValue{{lines: []string{c.Field}}}, v.values(s, c)...))
	}
	widths, fit := v.fit(table)
	if !fit {
		return v.blocks(s, cells)
	}
	all := []string{tableLine(columnHeads(table[0]), widths), tableRule(widths)}
	for _, cells := range table {
		all = append(all, tableRow(cells, widths)...)
	}
	for _, c := range cells {
		if note := v.note(s, c); note != "" {
			all = append(all, v.paragraph(c.Field+": "+note)...)
		}
	}
	return all
}

// fit determines the width of each column: what it needs, or less if they do not all fit. The
// widest columns shrink first.
func (v conflictView) fit(table [][]labelledValue) (widths []int, fit bool) {
	for i := range table[0] {
		wide := lineWidth(table[0][i].label)
		for _, cells := range table {
			for _, line := range cells[i].lines {
				wide = max(wide, lineWidth(line))
			}
		}
		widths = append(widths, wide)
	}
	for v.width < sumOf(widths)+lineWidth(columnGap)*(len(widths)-1) {
		widest := 1
		for i := 1; i < len(widths); i++ {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowestColumn {
			return nil, false
		}
		widths[widest] = max(min(widths[widest]-1, v.width), narrowestColumn)
	}
	return widths, true
}

func sumOf(widths []int) int {
	all := 0
	for _, w := range widths {
		all += w
	}
	return all
}

func columnHeads(cells []labelledValue) []string {
	var all []string
	for _, c := range cells {
		all = append(all, c.label)
	}
	return all
}

// tableLine returns one line of all columns.
func tableLine(cells []string, widths []int) string {
	var padded []string
	for i, c := range cells {
		padded = append(padded, pad(c, widths[i]))
	}
	return strings.TrimRight(strings.Join(padded, columnGap), " ")
}

// tableRow returns a row of the table, with as many lines as its tallest cell.
func tableRow(cells []labelledValue, widths []int) []string {
	var columns [][]string
	tall := 0
	for i, c := range cells {
		columns = append(columns, wrapCell(c.lines, widths[i], tallestCell))
		tall = max(tall, len(columns[i]))
	}
	var all []string
	for y := range tall {
		line := make([]string, len(columns))
		for i, column := range columns {
			if y < len(column) {
				line[i] = column[y]
			}
		}
		all = append(all, tableLine(line, widths))
	}
	return all
}

// wrapCell wraps the lines of a cell, and omits lines beyond most.
func wrapCell(lines []string, width, most int) []string {
	var all []string
	for _, line := range lines {
		all = append(all, wrapFirst(line, width, most+1-len(all))...)
		if len(all) > most {
			return append(all[:most-1], "…")
		}
	}
	return all
}

// tableRule returns the line below the headings.
func tableRule(widths []int) string {
	var all []string
	for _, w := range widths {
		all = append(all, strings.Repeat("─", w))
	}
	return strings.Join(all, "─┼─")
}

// lineWidth returns the number of columns that a line takes in a terminal.
func lineWidth(line string) int { return uniseg.StringWidth(line) }

// plainLine returns a line of a value as it is rendered: tabs are replaced, because their width
// varies and would break the alignment.
func plainLine(line string) string { return strings.ReplaceAll(display.Visible(line), "\t", "  ") }

// visibleLine returns a value as one line, with single spaces.
func visibleLine(value string) string {
	return display.Visible(strings.Join(strings.Fields(value), " "))
}

// wrapLine breaks a line into pieces no wider than width, between words if possible and never
// inside a grapheme cluster. There is at least one piece.
func wrapLine(line string, width int) []string { return wrapFirst(line, width, unlimitedLines) }

// wrapFirst returns at most most of those pieces.
func wrapFirst(line string, width, most int) (pieces []string) {
	for len(pieces) < most {
		at := breakAt(line, width)
		if at == len(line) {
			return append(pieces, line)
		}
		pieces = append(pieces, strings.TrimRight(line[:at], " "))
		line = strings.TrimLeft(line[at:], " ")
	}
	return pieces
}

// signWidth is the width of the sign before an element of a multi-valued field: no line breaks
// right after it.
const signWidth = 2

// breakAt returns where the first piece of a line ends: after the last space that fits, or
// else after the last cluster that fits, but at least after the first.
func breakAt(line string, width int) int {
	used, at, space, state := 0, 0, 0, -1
	for rest := line; rest != ""; {
		cluster, tail, wide, next := uniseg.FirstGraphemeClusterInString(rest, state)
		if used+wide > width && at > 0 {
			break
		}
		used, at, rest, state = used+wide, at+len(cluster), tail, next
		if cluster == " " && used > signWidth {
			space = at
		}
	}
	if space > 0 && at < len(line) && line[at] != ' ' {
		return space
	}
	return at
}

// pad fills a line with spaces.
func pad(line string, width int) string {
	return line + strings.Repeat(" ", max(width-lineWidth(line), 0))
}

// indented prefixes the first line, and indents the others by the same width.
func indented(before string, lines []string) []string {
	var all []string
	for i, line := range lines {
		if i > 0 {
			before = strings.Repeat(" ", lineWidth(before))
		}
		all = append(all, strings.TrimRight(before+line, " "))
	}
	return all
}

// paragraph wraps a text.
func (v conflictView) paragraph(text string) []string { return wrapLine(plainLine(text), v.width) }

// entry wraps a text after a prefix.
func (v conflictView) entry(before, text string) []string {
	return indented(before, wrapLine(plainLine(text), v.width-lineWidth(before)))
}
