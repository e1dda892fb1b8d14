package transfer

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// The columns that are no fields. An outline's parent is the id of another row.
const (
	idColumn     = "id"
	ParentColumn = "parent"
)

// csvSeparators are those that spreadsheets write. The first one wins if several fit.
var csvSeparators = []rune{',', ';', '\t'}

// column is what a column of a file means.
type column struct {
	// name is the name in the file.
	name string
	// field is the name of the field, or "" for the others.
	field string
	// id and parent report whether the column has identifiers.
	id, parent bool
	// part is what of a value the column has, if it is not the whole value of its field. Without
	// a field, it is what the column says about its row.
	part part
	// entry identifies the value that the part belongs to, and types are its types, separated by
	// commas.
	entry, types string
	// raw reports whether the cells are not in the text form of the field.
	raw bool
	// skipped reports whether a person skips the column.
	skipped bool
}

func (c column) known() bool { return c.skipped || c.field != "" || c.id || c.parent || c.part != "" }

// columnOf returns what a name means for a kind. Case does not count. own reports whether the
// kind itself has a field of this name, and not only another kind.
func columnOf(k record.Kind, name string) (c column, own bool) {
	name = strings.TrimSpace(name)
	c = column{name: name, id: strings.EqualFold(name, idColumn), parent: k == record.Outline && strings.EqualFold(name, ParentColumn)}
	if c.id || c.parent {
		return c, c.parent
	}
	for _, f := range tableFields(k) {
		if strings.EqualFold(f.Name, name) {
			c.field = f.Name
			return c, true
		}
	}
	if f, err := record.Find(k, strings.ToLower(name)); err == nil && f.Form != record.Files {
		c.field = f.Name
	}
	return c, false
}

// tableFields returns the fields that a table has: all but the attached files.
func tableFields(k record.Kind) []record.Field {
	return slices.DeleteFunc(record.Fields(k), func(f record.Field) bool { return f.Form == record.Files })
}

// kindsOfTable returns the kinds that a file fits: those that know the most columns of its
// header. Of these, the kinds with the most fields of these names come first. An export of
// another program fits its kind only. begin is the beginning of the file's text
// (exchange.Text). The result is empty if the first line names no field.
func kindsOfTable(begin []byte) []record.Kind {
	line, _, _ := bytes.Cut(bytes.TrimLeft(begin, "\n"), []byte("\n"))
	if p := programOf(columnNames(line, separatorOf(line, nil))); p != nil {
		return []record.Kind{p.kind}
	}
	type fit struct {
		kind        record.Kind
		known, owns int
	}
	var fits []fit
	for _, k := range record.Kinds() {
		f := fit{kind: k}
		for _, name := range columnNames(line, separatorOf(line, nil)) {
			c, own := columnOf(k, name)
			if c.field != "" || c.parent {
				f.known++
			}
			if own {
				f.owns++
			}
		}
		fits = append(fits, f)
	}
	most := slices.MaxFunc(fits, func(a, b fit) int { return cmp.Compare(a.known, b.known) }).known
	fits = slices.DeleteFunc(fits, func(f fit) bool { return most == 0 || f.known < most })
	slices.SortStableFunc(fits, func(a, b fit) int { return cmp.Compare(b.owns, a.owns) })
	kinds := make([]record.Kind, len(fits))
	for i, f := range fits {
		kinds[i] = f.kind
	}
	return kinds
}

// separatorOf returns the separator with which a header names the most columns that the mapping
// has or some kind knows.
func separatorOf(header []byte, m Mapping) rune {
	found, most := csvSeparators[0], 0
	for _, s := range csvSeparators {
		n := 0
		names := columnNames(header, s)
		program := programOf(names)
		for _, name := range names {
			_, mapped := m.Field(name)
			if mapped || program != nil && program.columnOf(name).known() {
				n++
			} else if slices.ContainsFunc(record.Kinds(), func(k record.Kind) bool {
				c, _ := columnOf(k, name)
				return c.known()
			}) {
				n++
			}
		}
		if n > most {
			found, most = s, n
		}
	}
	if most > 0 {
		return found
	}
	most = 1 // a mapping, or the error about it, names the columns
	for _, s := range csvSeparators {
		if n := len(columnNames(header, s)); n > most {
			found, most = s, n
		}
	}
	return found
}

