package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// json writes a value as machine-readable output, which is free of terminal control sequences,
// too.
func (r *run) json(v any) error {
	var text strings.Builder
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(v); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return written(io.WriteString(r.env.Stdout, display.Escaped(text.String())))
}

// print writes a line of the result.
func (r *run) print(format string, args ...any) error {
	return written(fmt.Fprintln(r.env.Stdout, harmless(format, args)))
}

// jsonOr writes a value as machine-readable output, or a line for people.
func (r *run) jsonOr(v any, format string, args ...any) error {
	if r.flags.JSON {
		return r.json(v)
	}
	return r.print(format, args...)
}

// message writes a message for people to stderr.
func (r *run) message(format string, args ...any) {
	fmt.Fprintln(r.env.Stderr, harmless(format, args))
}

// attend writes a message about something that needs attention and what to do about it.
func (r *run) attend(format string, args ...any) {
	r.attention = true
	text := fmt.Sprintf(format, args...)
	r.message("%s%s", text, wording.Help(text))
}

// harmless formats a text for a terminal: text from feeds must not contain control sequences.
func harmless(format string, args []any) string {
	return display.Clean(fmt.Sprintf(format, args...))
}

func written(_ int, err error) error {
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// table writes rows with aligned columns. The first row is the heading, and very long cells
// are shortened. If there are no rows, it writes empty instead.
func (r *run) table(empty string, heading []string, rows [][]string) error {
	if len(rows) == 0 {
		r.message("%s", empty)
		return nil
	}
	for _, row := range rows {
		for i, cell := range row {
			if len(cell) > display.Longest {
				row[i] = display.Clean(display.Line(cell))
			}
		}
	}
	return r.columns(append([][]string{heading}, rows...))
}

// jsonOrTable writes a value as machine-readable output, or a table for people.
func (r *run) jsonOrTable(v any, empty string, heading []string, rows [][]string) error {
	if r.flags.JSON {
		return r.json(v)
	}
	return r.table(empty, heading, rows)
}

// inOneLine collapses white space so that a value fits into a table cell.
func inOneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// count returns a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// begun shortens a text to at most most characters, and says how many were cut off.
func begun(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end, characters, state := 0, 0, -1
	for rest := text; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if characters += utf8.RuneCountInString(cluster); characters > most {
			more := utf8.RuneCountInString(text[end:])
			return fmt.Sprintf("%s… (%s more characters; use --json for all)", text[:end], wording.Number(more))
		}
		end += len(cluster)
	}
	return text
}

// gap is the space between columns.
const gap = 2

// columns writes rows with aligned columns, without trailing spaces.
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

// columnWidths returns the widths of the widest cells. The last cell of a row does not count,
// because nothing follows it.
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

// cellWidth returns the number of terminal columns that a text takes. Most text is ASCII, for
// which the Unicode tables are not needed.
func cellWidth(s string) int {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return uniseg.StringWidth(harmless("%s", []any{s}))
		}
	}
	return len(s)
}
