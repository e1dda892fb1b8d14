package transfer

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// Mapping says what columns of a table mean, by their names, whose case does not count: a field,
// "id", "parent" for outlines, or "" to skip the column. Other columns mean what their names say.
// Several columns may have the values of one field if that has several, or is a text.
type Mapping map[string]string

// Column is a column of a table.
type Column struct {
	Name string
	// Field is the field that the name means: one of the kind's, "id" or "parent", or "" if it
	// means none. Used is set if it means something else, as the columns do that say what a row
	// of a Todoist export is.
	Field string
	Used  bool
	// First are the first values.
	First []string
}

// The table's beginning in which Columns looks for values, and how many it returns.
const (
	columnsRead  = 64 << 10
	columnValues = 3
)

// Columns returns the columns of a table, and what their names mean for a kind.
func Columns(in io.Reader, k record.Kind) ([]Column, error) {
	text, err := io.ReadAll(io.LimitReader(exchange.Text(in), columnsRead))
	if err != nil {
		return nil, fmt.Errorf("reading the columns: %w", err)
	}
	header, _, _ := bytes.Cut(bytes.TrimLeft(text, "\n"), []byte("\n"))
	rows := csv.NewReader(bytes.NewReader(text))
	rows.Comma, rows.FieldsPerRecord, rows.LazyQuotes = separatorOf(header, nil), -1, true
	names, err := rows.Read()
	if err != nil || len(names) > maxColumns {
		return nil, ErrNoColumns
	}
	meanings, _ := columnsOf(k, programFor(k, names), 1, names, nil)
	all := make([]Column, len(names))
	for i, c := range meanings {
		all[i] = Column{Name: c.name, Field: c.field, Used: c.field == "" && c.part != ""}
		switch {
		case c.id:
			all[i].Field = idColumn
		case c.parent:
			all[i].Field = ParentColumn
		}
	}
	for {
		cells, err := rows.Read()
		if err != nil { // the end of the text, which may be within a row
			return all, nil
		}
		for i, cell := range cells[:min(len(cells), len(all))] {
			if value, _ := exchange.UTF8(strings.TrimSpace(cell), ""); value != "" && len(all[i].First) < columnValues {
				all[i].First = append(all[i].First, strings.Clone(value))
			}
		}
	}
}

// Fields returns what the columns of a table can mean for a kind.
func Fields(k record.Kind) []string {
	var names []string
	for _, f := range tableFields(k) {
		if f.Form != record.Reference && f.Form != record.Order {
			names = append(names, f.Name)
		}
	}
	if k == record.Outline {
		names = append(names, ParentColumn)
	}
	return append(names, idColumn)
}

// plan implements planner for tables.
func (m Mapping) plan(ctx context.Context, r Reader, set int64, kind record.Kind, in io.Reader) ([]Planned, []exchange.Problem, error) {
	return planTable(ctx, r, set, kind, m, in)
}

// Field returns the field for a column, and whether the mapping has the column.
func (m Mapping) Field(column string) (field string, mapped bool) {
	for name, field := range m {
		if sameColumn(name, column) {
			return field, true
		}
	}
	return "", false
}

func sameColumn(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// columnOf returns what a mapped column means for a kind.
func (m Mapping) columnOf(k record.Kind, name string) (c column, mapped bool) {
	field, mapped := m.Field(name)
	c = column{name: strings.TrimSpace(name), raw: true, skipped: mapped && field == ""}
	switch f, err := record.Find(k, field); {
	case field == idColumn:
		c.id = true
	case field == ParentColumn && k == record.Outline:
		c.parent = true
	case err == nil:
		c.field = f.Name
		switch f.Form {
		case record.Entries:
			c.part, c.entry = valuePart, c.name
		case record.Words:
			c.part, c.entry = tagsPart, c.name
		case record.Addresses, record.Text:
			c.entry = c.name
		}
	}
	return c, mapped
}

// check reports a field that the kind does not have, or a column that the header does not have.
func (m Mapping) check(k record.Kind, header []string) error {
	for name, field := range m {
		if field != "" && field != idColumn && (field != ParentColumn || k != record.Outline) {
			f, err := record.Find(k, field)
			if err != nil {
				return err
			}
			if f.Form == record.Files {
				return &record.FieldError{Kind: k, Name: field}
			}
		}
		if !slices.ContainsFunc(header, func(column string) bool { return sameColumn(name, column) }) {
			return &ColumnError{Name: name, Columns: header}
		}
	}
	return nil
}

// ColumnError means that a table has no column of a name in a Mapping.
type ColumnError struct {
	Name    string
	Columns []string
}

func (e *ColumnError) Error() string {
	return fmt.Sprintf("it has no column %q; its columns are %s", e.Name, strings.Join(e.Columns, ", "))
}