// columnNames returns the names in a header, or none if it is malformed.
func columnNames(header []byte, separator rune) []string {
	r := csv.NewReader(bytes.NewReader(header))
	r.Comma = separator
	all, err := r.Read()
	if err != nil || len(all) > maxColumns {
		return nil
	}
	return all
}

// columnsOf returns what the columns of a file mean for a kind, and a problem for those that mean
// nothing or the same as an earlier one. line is the line of the header.
func columnsOf(k record.Kind, from *program, line int, header []string, m Mapping) (all []column, problems []exchange.Problem) {
	const enough = 10
	var unknown, twice []exchange.Column
	seen := map[column]bool{}
	for i, name := range header {
		text, _ := exchange.UTF8(name, "")
		c, _ := columnOf(k, text)
		if from != nil {
			c = from.columnOf(text)
		}
		if as, mapped := m.columnOf(k, text); mapped {
			c = as
		}
		meaning := c
		meaning.name, meaning.raw = "", false
		switch {
		case !c.known() && c.name == "":
			c.name = fmt.Sprint(i + 1)
			unknown = append(unknown, exchange.Column{Number: i + 1})
		case !c.known():
			unknown = append(unknown, exchange.Column{Name: exchange.Shortened(c.name), Number: i + 1})
		case seen[meaning] && !c.skipped:
			twice = append(twice, exchange.Column{Name: exchange.Shortened(c.name), Number: i + 1})
			c = column{name: c.name}
		}
		seen[meaning] = true
		all = append(all, c)
	}
	report := func(columns []exchange.Column, p exchange.Problem) {
		if len(columns) == 0 {
			return
		}
		p.Line, p.More = line, max(0, len(columns)-enough)
		p.Columns = columns[:len(columns)-p.More]
		problems = append(problems, p)
	}
	own := make([]string, 0, len(tableFields(k)))
	for _, f := range tableFields(k) {
		own = append(own, f.Name)
	}
	report(unknown, exchange.Problem{Kind: exchange.UnknownColumns, Value: strings.Join(own, ", ")})
	report(twice, exchange.Problem{Kind: exchange.RepeatedColumns})
	return all, problems
}

// csvItem is an item to write.
type csvItem struct {
	// ID is the item's identifier, and Parent the one of the outline that contains it, or "".
	ID, Parent string
	Content    *item.Content
}

// writeCSV writes a table of items of a kind. Columns that are empty for all items are left out,
// except for outlines, whose few columns say what the table holds. Values are written as they
// are, even if a spreadsheet may take them for formulas, so that they can be read again.
func writeCSV(w io.Writer, k record.Kind, all []csvItem) error {
	values := make([]record.Values, len(all))
	for i, o := range all {
		values[i] = record.Read(o.Content).Values()
	}
	header := []string{idColumn}
	if k == record.Outline {
		header = append(header, ParentColumn)
	}
	var shown []string
	for _, f := range tableFields(k) {
		if k == record.Outline || f.Name == "title" || f.Name == "name" || anyHasField(values, f.Name) {
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
			row = append(row, cellText(values[i][name]))
		}
		if err := put(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// anyHasField reports whether an item has a value of a field.
func anyHasField(all []record.Values, name string) bool {
	for _, v := range all {
		if v[name] != "" {
			return true
		}
	}
	return false
}

// cellText returns a value as a table has it: with LF as its only line break.
func cellText(value string) string { return lineBreaks.Replace(value) }

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")
