package snapshot

import (
	"time"

	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
)

// Asked is what a snapshot is to show, and how.
type Asked struct {
	// Place is where the rows are from, and Search what they contain.
	Place  place.Place
	Search string
	// Now is the time, where the user is.
	Now time.Time
	// Arrangements are how a person wants places to be arranged; the others are
	// arranged as is usual for them.
	Arrangements map[place.Place]Arrangement
	// Arrangement is that of the place. Read fills it in.
	Arrangement Arrangement
	// Folded are the todos whose subtasks are not shown.
	Folded map[place.Item]bool
	// Branches are which branches of outlines are open, by the names of the lists.
	Branches map[string]outline.Branches
}

// arrangement is how the place is arranged.
func (s *Snapshot) arrangement() Arrangement {
	if a, chosen := s.Arrangements[s.Place]; chosen {
		return a
	}
	switch s.Place.Kind {
	case place.Today, place.Overdue, place.Tag:
		return Arrangement{Sort: ByDue}
	case place.Upcoming:
		return Arrangement{Sort: ByDue, Group: GroupByDue}
	case place.Deleted:
		return Arrangement{Sort: ByChange}
	}
	if l, there := s.List(s.Place.Set); there && l.Kind == "contact" {
		return Arrangement{Sort: ByTitle}
	}
	return Arrangement{}
}
