package grid

import (
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// cells returns the cells of a session, with positions in words.
func (v View) cells(s *conflicts.Session) []conflicts.Cell {
	all := s.Cells()
	v = v.located(s)
	for i, c := range all {
		if c.Field == conflicts.Place {
			all[i] = v.placed(s, c)
		}
	}
	return all
}

// placed returns the cell of the position in words. Comparing sort keys letter by letter would
// be useless.
func (v View) placed(s *conflicts.Session, c conflicts.Cell) conflicts.Cell {
	texts := make([]string, len(c.Values))
	for i, value := range c.Values {
		texts[i] = v.place(s, value)
	}
	c.Form, c.Values, c.Base, c.Result = record.Reference, texts, v.place(s, c.Base), v.place(s, c.Result)
	return c
}

// place returns a value of that cell in words: "Work › News, after Heise".
func (v View) place(s *conflicts.Session, value string) string {
	if value == "" {
		return ""
	}
	p := conflicts.ParsePlace(value)
	at, known := v.positionOf(s, p)
	switch {
	case !known && p.Parent == "":
		return "top level"
	case !known:
		return "in " + inOneLine(p.Parent)
	}
	return Words(at)
}

// Words describes a position: "Work › News, after Heise".
func Words(at lists.Position) string {
	text := path(at)
	switch {
	case at.Deleted.ID != "":
		return text
	case at.Before.ID != "":
		text += ", after " + called(at.Before)
	case at.After.ID != "":
		text += ", before " + called(at.After)
	}
	if at.Absent {
		text += " (its parent is missing)"
	}
	return text
}

// path returns the path of a position's parents.
func path(at lists.Position) string {
	if out(at) {
		return "top level"
	}
	var titles []string
	for _, spot := range at.Path {
		titles = append(titles, called(spot))
	}
	if at.Deleted.ID != "" {
		titles = append(titles, called(at.Deleted)+" (deleted)")
	}
	return strings.Join(titles, " › ")
}

// out reports whether a position is at the top level.
func out(at lists.Position) bool { return len(at.Path) == 0 && at.Deleted.ID == "" }

func called(s lists.Spot) string {
	if title := inOneLine(s.Title); title != "" {
		return title
	}
	return inOneLine(s.ID)
}

// moves returns who moved the item where: "moved to Work by laptop, to Home by phone".
func (v View) moves(s *conflicts.Session) string {
	for _, c := range s.Cells() {
		if c.Field == conflicts.Place && c.HasBase && len(c.Changed) > 0 {
			return v.movesOf(s, c)
		}
	}
	return ""
}

func (v View) movesOf(s *conflicts.Session, c conflicts.Cell) string {
	var parts []string
	for _, n := range c.Changed {
		p := conflicts.ParsePlace(c.Values[n])
		to := "the top level"
		switch at, known := v.positionOf(s, p); {
		case known && !out(at):
			to = path(at)
		case !known && p.Parent != "":
			to = inOneLine(p.Parent)
		}
		parts = append(parts, "to "+to+" by "+v.Who(s.Candidates()[n].Version.Top().By))
	}
	return "Moved " + strings.Join(parts, ", ") + "."
}

// orphan says that the item is below a deleted one.
func (v View) orphan(s *conflicts.Session) string {
	p, title := s.Item().Winner.Place, Title(s)
	folder := inOneLine(p.Parent)
	if at, known := v.positionOf(s, p); known {
		folder = called(at.Deleted)
	}
	return display.Clean(wording.Orphan(folder, title))
}

// circle explains why an item was moved out of another one (SSE 0.91 §4.4.2).
func (v View) circle(s *conflicts.Session) string {
	other, title := inOneLine(s.Circle()), Title(s)
	if at, known := v.positionOf(s, s.Item().Winner.Place); known {
		other = called(at.Cycle)
	}
	return display.Clean(wording.Circle(other, title))
}

// located looks up all positions of a resolution at once: one by one, their neighbors would be
// read for each.
func (v View) located(s *conflicts.Session) View {
	places := placesOf(s)
	if v.Where == nil || v.at != nil || len(places) == 0 {
		return v
	}
	found, err := v.Where(s.Item().ID(), places...)
	if err != nil {
		return v // they are looked up one by one
	}
	v.at = make(map[item.Place]lists.Position, len(places))
	for i, at := range found {
		v.at[places[i]] = at
	}
	return v
}

// placesOf returns the positions in the cell of a resolution, and that of the winner.
func placesOf(s *conflicts.Session) []item.Place {
	for _, c := range s.Cells() {
		if c.Field == conflicts.Place {
			return cellPlaces(c, s.Item().Winner.Place)
		}
	}
	return nil
}

// cellPlaces appends the distinct positions in a cell to places.
func cellPlaces(c conflicts.Cell, places ...item.Place) []item.Place {
	seen := map[string]bool{"": true}
	for _, value := range append([]string{c.Base, c.Result}, c.Values...) {
		if !seen[value] {
			places = append(places, conflicts.ParsePlace(value))
		}
		seen[value] = true
	}
	return places
}

// positionOf describes a position of the item; the second result is false if that is not
// possible.
func (v View) positionOf(s *conflicts.Session, p item.Place) (lists.Position, bool) {
	if at, known := v.at[p]; known {
		return at, true
	}
	if v.Where == nil {
		return lists.Position{}, false
	}
	found, err := v.Where(s.Item().ID(), p)
	if err != nil {
		return lists.Position{}, false
	}
	return found[0], true
}
