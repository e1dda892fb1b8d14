package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
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

// zone returns the user's time zone.
func (r *run) zone() *time.Location {
	if r.env.Zone == nil {
		return time.Local
	}
	return r.env.Zone
}

// present returns the current time in the user's time zone.
func (r *run) present() time.Time { return r.clock().Now().In(r.zone()) }

// people returns a function that names devices, and calls this one "you".
func (r *run) people(e *engine.Engine) (func(by string) string, error) {
	book, err := e.Names.Book(r.ctx)
	if err != nil {
		return nil, err
	}
	return func(by string) string { return inOneLine(book.English(by)) }, nil
}

// speaker returns who words the resolution log, as in the window.
func (r *run) speaker(e *engine.Engine) (wording.Speaker, error) {
	names, err := e.Names.Book(r.ctx)
	if err != nil {
		return wording.Speaker{}, err
	}
	book := &wording.Book{}
	book.Put(names)
	return wording.Speaker{Now: r.present, Zone: r.zone(), Book: book}, nil
}

// view returns the settings for rendering a resolution in this terminal.
func (r *run) view(e *engine.Engine) (conflictView, error) {
	person, err := r.people(e)
	return conflictView{width: r.width(), now: r.present(), person: person}, err
}

// width returns the width of the terminal, from COLUMNS or the system.
func (r *run) width() int {
	const usual, least = 100, 20
	n, err := strconv.Atoi(r.env.Getenv("COLUMNS"))
	if err != nil && r.env.Columns != nil {
		n = r.env.Columns()
	}
	if n < least {
		return usual
	}
	return n
}

// lines writes lines of the result.
func (r *run) lines(all []string) error {
	for _, line := range all {
		if err := r.print("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// parseValues replaces typed values by stored ones: a date in words by the date, and the file
// name of a picture by the picture.
func (r *run) parseValues(values record.Values) error {
	for _, name := range []string{"due", "start"} {
		if d, ok := quickadd.Date(values[name], r.now()); ok {
			values[name] = d.String()
		}
	}
	file, named := strings.CutPrefix(values["picture"], "@")
	if !named {
		return nil
	}
	uri, err := r.picture(file)
	if err != nil {
		return fmt.Errorf("--field picture=@%s: %w", file, err)
	}
	values["picture"] = uri
	return nil
}

// picture reads a picture from a file and scales it down. A file that is not a picture is
// misuse.
func (r *run) picture(file string) (uri string, err error) {
	in, err := r.env.Files.Open(file)
	if err != nil {
		return "", err
	}
	uri, err = record.ShrinkPicture(in)
	if errors.Is(err, record.ErrNoPicture) || errors.Is(err, record.ErrPictureTooLarge) {
		err = misuse("%w", err)
	}
	return uri, errors.Join(err, in.Close())
}

// now returns the time and language in which a person types.
func (r *run) now() quickadd.Now {
	language := cmp.Or(r.env.Getenv("LC_ALL"), r.env.Getenv("LANG"))
	now := quickadd.Now{Time: r.present(), Language: quickadd.English}
	if strings.HasPrefix(language, "de") {
		now.Language = quickadd.German
	}
	return now
}

// commandFor returns a command that a person can safely copy into a shell: text from feeds
// must not be interpreted there. The first argument is the name of a list.
func commandFor(command, set, id string) string {
	return fmt.Sprintf("crossfeed %s %s %s", command, quotedName(set), quoted(id))
}

// quotedName quotes the name of a list.
func quotedName(name string) string {
	if strings.ContainsAny(name, "$`\"\\!") {
		return quoted(name)
	}
	return `"` + name + `"`
}

// quoted returns an argument unchanged if it has no special meaning to a shell, else in single
// quotes.
func quoted(argument string) string {
	harms := func(c rune) bool {
		return c < utf8.RuneSelf && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-.,:/@%+=", c)
	}
	if argument != "" && !strings.ContainsFunc(argument, harms) {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}
