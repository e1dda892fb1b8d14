package window

import (
	"context"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
)

// placesOf reads where the places of the versions of an item are, and of what they
// started from; none of an item that stands in no tree.
func placesOf(ctx context.Context, e outlineEngine, it place.Item, s *session.Session) (conflict.Places, error) {
	var places []item.Place
	versions := s.Item().Versions()
	for _, c := range s.Candidates() {
		versions = append(versions, c.Version)
	}
	if s.Base().Known() {
		versions = append(versions, s.Base().Version)
	}
	seen := map[string]bool{"": true}
	for _, v := range versions {
		if text := session.PlaceText(v.Place); !seen[text] {
			places, seen[text] = append(places, v.Place), true
		}
	}
	if len(places) == 0 {
		return nil, nil
	}
	found, err := e.Whereabouts(ctx, it.Set, it.ID, places...)
	if err != nil {
		return nil, err
	}
	all := conflict.Places{}
	for i, p := range places {
		all[session.PlaceText(p)] = found[i]
	}
	return all, nil
}

// putElsewhere goes from the settling page to the tree, and asks there where the
// item shall go.
func (w *Window) putElsewhere() {
	it := w.pages.settle.Shown().Item
	tree := place.Place{Kind: place.List, Set: it.Set}
	w.choose(tree)
	w.item, w.search = it, ""
	w.readSnapshot()
	w.readItem(it)
	w.focus(w.items.List())
	// What is queued behind the reading of the tree comes after it is shown; by then a
	// person may be somewhere else.
	w.run(func(context.Context) error { return nil }, func(error) {
		if w.now.Place == tree && w.item == it {
			w.atItems((*items.Pane).AskInto)()
		}
	})
}
