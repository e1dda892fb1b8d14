package snapshot

import (
	"context"
	"fmt"

	"crossfeed/engine"
	"crossfeed/ui/window/place"
)

// tagsShown is how many tags have a place of their own.
const tagsShown = 10

// smartKinds are the smart lists without a tag.
var smartKinds = map[place.Kind]engine.SmartKind{
	place.Today: engine.Today, place.Upcoming: engine.Upcoming, place.Overdue: engine.Overdue, place.Tag: engine.Tagged,
}

// readSmart counts the rows of the smart lists.
func (s *Snapshot) readSmart(ctx context.Context, v engine.View) error {
	s.Smart, s.Tags, s.MoreTags = map[place.Kind]int{}, nil, 0
	for _, kind := range []place.Kind{place.Today, place.Upcoming, place.Overdue} {
		rows, err := v.CountSmart(ctx, engine.Smart{Kind: smartKinds[kind]})
		if err != nil {
			return fmt.Errorf("counting the list %s: %w", smartKinds[kind], err)
		}
		s.Smart[kind] = rows
	}
	tags, err := v.Tags(ctx)
	if err != nil {
		return fmt.Errorf("reading the tags: %w", err)
	}
	for _, t := range tags {
		switch {
		case t.Open == 0:
		case len(s.Tags) < tagsShown:
			s.Tags = append(s.Tags, t)
		default:
			s.MoreTags++
		}
	}
	return nil
}

func smartRows(ctx context.Context, v engine.View, smart engine.Smart) ([]Row, error) {
	found, err := v.Smart(ctx, smart)
	if err != nil {
		return nil, fmt.Errorf("reading the list %s: %w", smart.Kind, err)
	}
	rows := make([]Row, len(found))
	for i, r := range found {
		rows[i] = Row{Set: r.Set, Row: r.Row}
	}
	return rows, nil
}
