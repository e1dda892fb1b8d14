package document

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/sse091"
	"crossfeed/engine/sse091/place"
)

// items are those of the document as the new one has them.
func (x *converting) items() ([]*item.Item, error) {
	items := make([]*item.Item, 0, len(x.order))
	last := (*place.Sibling)(nil)
	for _, a := range x.order {
		it, err := x.related(a.Item)
		if err != nil {
			return nil, fmt.Errorf("%s: item %q: %w", x.name, a.Item.ID(), err)
		}
		at := item.Place{}
		if x.Format == feed.OPML {
			at.Key = place.Between(last, nil, it.ID())
			last = &place.Sibling{ID: it.ID(), Key: at.Key}
		}
		it = placedAt(it, at)
		if err := x.compare(it); err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// related is an item by the rules of the new document's family.
func (x *converting) related(it *item.Item) (*item.Item, error) {
	switch was := x.doc.Dialect; {
	case feed.SameRules(x.Dialect, was):
		return it, nil
	case was == feed.SSE091:
		return sse091.ToFeedSync(it)
	}
	down, whole := sse091.FromFeedSync(it)
	if !whole {
		x.losses.add("histories that only FeedSync has", it.ID())
	}
	return down, nil
}

// placedAt is an item all of whose versions stand there.
func placedAt(it *item.Item, at item.Place) *item.Item {
	out := *it
	winner := *it.Winner
	winner.Place = at
	out.Winner, out.Conflicts = &winner, nil
	for _, c := range it.Conflicts {
		v := *c
		v.Place = at
		out.Conflicts = append(out.Conflicts, &v)
	}
	return &out
}
