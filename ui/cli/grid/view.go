// Package grid renders a conflict as text: the versions side by side, why something is
// suggested, and what saving will do. It is pure: it turns a session into lines of a given
// width, and reads no clock and no store.
package grid

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// View configures how a conflict is rendered.
type View struct {
	// Width is the width of the terminal in columns; 0 means 80.
	Width int
	// Now is the reference for relative times; its zone is used for all times.
	Now time.Time
	// Person returns the name of an endpoint: "you" for this one. If it is nil, identifiers
	// are shown.
	Person func(by string) string
	// Keys appends the number to type for a version to its letter: "A·1".
	Keys bool
	// Remark returns an additional remark about a version; it may be nil.
	Remark func(conflicts.Candidate) string
	// Where describes positions of an item; if it is nil, identifiers are shown.
	Where func(id string, places ...item.Place) ([]lists.Position, error)
	// All also shows the fields that are the same in all versions.
	All bool

	// at caches described positions.
	at map[item.Place]lists.Position
}

// Draw renders a conflict: the versions, the original, the fields that differ, why something
// is suggested, and what saving will do.
func (v View) Draw(s *conflicts.Session) []string {
	v = v.located(s)
	all := v.Head(s)
	if fields := v.Fields(s); len(fields) > 0 {
		all = append(append(all, ""), fields...)
	}
	return append(append(all, ""), v.Outcome(s)...)
}

func (v View) width() int {
	const usual, least = 80, 20
	if v.Width <= 0 {
		return usual
	}
	return max(v.Width, least)
}

// Who returns the name of an endpoint, in one line.
func (v View) Who(by string) string {
	switch {
	case by == "":
		return "somebody"
	case v.Person == nil:
		return inOneLine(by)
	}
	return inOneLine(v.Person(by))
}

// label returns the name of a version.
func (v View) label(c conflicts.Candidate) string {
	if !v.Keys {
		return c.Letter
	}
	return c.Letter + "·" + strconv.Itoa(c.Number+1)
}

// Head returns what is in conflict, the original, the kind of conflict, and the list of
// versions.
func (v View) Head(s *conflicts.Session) []string {
	candidates := s.Candidates()
	if len(candidates) == 1 { // flagged, or in a deleted item
		what := ": marked as a conflict"
		if s.Orphaned() {
			what = ": in a deleted item"
		}
		all := v.Paragraph(Title(s) + what)
		return append(append(append(all, v.Paragraph(v.situation(s))...), ""), v.versions(candidates)...)
	}
	all := v.Paragraph(fmt.Sprintf("%s: %d conflicting versions", Title(s), len(candidates)))
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

// Title returns the shortened title of the first version that has one, in one line, or else
// the identifier of the item.
func Title(s *conflicts.Session) string {
	for _, c := range s.Candidates() {
		if t := inOneLine(c.Version.Title()); t != "" {
			return display.Clean(display.Line(t))
		}
	}
	return display.Visible(s.Item().ID())
}

// situation describes the kind of conflict; "" for an ordinary one.
func (v View) situation(s *conflicts.Session) string {
	switch kind := s.Situation(); kind {
	case conflicts.Circle:
		return v.circle(s)
	case conflicts.Orphaned:
		return v.orphan(s)
	default:
		return wording.Situation(kind)
	}
}

// same says which versions look the same to a person, or "" if all or none do.
func (v View) same(s *conflicts.Session) string {
	groups := s.Alike()
	if len(groups) < 2 {
		return ""
	}
	var all []string
	for _, g := range groups {
		if len(g) > 1 {
			all = append(all, wording.Alike(v.lettersOf(s, g)))
		}
	}
	return strings.Join(all, " ")
}

// Brief returns a value in one short line, for a table.
func Brief(c conflicts.Cell, value string) string {
	if value == "" {
		return "—"
	}
	return Shortened(strings.Join(drawn(conflicts.Cell{Form: c.Form}, value), ", "))
}

// Shortened returns a text in one line of at most 40 characters.
func Shortened(text string) string {
	const most = 40
	text = plain(strings.Join(strings.Fields(text), " "))
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// made returns who made a version and when.
func (v View) made(version *item.Version) string { return v.moment(version.Top()) }

// moment returns who made an update and when.
func (v View) moment(h item.History) string {
	if !h.When.Present() {
		return v.Who(h.By) + ", time not known"
	}
	at := h.When.Time()
	return v.Who(h.By) + ", " + at.In(v.Now.Location()).Format("2006-01-02 15:04") + ago(v.Now.Sub(at))
}

// ago returns roughly how long ago something was, or "" for the future.
func ago(past time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		long time.Duration
		name string
	}{{365 * day, "year"}, {30 * day, "month"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(past / unit.long); {
		case n == 1:
			return ", 1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf(", %d %ss ago", n, unit.name)
		}
	}
	return ""
}
