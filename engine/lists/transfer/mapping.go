package transfer

import (
	"context"
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

// plan implements planner for tables.
func (m Mapping) plan(ctx context.Context, r Reader, set int64, kind record.Kind, in io.Reader) ([]Planned, []exchange.Problem, error) {
	return planTable(ctx, r, set, kind, m, in)
}

// field returns the field for a column, and whether the mapping has the column.
func (m Mapping) field(column string) (field string, mapped bool) {
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
	field, mapped := m.field(name)
	c = column{name: strings.TrimSpace(name), raw: true, skipped: mapped && field == ""}
	switch f, err := record.Find(k, field); {
	case field == idColumn:
		c.id = true
	case field == parentColumn && k == record.Outline:
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
		if field != "" && field != idColumn && (field != parentColumn || k != record.Outline) {
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
