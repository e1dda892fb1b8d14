package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Out is an item to write.
type Out struct {
	// ID is the item's identifier, and Parent the one of the outline that contains it, or "".
	ID, Parent string
	Content    *item.Content
}

// Write writes a table of items of a kind. Columns that are empty for all items are left out,
// except for outlines, whose few columns say what the table holds. Values are written as they
// are, even if a spreadsheet may take them for formulas, so that they can be read again.
func Write(w io.Writer, k record.Kind, all []Out) error {
	values := make([]record.Values, len(all))
	for i, o := range all {
		values[i] = record.Read(o.Content).Values()
	}
	header := []string{idColumn}
	if k == record.Outline {
		header = append(header, parentColumn)
	}
	var shown []string
	for _, f := range fields(k) {
		if k == record.Outline || f.Name == "title" || f.Name == "name" || anyHas(values, f.Name) {
			shown = append(shown, f.Name)
		}
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	put := func(cells []string) error {
		if err := out.Write(cells); err != nil {
			return fmt.Errorf("writing the table: %w", err)
		}
		return nil
	}
	if err := put(append(header, shown...)); err != nil {
		return err
	}
	for i, o := range all {
		row := make([]string, 0, len(header)+len(shown))
		row = append(row, o.ID)
		if k == record.Outline {
			row = append(row, o.Parent)
		}
		for _, name := range shown {
			row = append(row, Text(values[i][name]))
		}
		if err := put(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// anyHas reports whether an item has a value of a field.
func anyHas(all []record.Values, name string) bool {
	for _, v := range all {
		if v[name] != "" {
			return true
		}
	}
	return false
}

// Text returns a value as a table has it: with LF as its only line break.
func Text(value string) string { return breaks.Replace(value) }

var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")
