package grid

import "crossfeed/engine/conflicts"

// labelled is a value with the head of its column.
type labelled struct {
	label string
	lines []string
}

// values are those of a field: the original where it is known, each
// version, and the result.
func (v View) values(s *conflicts.Session, c conflicts.Cell) []labelled {
	var all []labelled
	if s.Base().Found() {
		all = append(all, labelled{"base", v.base(s, c)})
	}
	for i, candidate := range s.Candidates() {
		all = append(all, labelled{v.label(candidate), said(candidate, c, i)})
	}
	return append(all, labelled{"RESULT", result(s, c)})
}

// base is the original. It is compared with nothing.
func (v View) base(s *conflicts.Session, c conflicts.Cell) []string {
	switch {
	case !based(s):
		return []string{"deleted"}
	case !c.HasBase:
		return []string{"no original"}
	}
	c.HasBase = false
	return drawn(c, c.Base)
}

// said is what a version says about a field.
func said(candidate conflicts.Candidate, c conflicts.Cell, i int) []string {
	switch {
	case candidate.Version.Deleted:
		return []string{"deleted"}
	case candidate.Missing:
		return []string{"not kept"}
	}
	return drawn(c, c.Values[i])
}

// result is what saving will give a field.
func result(s *conflicts.Session, c conflicts.Cell) []string {
	switch {
	case c.Open, undecided(s):
		return []string{"choose…"}
	case s.Outcome().Deletes:
		return []string{"deleted"}
	}
	c.HasBase = false
	return drawn(c, c.Result)
}
