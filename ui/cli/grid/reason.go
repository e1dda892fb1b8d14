package grid

import (
	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
)

// note says why a field's result is what it is.
func (v View) note(s *conflicts.Session, c conflicts.Cell) string {
	if c.Alike && (!c.Chosen || c.From != "") {
		return ""
	}
	why, state := v.reason(s, c), v.state(s, c)
	if why == "" || state == "" {
		return why + state
	}
	return why + ": " + state
}

func (v View) reason(s *conflicts.Session, c conflicts.Cell) string {
	who := v.numbered(s, c.Changed)
	if c.Field == conflicts.Place && s.Situation() == conflicts.Orphaned {
		return "keep it in " + c.Values[0] + ", or move it to " + c.Base
	}
	switch c.Reason {
	case merge.OneSided:
		return "only " + who + " changed it"
	case merge.SameChange:
		return who + " changed it alike"
	case merge.United:
		return "what " + who + " changed fits together"
	case merge.Merged:
		return who + " changed it in different places"
	case merge.Collision:
		return who + " changed it differently"
	case merge.NoBase:
		return "they differ, and there is no original"
	case merge.Follows:
		return "it never conflicts by itself, and stays with the winner"
	}
	return ""
}

// state says who put the result there.
func (v View) state(s *conflicts.Session, c conflicts.Cell) string {
	switch {
	case s.Outcome().Deletes:
		return ""
	case c.Open:
		return "choose"
	case c.Problem != nil:
		return "cannot be saved: " + inOneLine(c.Problem.Error())
	case len(c.Parts) > 0 && !c.Proposed:
		return "you put it together from " + and(c.Parts)
	case c.Chosen && c.From != "":
		return "you took that of " + c.From
	case c.Chosen && c.HasBase && c.Result == c.Base:
		return "you took that of the base"
	case c.Chosen:
		return "you typed it"
	case c.Proposed && c.Reason != merge.Follows && c.Reason != merge.Alike:
		return "proposed"
	}
	return ""
}

// numbered names candidates by their letters.
func (v View) numbered(s *conflicts.Session, numbers []int) string {
	candidates := s.Candidates()
	var names []string
	for _, n := range numbers {
		if n >= 0 && n < len(candidates) {
			names = append(names, candidates[n].Letter)
		}
	}
	return and(names)
}
