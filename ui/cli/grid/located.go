package grid

import (
	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// located is the view with all places of a settling asked for at once: asked for one by
// one, what stands beside them is read for each.
func (v View) located(s *conflicts.Session) View {
	places := placesOf(s)
	if v.Where == nil || v.at != nil || len(places) == 0 {
		return v
	}
	found, err := v.Where(s.Item().ID(), places...)
	if err != nil {
		return v // each is asked for alone
	}
	v.at = make(map[item.Place]engine.Whereabouts, len(places))
	for i, at := range found {
		v.at[places[i]] = at
	}
	return v
}

// placesOf are the places that the cell of a settling shows, and that of the winner.
func placesOf(s *conflicts.Session) []item.Place {
	for _, c := range s.Cells() {
		if c.Field == conflicts.Place {
			return cellPlaces(c, s.Item().Winner.Place)
		}
	}
	return nil
}

// cellPlaces are the places in a cell after these, each once.
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

// whereabouts tells where a place of the item is, and false where nobody knows.
func (v View) whereabouts(s *conflicts.Session, p item.Place) (engine.Whereabouts, bool) {
	if at, known := v.at[p]; known {
		return at, true
	}
	if v.Where == nil {
		return engine.Whereabouts{}, false
	}
	found, err := v.Where(s.Item().ID(), p)
	if err != nil {
		return engine.Whereabouts{}, false
	}
	return found[0], true
}
