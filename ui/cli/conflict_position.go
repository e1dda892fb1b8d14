package cli

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
func (v conflictView) cells(s *conflicts.Session) []conflicts.Cell {
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
func (v conflictView) placed(s *conflicts.Session, c conflicts.Cell) conflicts.Cell {
	texts := make([]string, len(c.Values))
	for i, value := range c.Values {
		texts[i] = v.place(s, value)
	}
	c.Form, c.Values, c.Base, c.Result = record.Reference, texts, v.place(s, c.Base), v.place(s, c.Result)
	return c
}

// place returns a value of that cell in words: "Work › News, after Heise".
func (v conflictView) place(s *conflicts.Session, value string) string {
	if value == "" {
		return ""
	}
	p := conflicts.ParsePlace(value)
	at, known := v.positionOf(s, p)
	switch {
	case !known && p.Parent == "":
		return "top level"
	case !known:
		return "in " + visibleLine(p.Parent)
	}
	return positionWords(at)
}

// positionWords describes a position: "Work › News, after Heise".
func positionWords(at lists.Position) string {
	text := positionPath(at)
	switch {
	case at.Deleted.ID != "":
		return text
	case at.Before.ID != "":
		text += ", after " + spotName(at.Before)
	case at.After.ID != "":
		text += ", before " + spotName(at.After)
	}
	if at.Absent {
		text += " (its parent is missing)"
	}
	return text
}

// positionPath returns the path of a position's parents.
func positionPath(at lists.Position) string {
	if atTopLevel(at) {
		return "top level"
	}
	var titles []string
	for _, spot := range at.Path {
		titles = append(titles, spotName(spot))
	}
	if at.Deleted.ID != "" {
		titles = append(titles, spotName(at.Deleted)+" (deleted)")
	}
	return strings.Join(titles, " › ")
}

// atTopLevel reports whether a position is at the top level.
func atTopLevel(at lists.Position) bool { return len(at.Path) == 0 && at.Deleted.ID == "" }

func spotName(s lists.Spot) string {
	if title := visibleLine(s.Title); title != "" {
		return title
	}
	return visibleLine(s.ID)
}

// moves returns who moved the item where: "moved to Work by laptop, to Home by phone".
func (v conflictView) moves(s *conflicts.Session) string {
	for _, c := range s.Cells() {
		if c.Field == conflicts.Place && c.HasBase && len(c.Changed) > 0 {
			return v.movesOf(s, c)
		}
	}
	return ""
}

func (v conflictView) movesOf(s *conflicts.Session, c conflicts.Cell) string {
	var parts []string
	for _, n := range c.Changed {
		p := conflicts.ParsePlace(c.Values[n])
		to := "the top level"
		switch at, known := v.positionOf(s, p); {
		case known && !atTopLevel(at):
			to = positionPath(at)
		case !known && p.Parent != "":
			to = visibleLine(p.Parent)
		}
		parts = append(parts, "to "+to+" by "+v.who(s.Candidates()[n].Version.Top().By))
	}
	return "Moved " + strings.Join(parts, ", ") + "."
}

// orphan says that the item is below a deleted one.
func (v conflictView) orphan(s *conflicts.Session) string {
	p, title := s.Item().Winner.Place, conflictTitle(s)
	folder := visibleLine(p.Parent)
	if at, known := v.positionOf(s, p); known {
		folder = spotName(at.Deleted)
	}
	return display.Clean(wording.Orphan(folder, title))
}

// circle explains why an item was moved out of another one (SSE 0.91 §4.4.2).
func (v conflictView) circle(s *conflicts.Session) string {
	other, title := visibleLine(s.Circle()), conflictTitle(s)
	if at, known := v.positionOf(s, s.Item().Winner.Place); known {
		other = spotName(at.Cycle)
	}
	return display.Clean(wording.Circle(other, title))
}

// located looks up all positions of a resolution at once: one by one, their neighbors would be
// read for each.
func (v conflictView) located(s *conflicts.Session) conflictView {
	places := placesOf(s)
	if v.where == nil || v.at != nil || len(places) == 0 {
		return v
	}
	found, err := v.where(s.Item().ID(), places...)
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
func (v conflictView) positionOf(s *conflicts.Session, p item.Place) (lists.Position, bool) {
	if at, known := v.at[p]; known {
		return at, true
	}
	if v.where == nil {
		return lists.Position{}, false
	}
	found, err := v.where(s.Item().ID(), p)
	if err != nil {
		return lists.Position{}, false
	}
	return found[0], true
}
