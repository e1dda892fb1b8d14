package lists

import (
	"context"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Items lists rows of a list.
func (s *Service) Items(ctx context.Context, list string, q store.Query) (rows []store.Row, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		rows, err = r.Rows(l.Key, q)
		return err
	})
	return rows, err
}

// Item reads an item.
func (s *Service) Item(ctx context.Context, list, id string) (*item.Item, error) {
	return store.ReadItem(ctx, s.Store, list, id)
}

// Row reads what lists show of an item.
func (s *Service) Row(ctx context.Context, list, id string) (row store.Row, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		row, err = r.Row(l.Key, id)
		return err
	})
	return row, err
}

// Newest lists the versions of an item that this store got last, the one first seen first, and
// how many it ever held. It lists at most so many, and fewer where they are very long.
func (s *Service) Newest(ctx context.Context, list, id string, most int) (newest []store.Archived, all int, err error) {
	const bytes = 1 << 20 // some items are that long
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		newest, all, err = r.Newest(l.Key, id, most, bytes)
		return err
	})
	return newest, all, err
}

// History lists every version of an item that this store ever held, the one
// first seen first.
func (s *Service) History(ctx context.Context, list, id string) (all []store.Archived, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		all, err = r.Versions(l.Key, id)
		if err == nil && len(all) == 0 {
			return fmt.Errorf("history of item %s: %w", id, store.ErrNoItem)
		}
		return err
	})
	return all, err
}

// Lost is what an item that is shown as a note may have been before a program that knows
// no records changed it: "" where nothing says so.
func (s *Service) Lost(ctx context.Context, list, id string) (k record.Kind, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		it, err := r.Item(l.Key, id)
		if err != nil || !record.Lacks(it.Winner) {
			return err
		}
		archived, err := r.Versions(l.Key, id)
		if err != nil {
			return err
		}
		switch o := store.OriginOf(it.Winner, archived); {
		case !o.Lost():
		case o.Record != nil:
			k = record.KindOf(o.Record.Content)
		case Makes(l.Kind):
			k = record.Kind(l.Kind)
		}
		return nil
	})
	return k, err
}

// Makes reports whether notes in a list of a kind can be made what the list is for.
func Makes(kind string) bool {
	return kind == string(record.Todo) || kind == string(record.Contact)
}
