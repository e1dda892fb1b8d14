package plain

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Error says what in a text cannot be read: in which line, and about which field,
// or "".
type Error struct {
	Line  int
	Field string
	Why   string
}

func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Why)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, e.Field, e.Why)
}

// Read reads the sections of those names, in any order but for the last, which
// stands last. marks are lines that may not be left. Errors are *Error.
func Read(text string, names []string, marks []string) ([]Section, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if !utf8.ValidString(text) {
		valid, _, _ := strings.Cut(strings.ToValidUTF8(text, "\x00"), "\x00")
		return nil, &Error{Line: 1 + strings.Count(valid, "\n"), Why: "it is not in UTF-8: save it so"}
	}
	r := reading{names: names, marks: marks}
	for i, line := range strings.SplitAfter(text, "\n") {
		if err := r.line(i+1, line); err != nil {
			return nil, err
		}
	}
	return r.end(1 + strings.Count(text, "\n"))
}

// reading is a text that is being read.
type reading struct {
	names, marks []string
	sections     []Section
}

// line takes one line in, with its end.
func (r *reading) line(number int, line string) error {
	if slices.Contains(r.marks, strings.TrimRight(line, "\r\n")) {
		return &Error{number, r.field(), "still to choose: leave what is right, and take the lines that begin with <<<, === and >>> out"}
	}
	if !r.last() {
		if name, heads := heading(strings.TrimRight(line, "\n")); heads {
			return r.begin(number, name)
		}
		line = strings.TrimPrefix(line, `\`)
	}
	switch {
	case len(r.sections) > 0:
		r.sections[len(r.sections)-1].Value += line
	case strings.TrimSpace(line) != "":
		return &Error{number, "", "it stands before the first field: a field begins with a line such as === " + r.names[0] + " ==="}
	}
	return nil
}

// field is the name of the section that is being read.
func (r *reading) field() string {
	if len(r.sections) == 0 {
		return ""
	}
	return r.sections[len(r.sections)-1].Name
}

// last tells that the last section is being read, which has no headings.
func (r *reading) last() bool { return r.field() == r.names[len(r.names)-1] }

func (r *reading) begin(number int, name string) error {
	switch {
	case !slices.Contains(r.names, name):
		return &Error{number, name, "there is no such field here: the fields are " + strings.Join(r.names, ", ")}
	case slices.ContainsFunc(r.sections, func(s Section) bool { return s.Name == name }):
		return &Error{number, name, "it stands there twice"}
	}
	r.sections = append(r.sections, Section{Name: name, Line: number})
	return nil
}

// end checks that nothing is missing, and takes away what does not count.
func (r *reading) end(line int) ([]Section, error) {
	for _, name := range r.names {
		if !slices.ContainsFunc(r.sections, func(s Section) bool { return s.Name == name }) {
			return nil, &Error{line, name, "its heading === " + name + " === is missing: leave a field empty to take its value away"}
		}
	}
	for i := range r.sections {
		s := &r.sections[i]
		if i < len(r.sections)-1 {
			s.Value = strings.Trim(strings.ReplaceAll(s.Value, "\r\n", "\n"), "\n")
		} else {
			s.Value = strings.TrimSuffix(strings.TrimSuffix(s.Value, "\n"), "\r")
		}
	}
	return r.sections, nil
}
