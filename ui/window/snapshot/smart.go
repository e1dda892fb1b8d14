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
