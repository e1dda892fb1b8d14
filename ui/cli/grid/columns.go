package grid

import (
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
)

const (
	// narrowest is the width of a column below which fields are drawn one
	// below the other.
	narrowest = 11
	// between stands between columns.
	between = " │ "
	// tallest is the number of lines of a cell; more are left out.
	tallest = 8
)

// columns draws fields as a table, with the reasons below it.
func (v View) columns(s *conflicts.Session, cells []conflicts.Cell) []string {
	if len(cells) == 0 {
		return nil
	}
	table := [][]labelled{}
	for _, c := range cells {
		table = append(table, append([]labelled{{lines: []string{c.Field}}}, v.values(s, c)...))
	}
	widths, fit := v.fit(table)
	if !fit {
		return v.blocks(s, cells)
	}
	all := []string{row(heads(table[0]), widths), rule(widths)}
	for _, cells := range table {
		all = append(all, rows(cells, widths)...)
	}
	for _, c := range cells {
		if note := v.note(s, c); note != "" {
			all = append(all, v.Paragraph(c.Field+": "+note)...)
		}
	}
	return all
}

// fit gives each column its width: what it needs, or less where they do not all
// fit. The widest give way first.
func (v View) fit(table [][]labelled) (widths []int, fit bool) {
	for i := range table[0] {
		wide := Width(table[0][i].label)
		for _, cells := range table {
			for _, line := range cells[i].lines {
				wide = max(wide, Width(line))
			}
		}
		widths = append(widths, wide)
	}
	for v.width() < sum(widths)+Width(between)*(len(widths)-1) {
		widest := 1
		for i := 1; i < len(widths); i++ {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowest {
			return nil, false
		}
		widths[widest] = max(min(widths[widest]-1, v.width()), narrowest)
	}
	return widths, true
}

func sum(widths []int) int {
	all := 0
	for _, w := range widths {
		all += w
	}
	return all
}

func heads(cells []labelled) []string {
	var all []string
	for _, c := range cells {
		all = append(all, c.label)
	}
	return all
}

// row writes one line of all columns.
func row(cells []string, widths []int) string {
	var padded []string
	for i, c := range cells {
		padded = append(padded, pad(c, widths[i]))
	}
	return strings.TrimRight(strings.Join(padded, between), " ")
}

// rows writes a row of the table, as many lines as its tallest cell has.
func rows(cells []labelled, widths []int) []string {
	var columns [][]string
	tall := 0
	for i, c := range cells {
		columns = append(columns, wrapped(c.lines, widths[i]))
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
		all = append(all, row(line, widths))
	}
	return all
}

// wrapped breaks the lines of a cell, and cuts what is too tall.
func wrapped(lines []string, width int) []string {
	var all []string
	for _, line := range lines {
		all = append(all, wrap(line, width)...)
	}
	if len(all) > tallest {
		all = append(slices.Clone(all[:tallest-1]), "…")
	}
	return all
}

// rule is the line below the heads.
func rule(widths []int) string {
	var all []string
	for _, w := range widths {
		all = append(all, strings.Repeat("─", w))
	}
	return strings.Join(all, "─┼─")
}
