package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"crossfeed/ui/display"
)

// json writes a value as machine-readable output, which commands no terminal either.
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

// say writes a message for people.
func (r *run) say(format string, args ...any) {
	fmt.Fprintln(r.env.Stderr, harmless(format, args))
}

// attend writes a message about something that needs attention.
func (r *run) attend(format string, args ...any) {
	r.attention = true
	r.say(format, args...)
}

// harmless formats a text for a terminal: what stands in feeds must not command
// it.
func harmless(format string, args []any) string {
	return display.Clean(fmt.Sprintf(format, args...))
}

func written(_ int, err error) error {
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// table writes rows with aligned columns; the first is the heading, and of a very long
// cell the beginning is written. An empty table says so instead.
func (r *run) table(empty string, heading []string, rows [][]string) error {
	if len(rows) == 0 {
		r.say("%s", empty)
		return nil
	}
	for _, row := range rows {
		for i, cell := range row {
			if len(cell) > display.Longest {
				row[i] = display.Line(cell)
			}
		}
	}
	return r.columns(append([][]string{heading}, rows...))
}

// inOneLine makes a value fit for a cell of a table.
func inOneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
