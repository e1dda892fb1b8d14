package grid

import (
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/wording"
)

// Outcome says what saving will do, and what must be chosen first.
func (v View) Outcome(s *conflicts.Session) []string {
	all := v.Paragraph(wording.Outcome(s.Outcome()))
	if open := s.Open(); len(open) > 0 {
		all = append(all, v.Paragraph("Still to choose: "+wording.And(Named(open))+".")...)
	}
	return all
}

// Suggested shows the suggestions for open fields, which --words accepts; of long texts only
// the hunks that they change.
func (v View) Suggested(s *conflicts.Session) (all []string) {
	open, hunks := s.Open(), map[string][]conflicts.Hunk{}
	for _, field := range open {
		hunks[field] = s.Hunks(field)
	}
	_ = s.Try(s.AcceptSuggested, func() { // without a result nothing is suggested
		left := s.Open()
		for _, c := range v.cells(s) {
			if slices.Contains(open, c.Field) && !slices.Contains(left, c.Field) {
				all = append(all, v.suggestion(c, hunks[c.Field], s.Hunks(c.Field))...)
			}
		}
	})
	if len(all) > 0 {
		all = append([]string{"", "With --words:"}, all...)
	}
	return all
}

// suggestion shows a field with its suggestion, given its hunks before and after.
func (v View) suggestion(c conflicts.Cell, before, after []conflicts.Hunk) (all []string) {
	text := c.Result
	if before != nil {
		text = ""
		for i, h := range after {
			if before[i].Open || before[i].Result != h.Result {
				text += h.Result
			}
		}
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		all = append(all, v.Entry("  "+c.Field+": ", line)...)
	}
	return all
}

// undecided reports whether a person must decide whether to keep or delete the item.
func undecided(s *conflicts.Session) bool { return slices.Contains(s.Open(), "") }

// Named returns the names of the open fields; "" stands for keeping or deleting the item.
func Named(open []string) []string {
	var all []string
	for _, field := range open {
		if field == "" {
			field = "whether to keep it"
		}
		all = append(all, field)
	}
	return all
}

// note says what became of a field and why.
func (v View) note(s *conflicts.Session, c conflicts.Cell) string {
	switch {
	case c.Alike && (!c.Chosen || c.From != ""):
		return ""
	case c.Problem != nil:
		return "cannot be saved: " + inOneLine(c.Problem.Error())
	case c.Open && c.Field == conflicts.Place && s.Situation() == conflicts.Orphaned:
		return "open: keep it in " + c.Values[0] + ", or move it to " + c.Base
	}
	return wording.Explain(c, s.Candidates())
}

// lettersOf returns the letters of candidates.
func (v View) lettersOf(s *conflicts.Session, numbers []int) []string {
	candidates := s.Candidates()
	var names []string
	for _, n := range numbers {
		if n >= 0 && n < len(candidates) {
			names = append(names, candidates[n].Letter)
		}
	}
	return names
}
