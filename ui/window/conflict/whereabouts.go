package conflict

import (
	"context"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/window/place"
)

// placesOf reads where the positions of the versions of an item are, and of their
// original; none of an item that is in no outline.
func (c *Controller) placesOf(ctx context.Context, it place.Item, s *conflicts.Session) (Places, error) {
	var places []item.Place
	versions := s.Item().Versions()
	for _, candidate := range s.Candidates() {
		versions = append(versions, candidate.Version)
	}
	if s.Base().Known() {
		versions = append(versions, s.Base().Version)
	}
	seen := map[string]bool{"": true}
	add := func(p item.Place) {
		if text := conflicts.PlaceText(p); !seen[text] {
			places, seen[text] = append(places, p), true
		}
	}
	for _, v := range versions {
		add(v.Place)
	}
	for _, cell := range s.Cells() {
		if cell.Field == conflicts.Place {
			add(conflicts.ParsePlace(cell.Base))
		}
	}
	if len(places) == 0 {
		return nil, nil
	}
	found, err := c.engine.Whereabouts(ctx, it.Set, it.ID, places...)
	if err != nil {
		return nil, err
	}
	all := Places{}
	for i, p := range places {
		all[conflicts.PlaceText(p)] = found[i]
	}
	return all, nil
}
