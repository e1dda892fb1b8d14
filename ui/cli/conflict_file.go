package cli

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/cli/plain"
)

// deletedSection is the section that says whether the item is deleted; it is
// there where a version is.
const deletedSection = "deleted"

// file is how the versions of an item are written as plain texts: which sections
// they have, the long text last, and the lines around what is still to choose.
type file struct {
	cells      []session.Cell
	candidates []session.Candidate
	deletes    bool
	open       []string
	hunks      map[string][]session.Hunk
	marks      []string
}

// fileOf is the file for a session. Fields that no version has are left out.
func fileOf(s *session.Session) file {
	f := file{candidates: s.Candidates(), open: s.Open(), hunks: map[string][]session.Hunk{}}
	for _, c := range s.Cells() {
		if slices.ContainsFunc(c.Values, func(v string) bool { return v != "" }) || c.Base != "" || c.Result != "" || c.Lines {
			f.cells = append(f.cells, c)
		}
		if long(c) {
			f.hunks[c.Field] = s.Hunks(c.Field)
		}
	}
	slices.SortStableFunc(f.cells, func(a, b session.Cell) int { return last(a) - last(b) })
	f.deletes = slices.ContainsFunc(f.candidates, func(c session.Candidate) bool { return c.Version.Deleted })
	f.marks = f.markers()
	return f
}

// last orders the long text behind everything else.
func last(c session.Cell) int {
	if long(c) {
		return 1
	}
	return 0
}

// long tells whether a cell is a long text. The data that no field shows go by the
// letter of a version.
func long(c session.Cell) bool { return c.Lines && !byLetter(c) }

// byLetter tells of a cell that what it says cannot be typed: it goes by the letter of
// a version.
func byLetter(c session.Cell) bool { return c.Field == session.Other || c.Field == session.Place }

// names are those of the sections.
func (f file) names() []string {
	var all []string
	if f.deletes {
		all = append(all, deletedSection)
	}
	for _, c := range f.cells {
		all = append(all, c.Field)
	}
	return all
}

// markers are the lines around what is still to choose: one before each version,
// and one behind the last. None of them is a line of any version.
func (f file) markers() []string {
	for size := 7; ; size++ {
		all := []string{}
		for i, c := range f.candidates {
			sign := "="
			if i == 0 {
				sign = "<"
			}
			all = append(all, strings.Repeat(sign, size)+" "+label(c))
		}
		all = append(all, strings.Repeat(">", size)+" choose")
		if !f.stands(all) {
			return all
		}
	}
}

// stands tells whether one of those lines is a line of a version.
func (f file) stands(lines []string) bool {
	for _, c := range f.cells {
		for _, line := range strings.Split(strings.Join(append(c.Values, c.Base, c.Result), "\n"), "\n") {
			if slices.Contains(lines, strings.TrimRight(line, "\r")) {
				return true
			}
		}
	}
	return false
}

// label is a version's letter with its key.
func label(c session.Candidate) string { return fmt.Sprintf("%s·%d", c.Letter, c.Number+1) }

// version is what a version says.
func (f file) version(n int) string {
	return f.write(yesNo(f.candidates[n].Version.Deleted), func(c session.Cell) string {
		if byLetter(c) {
			return f.candidates[n].Letter
		}
		return c.Values[n]
	})
}

// base is what they started from.
func (f file) base(deleted bool) string {
	return f.write(yesNo(deleted), func(c session.Cell) string {
		if byLetter(c) {
			return ""
		}
		return c.Base
	})
}

// draft is the result as it stands, with every version of what is open.
func (f file) draft(deletes bool) string {
	deleted := yesNo(deletes)
	if slices.Contains(f.open, "") {
		deleted = f.choice(func(n int) string { return yesNo(f.candidates[n].Version.Deleted) })
	}
	return f.write(deleted, func(c session.Cell) string {
		switch {
		case c.Open && len(f.hunks[c.Field]) > 0:
			return f.woven(f.hunks[c.Field])
		case c.Open && byLetter(c):
			return f.choice(func(n int) string { return f.candidates[n].Letter })
		case c.Open:
			return f.choice(func(n int) string { return c.Values[n] })
		case byLetter(c):
			return c.From
		}
		return c.Result
	})
}

func (f file) write(deleted string, value func(session.Cell) string) string {
	var sections []plain.Section
	if f.deletes {
		sections = append(sections, plain.Section{Name: deletedSection, Value: deleted})
	}
	for _, c := range f.cells {
		sections = append(sections, plain.Section{Name: c.Field, Value: value(c)})
	}
	return plain.Write(sections)
}

// choice is what each version says, between the lines that mark it.
func (f file) choice(value func(int) string) string {
	var all []string
	for n := range f.candidates {
		all = append(all, f.marks[n], value(n))
	}
	return strings.Join(append(all, f.marks[len(f.marks)-1]), "\n")
}

// woven is a text of which stretches are open. The line after the last mark goes
// with the mark where the text has no line end at its end.
func (f file) woven(hunks []session.Hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		if !h.Open {
			b.WriteString(h.Result)
			continue
		}
		for n, text := range h.Texts {
			b.WriteString(f.marks[n] + "\n" + ended(text))
		}
		b.WriteString(f.marks[len(f.marks)-1] + "\n")
	}
	if end := hunks[len(hunks)-1]; end.Open && !slices.ContainsFunc(end.Texts, func(t string) bool { return strings.HasSuffix(t, "\n") }) {
		return strings.TrimSuffix(b.String(), "\n")
	}
	return b.String()
}

// ended is a text with a line end behind it.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
