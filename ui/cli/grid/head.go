package grid

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/display"
)

// Head says what is in conflict, what the original is, what kind of case it is,
// and lists the versions.
func (v View) Head(s *session.Session) []string {
	candidates := s.Candidates()
	if len(candidates) == 1 { // marked, or in a deleted item
		what := ": to look at"
		if s.Orphaned() {
			what = ": in a deleted item"
		}
		all := v.Paragraph(Title(s) + what)
		return append(append(append(all, v.Paragraph(v.situation(s))...), ""), v.versions(candidates)...)
	}
	all := v.Paragraph(fmt.Sprintf("%s: changed in %d places", Title(s), len(candidates)))
	all = append(all, v.Paragraph(v.original(s.Base()))...)
	if s.Circle() != "" {
		all = append(all, v.Paragraph(v.circle(s))...)
	}
	if s.Orphaned() {
		all = append(all, v.Paragraph(v.orphan(s))...)
	}
	if sentence := v.moves(s); sentence != "" {
		all = append(all, v.Paragraph(sentence)...)
	}
	if sentence := v.situation(s); sentence != "" {
		all = append(all, v.Paragraph(sentence)...)
	}
	if sentence := v.same(s); sentence != "" {
		all = append(all, v.Paragraph(sentence)...)
	}
	all = append(all, "")
	return append(all, v.versions(candidates)...)
}

// Title is that of the first version that has one, in one line, or the identifier
// of the item.
func Title(s *session.Session) string {
	for _, c := range s.Candidates() {
		if t := inOneLine(c.Version.Title()); t != "" {
			return t
		}
	}
	return display.Visible(s.Item().ID())
}

// situation says what kind of case it is; "" for an ordinary one.
func (v View) situation(s *session.Session) string {
	switch s.Situation() {
	case session.EditAgainstDeletion:
		return fmt.Sprintf("%s deleted it, %s did not: you say whether it stays.",
			v.those(s, true), v.those(s, false))
	case session.OnlyVolatile:
		return "No real difference: the versions differ only in what programs write on their own. Saving confirms it."
	case session.OnlyOther:
		return "The versions differ only in data that no field shows."
	case session.SettledApart:
		return "This conflict was resolved differently by several people. Choose where their resolutions differ."
	case session.Circle:
		return v.circle(s)
	case session.Orphaned:
		return v.orphan(s)
	case session.Marked:
		return "Another program marked it as one to look at, and kept no other version of it: saving confirms it."
	}
	return ""
}

// same says which versions differ in nothing that a person can see; "" where all
// do, or none.
func (v View) same(s *session.Session) string {
	groups := s.Alike()
	if len(groups) < 2 {
		return ""
	}
	var all []string
	for _, g := range groups {
		if len(g) > 1 {
			all = append(all, v.numbered(s, g)+" say the same.")
		}
	}
	return strings.Join(all, " ")
}

// those names the versions that are deleted, or those that are not.
func (v View) those(s *session.Session, deleted bool) string {
	var names []string
	for _, c := range s.Candidates() {
		if c.Version.Deleted == deleted {
			names = append(names, c.Letter)
		}
	}
	return and(names)
}
