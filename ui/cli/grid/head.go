package grid

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/display"
)

// Head says what is in conflict, what the original is, what kind of case it is,
// and lists the versions.
func (v View) Head(s *conflicts.Session) []string {
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
func Title(s *conflicts.Session) string {
	for _, c := range s.Candidates() {
		if t := inOneLine(c.Version.Title()); t != "" {
			return t
		}
	}
	return display.Visible(s.Item().ID())
}

// situation says what kind of case it is; "" for an ordinary one.
func (v View) situation(s *conflicts.Session) string {
	switch s.Situation() {
	case conflicts.EditAgainstDeletion:
		return fmt.Sprintf("%s deleted it, %s did not: you say whether it stays.",
			v.those(s, true), v.those(s, false))
	case conflicts.OnlyVolatile:
		return "No real difference: the versions differ only in what programs write on their own. Saving confirms it."
	case conflicts.OnlyOther:
		return "The versions differ only in data that no field shows."
	case conflicts.SettledApart:
		return "This conflict was resolved differently by several people. Choose where their resolutions differ."
	case conflicts.Circle:
		return v.circle(s)
	case conflicts.Orphaned:
		return v.orphan(s)
	case conflicts.Marked:
		return "Another program marked it as one to look at, and kept no other version of it: saving confirms it."
	}
	return ""
}

// same says which versions differ in nothing that a person can see; "" where all
// do, or none.
func (v View) same(s *conflicts.Session) string {
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
func (v View) those(s *conflicts.Session, deleted bool) string {
	var names []string
	for _, c := range s.Candidates() {
		if c.Version.Deleted == deleted {
			names = append(names, c.Letter)
		}
	}
	return and(names)
}
