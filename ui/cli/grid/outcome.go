package grid

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
)

// Outcome says what saving will do, and what has to be chosen before.
func (v View) Outcome(s *conflicts.Session) []string {
	o := s.Outcome()
	open := s.Open()
	what := fmt.Sprintf("Saves update %d", o.Update)
	switch {
	case o.Deletes && !undecided(s):
		what += ", which deletes it"
	case o.Confirms && len(s.Candidates()) == 1:
		what += ", which confirms it"
	case o.Confirms:
		what += ", which confirms what all say"
	}
	all := v.Paragraph(strings.TrimSpace(what + ". " + strings.TrimSpace(goes(o)+reopened(o)+unmarks(o)+restores(o))))
	if len(open) > 0 {
		all = append(all, v.Paragraph("To choose before: "+and(Named(open))+".")...)
	}
	return all
}

// unmarks says that an item that is only marked will be so no longer.
func unmarks(o conflicts.Outcome) string {
	if o.Unmarks && o.Resolved+o.Open == 0 {
		return " It is marked no longer."
	}
	return ""
}

// restores says that what the item is in is restored with it.
func restores(o conflicts.Outcome) string {
	if o.Restores && o.ToChoose == 0 {
		return " It restores what was deleted."
	}
	return ""
}

// undecided tells that it is open whether the item stays.
func undecided(s *conflicts.Session) bool { return slices.Contains(s.Open(), "") }

// reopened says what becomes of reopened versions.
func reopened(o conflicts.Outcome) string {
	text := ""
	switch {
	case o.Answered == 1:
		text += " 1 reopened version is resolved."
	case o.Answered > 1:
		text += fmt.Sprintf(" %d reopened versions are resolved.", o.Answered)
	}
	switch {
	case o.Offered == 1:
		text += " 1 reopened version stays open."
	case o.Offered > 1:
		text += fmt.Sprintf(" %d reopened versions stay open.", o.Offered)
	}
	return text
}

// goes says what becomes of the conflicts.
func goes(o conflicts.Outcome) string {
	if o.Resolved+o.Open+o.Answered+o.Offered == 0 {
		return ""
	}
	resolved := "No version goes"
	switch {
	case o.Resolved == 1:
		resolved = "1 version goes"
	case o.Resolved > 1:
		resolved = fmt.Sprintf("%d versions go", o.Resolved)
	}
	stays := "none stays open"
	switch {
	case o.Open == 1:
		stays = "1 stays open"
	case o.Open > 1:
		stays = fmt.Sprintf("%d stay open", o.Open)
	}
	return resolved + " into the history, " + stays + "."
}

// Named puts what is open into words: "" is whether the item stays.
func Named(open []string) []string {
	var all []string
	for _, field := range open {
		if field == "" {
			field = "whether it stays"
		}
		all = append(all, field)
	}
	return all
}

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
		return "you merged " + and(c.Parts)
	case c.Chosen && c.From != "":
		return "you chose " + c.From
	case c.Chosen && c.HasBase && c.Result == c.Base:
		return "you chose the original"
	case c.Chosen:
		return "you typed it"
	case c.Proposed && c.Reason != merge.Follows && c.Reason != merge.Alike:
		return "suggested"
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
