package window

import (
	"context"

	"crossfeed/engine"
	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// readItem reads an item and shows it, if it is still the chosen one then.
func (w *Window) readItem(it place.Item) {
	work.Ask(w.Seam, func(ctx context.Context) (s detail.Shown, err error) {
		err = w.Engine.View(ctx, func(v engine.View) error {
			s, err = readShown(ctx, v, it)
			return err
		})
		return s, err
	}, func(s detail.Shown, err error) {
		if it != w.item {
			return
		}
		if err != nil {
			w.Warn(err)
			return
		}
		w.showItem(s)
	})
}

func readShown(ctx context.Context, v engine.View, it place.Item) (detail.Shown, error) {
	found, err := v.Item(ctx, it.Set, it.ID)
	if err != nil {
		return detail.Shown{Item: it}, err
	}
	row, err := v.Row(ctx, it.Set, it.ID)
	if err != nil {
		return detail.Shown{Item: it}, err
	}
	s := shownOf(it, found, row)
	if s.History, s.Versions, err = v.Newest(ctx, it.Set, it.ID, detail.MostVersions); err != nil {
		return s, err
	}
	if record.Lacks(found.Winner) {
		s.Lost, err = v.Lost(ctx, it.Set, it.ID)
	}
	return s, err
}

func shownOf(it place.Item, found *item.Item, row store.Row) detail.Shown {
	return detail.Shown{
		Item: it, Version: found.Winner, Conflicts: row.Conflicts,
		Flagged: row.Flagged, Orphaned: row.Flagged && !equal.Marked(found),
	}
}

func (w *Window) showItem(s detail.Shown) {
	w.adoptPutOff(s)
	s.InTree, s.Path = w.pathOf(s.Item)
	w.detail.Show(s, w.draftOf(s.Item))
	w.showFeed()
}

func (w *Window) draftOf(it place.Item) *drafts.Draft {
	if d, there := w.Drafts.Get(drafts.Edit, it); there {
		return &d
	}
	return nil
}
