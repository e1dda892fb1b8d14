package transfer

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// Limits on the resources that one table may use.
const (
	// maxRow is the maximum number of bytes of a row.
	maxRow = 4 << 20
	// maxRows is the maximum number of rows with values.
	maxRows = 200_000
	// maxColumns is the maximum number of cells of a row.
	maxColumns = exchange.MaxLines
)

// csvRow is a row of a table.
type csvRow struct {
	// Line is its first line in the file, from 1.
	Line int
	// ID is the item's identifier, and Parent the one of the outline that contains it, or "".
	ID, Parent string
	// Values are the values as written, by the names of the fields. A column that the file
	// does not have has no value. "" is an empty cell.
	Values record.Values
	// Problems lists what is wrong with the row. Bad reports whether it has no values because
	// of that.
	Problems []exchange.Problem
	Bad      bool
	// lines are the lines of the values.
	lines map[string]int
	// cells are the cells that are not in the text form of a field.
	cells []cell
}

// LineOf returns the line of a value.
func (r csvRow) LineOf(field string) int {
	if line, known := r.lines[field]; known {
		return line
	}
	return r.Line
}

func (r *csvRow) problem(line int, p exchange.Problem) {
	p.Line = line
	r.Problems = append(r.Problems, p)
}

// badRow returns a row without values.
func badRow(line int, p exchange.Problem) csvRow {
	r := csvRow{Line: line, Bad: true}
	r.problem(line, p)
	return r
}

// readCSV reads a table (RFC 4180), as spreadsheets and the programs in programs write it. It
// calls each for every row that has a value, in order, and returns the problems of the header.
// The separator is a comma, a semicolon or a tab, whichever separates the names of columns in
// the header. The error is about the file as a whole, or is the error of each.
func readCSV(r io.Reader, k record.Kind, m Mapping, each func(csvRow) error) (problems []exchange.Problem, err error) {
	in := &csvReader{rows: csvRows{in: bufio.NewReaderSize(exchange.Text(r), csvBuffer), line: 1}, parsed: bufio.NewReaderSize(nil, csvBuffer)}
	line, head, err := in.head(m)
	if err != nil {
		return nil, err
	}
	if err := m.check(k, head); err != nil {
		return nil, err
	}
	from := programFor(k, head)
	in.columns, problems = columnsOf(k, from, line, head, m)
	nested := todoistRows{each: each, times: map[string]int{}}
	if from != nil && from.nested {
		each = nested.add
	}
	for n := 0; ; {
		row, some, err := in.next(k)
		switch {
		case errors.Is(err, io.EOF):
			return problems, nested.flush()
		case err != nil:
			return nil, err
		case !some:
			continue
		}
		if n++; n > maxRows {
			return nil, &exchange.FileError{Problem: exchange.Problem{Line: row.Line, Kind: exchange.TooManyRows, Limit: maxRows}}
		}
		if err := each(row); err != nil {
			return nil, err
		}
	}
}

// csvBuffer is the size of the buffers in bytes.
const csvBuffer = 64 << 10

type csvReader struct {
	rows    csvRows
	columns []column
	parsed  *bufio.Reader
}

// head reads the header, and determines the separator.
func (r *csvReader) head(m Mapping) (line int, all []string, err error) {
	raw, err := r.rows.next()
	if err != nil {
		return 0, nil, fmt.Errorf("reading the header: %w", err)
	}
	if !raw.tooLong {
		r.rows.separator = separatorOf(raw.text, m)
		all = columnNames(raw.text, r.rows.separator)
	}
	if len(all) == 0 {
		return 0, nil, &exchange.FileError{Problem: exchange.Problem{Line: raw.line, Kind: exchange.NoHeader, Limit: maxColumns}}
	}
	return raw.line, all, nil
}

// next returns the next row, and whether it has a value.
func (r *csvReader) next(k record.Kind) (row csvRow, some bool, err error) {
	raw, err := r.rows.next()
	if err != nil {
		return csvRow{}, false, err
	}
	switch {
	case raw.tooLong:
		return badRow(raw.line, exchange.Problem{Kind: exchange.RowTooLong, N: raw.last, Limit: maxRow >> 20}), true, nil
	case raw.tooMany:
		return badRow(raw.line, exchange.Problem{Kind: exchange.TooManyCells, Limit: maxColumns}), true, nil
	}
	r.parsed.Reset(bytes.NewReader(raw.text))
	parse := csv.NewReader(r.parsed)
	parse.Comma, parse.FieldsPerRecord, parse.ReuseRecord = r.rows.separator, -1, true
	cells, err := parse.Read()
	if errors.Is(err, io.EOF) {
		return csvRow{}, false, nil
	}
	if err != nil {
		return badRow(raw.line, exchange.Problem{Kind: exchange.MisplacedQuote, N: raw.last}), true, nil
	}
	if !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
		return csvRow{}, false, nil // spreadsheets write empty rows
	}
	return r.row(k, raw.line, cells, parse), true, nil
}

