package interactive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/display"
)

// order does what a line without a command says, and gives the field that it is
// about, or "" where it is about all.
func (d *desk) order(en *entry, line string) (string, error) {
	s := en.session
	if line == "" {
		return "", nil
	}
	if field, value, typed := strings.Cut(line, "="); typed {
		if c, known := cellNamed(s, strings.TrimSpace(field)); known {
			return c.Field, d.typed(s, c, strings.TrimSpace(value))
		}
	}
	n, err := version(s, line)
	if err == nil {
		return "", s.Take(n)
	}
	if _, number := strconv.Atoi(line); number == nil {
		return "", err
	}
	c, args, known := cellOf(s, line)
	if !known {
		return "", fmt.Errorf("%q is neither a command, nor a version, nor a field: help lists the commands; the fields are %s",
			line, strings.Join(fields(s), ", "))
	}
	return c.Field, choose(s, c, strings.Fields(args))
}

// choose does what stands behind the name of a field: one version is taken for
// it, several words are about a stretch of it.
func choose(s *session.Session, c session.Cell, args []string) error {
	switch {
	case len(args) > 1:
		return takeStretch(s, c, args)
	case strings.EqualFold(args[0], "base"):
		return takeBase(s, c)
	}
	n, err := version(s, args[0])
	if err != nil {
		return err
	}
	return s.TakeField(c.Field, n)
}

func takeBase(s *session.Session, c session.Cell) error {
	if !c.HasBase {
		return fmt.Errorf("%s has no original", c.Field)
	}
	return s.Put(c.Field, c.Base)
}

// typed puts a typed value into a field.
func (d *desk) typed(s *session.Session, c session.Cell, value string) error {
	if c.Form.Rows() {
		value = strings.ReplaceAll(value, `\n`, "\n")
	}
	if d.terminal.Understand != nil {
		understood, err := d.terminal.Understand(c.Field, value)
		if err != nil {
			return err
		}
		value = understood
	}
	return s.Put(c.Field, value)
}

// version reads the number of a version as it is shown, or its letter.
func version(s *session.Session, word string) (int, error) {
	candidates := s.Candidates()
	at := slices.IndexFunc(candidates, func(c session.Candidate) bool { return strings.EqualFold(c.Letter, word) })
	if n, err := strconv.Atoi(word); err == nil {
		at = n - 1
	}
	if at < 0 || at >= len(candidates) {
		return 0, fmt.Errorf("there is no version %s: they are 1 to %d, or A to %s", display.Clean(word), len(candidates), candidates[len(candidates)-1].Letter)
	}
	return at, nil
}

// cellOf finds the field that a line begins with, and what stands behind it.
func cellOf(s *session.Session, line string) (c session.Cell, args string, known bool) {
	words := strings.Fields(line)
	for n := len(words); n > 0; n-- {
		if c, known = cellNamed(s, strings.Join(words[:n], " ")); known {
			return c, strings.Join(words[n:], " "), true
		}
	}
	return c, "", false
}

func cellNamed(s *session.Session, name string) (session.Cell, bool) {
	cells := s.Cells()
	at := slices.IndexFunc(cells, func(c session.Cell) bool { return strings.EqualFold(c.Field, name) })
	if at < 0 {
		return session.Cell{}, false
	}
	return cells[at], true
}

func fields(s *session.Session) []string {
	var all []string
	for _, c := range s.Cells() {
		all = append(all, c.Field)
	}
	return all
}
