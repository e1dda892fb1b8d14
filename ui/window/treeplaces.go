package window

import (
	"context"

	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
)

// putElsewhere goes to an item in its outline, and asks there where it shall go.
func (w *Window) putElsewhere(it place.Item) {
	tree := place.Place{Kind: place.List, Set: it.Set}
	w.choose(tree)
	w.item, w.search = it, ""
	w.Reload()
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