// row returns the row that cells make.
func (r *csvReader) row(k record.Kind, line int, cells []string, at *csv.Reader) csvRow {
	row := csvRow{Line: line, Values: record.Values{}, lines: map[string]int{}}
	guessed := false
	for i, cell := range cells {
		if i >= len(r.columns) {
			if strings.TrimSpace(cell) != "" {
				return badRow(line, exchange.Problem{Kind: exchange.MoreCells, N: len(cells), Limit: len(r.columns)})
			}
			continue
		}
		text, other := exchange.UTF8(cell, "")
		guessed = guessed || other
		within, _ := at.FieldPos(i)
		r.put(&row, k, r.columns[i], strings.Clone(text), line+within-1)
	}
	row.assemble(k)
	if n := len(r.columns); len(cells) < n {
		row.problem(line, exchange.Problem{Kind: exchange.FewerCells, N: len(cells), Limit: n})
	}
	if guessed {
		row.problem(line, exchange.Problem{Kind: exchange.OtherEncoding})
	}
	return row
}

// put stores the text of a cell.
func (r *csvReader) put(row *csvRow, k record.Kind, c column, text string, line int) {
	switch {
	case c.id:
		row.ID = strings.TrimSpace(text)
	case c.parent:
		row.Parent = strings.TrimSpace(text)
	case c.raw:
		row.cells = append(row.cells, cell{c, strings.TrimSpace(text), line})
	case c.field != "":
		if f, err := record.Find(k, c.field); err == nil && f.Form == record.Completion {
			text = completion(text)
		}
		row.Values[c.field], row.lines[c.field] = text, line
	}
}

// completion returns the text form of true and false as spreadsheets write them, in capitals
// or in German.
func completion(text string) string {
	first, rest, more := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.ToLower(first) {
	case "true", "wahr":
		first = "true"
	case "false", "falsch":
		first = "false"
	}
	if more {
		return first + " " + rest
	}
	return first
}

// csvRows splits a file into rows. It stores at most maxRow bytes of one.
type csvRows struct {
	in *bufio.Reader
	// separator is 0 before it is known: then a quotation mark opens a value anywhere.
	separator rune
	// line is the number of the next line.
	line int
	text []byte
}

// rawCSVRow is a row as in the file, without the last line break.
type rawCSVRow struct {
	// text is valid until the next row is read.
	text []byte
	// line and last are its first and last line.
	line, last int
	// tooLong and tooMany report whether it exceeds maxRow or maxColumns.
	tooLong, tooMany bool
}

// next returns the next row that is not empty, or io.EOF.
func (r *csvRows) next() (rawCSVRow, error) {
	for {
		row, err := r.take()
		if err != nil || len(row.text) > 0 {
			return row, err
		}
	}
}

// take reads up to the line break that ends a row: one that is not within quotation marks,
// which are at the beginning of a value.
func (r *csvRows) take() (rawCSVRow, error) {
	row := rawCSVRow{line: r.line, last: r.line}
	r.text = r.text[:0]
	quoted, begins, cells := false, true, 1
	for first := true; ; first = false {
		b, err := r.in.ReadByte()
		if errors.Is(err, io.EOF) && !first {
			break
		}
		if err != nil {
			return row, err
		}
		if b == '\n' {
			r.line++
			if !quoted {
				break
			}
		} else {
			row.last = r.line
		}
		switch {
		case b == '"' && (quoted || begins || r.separator == 0):
			// A doubled mark closes the value and opens it again.
			quoted, begins = !quoted, quoted
		case rune(b) == r.separator && !quoted:
			cells++
			begins = true
		default:
			begins = false
		}
		if len(r.text) == maxRow {
			row.tooLong = true
			continue
		}
		r.text = append(r.text, b)
	}
	row.text, row.tooMany = r.text, cells > maxColumns
	return row, nil
}
