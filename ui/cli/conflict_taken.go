package cli

import (
	"slices"
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/cli/plain"
)

// take puts what was read into a session: what stands there already is left, what
// is as a version has it is taken from there, and anything else is typed.
func (f file) take(s *session.Session, sections []plain.Section) error {
	for _, section := range sections {
		if section.Name != deletedSection || !f.deletes {
			continue
		}
		gone, err := f.takeDeleted(s, section)
		if err != nil || gone {
			return err
		}
	}
	for _, section := range sections {
		i := slices.IndexFunc(f.cells, func(c session.Cell) bool { return c.Field == section.Name })
		if i < 0 {
			continue
		}
		if err := f.takeField(s, f.cells[i], section); err != nil {
			return err
		}
	}
	return f.valid(s, sections)
}

// takeDeleted says whether the item is deleted.
func (f file) takeDeleted(s *session.Session, section plain.Section) (bool, error) {
	switch section.Value {
	case "no":
		s.Stay()
		return false, nil
	case "yes":
		i := slices.IndexFunc(f.candidates, func(c session.Candidate) bool { return c.Version.Deleted })
		return true, s.Take(i)
	}
	return false, &plain.Error{Line: section.Line, Field: section.Name, Why: "it is yes or no"}
}

func (f file) takeField(s *session.Session, c session.Cell, section plain.Section) error {
	if byLetter(c) {
		return f.takeOther(s, c, section)
	}
	value := f.meant(c, section.Value)
	if value == c.Result && !c.Open {
		return nil
	}
	for _, candidate := range f.candidates {
		if !candidate.Version.Deleted && !candidate.Missing && c.Values[candidate.Number] == value {
			return s.TakeField(c.Field, candidate.Number)
		}
	}
	return s.Put(c.Field, value)
}

// takeOther takes what goes by the letter of a version.
func (f file) takeOther(s *session.Session, c session.Cell, section plain.Section) error {
	if section.Value == c.From && !c.Open {
		return nil
	}
	n, err := version(s, section.Value)
	if err == nil {
		err = s.TakeField(c.Field, n)
	}
	if err != nil {
		return &plain.Error{Line: section.Line, Field: section.Name, Why: "it is the letter of a version: " + err.Error()}
	}
	return nil
}

// meant is a value as somebody meant it whose editor writes line ends in its own
// way, or puts one at the end of a file: where it differs from what is known in
// nothing but these, it is that.
func (f file) meant(c session.Cell, value string) string {
	known := append([]string{c.Result}, c.Values...)
	for _, same := range []func(a, b string) bool{alike, byLines, butForTheEnd} {
		if i := slices.IndexFunc(known, func(k string) bool { return same(k, value) }); i >= 0 {
			return known[i]
		}
	}
	if !strings.Contains(strings.Join(append(known, c.Base), ""), "\r") {
		return lineFeeds(value)
	}
	return value
}

func alike(a, b string) bool { return a == b }

func byLines(a, b string) bool { return lineFeeds(a) == lineFeeds(b) }

func butForTheEnd(a, b string) bool {
	a, b = lineFeeds(a), lineFeeds(b)
	return a+"\n" == b || a == b+"\n"
}

func lineFeeds(s string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s) }

// valid refuses a value that cannot be, with the line of its field.
func (f file) valid(s *session.Session, sections []plain.Section) error {
	for _, c := range s.Cells() {
		if c.Problem == nil {
			continue
		}
		line := 0
		for _, section := range sections {
			if section.Name == c.Field {
				line = section.Line
			}
		}
		return &plain.Error{Line: line, Field: c.Field, Why: c.Problem.Error()}
	}
	return nil
}
