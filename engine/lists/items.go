package lists

import (
	"context"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Items returns rows of a list.
func (s *Service) Items(ctx context.Context, list string, q store.Query) ([]store.Row, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) ([]store.Row, error) { return r.Rows(l.Key, q) })
}

// Item reads an item.
func (s *Service) Item(ctx context.Context, list, id string) (*item.Item, error) {
	return store.ReadItem(ctx, s.Store, list, id)
}

// Row returns what lists show of an item.
func (s *Service) Row(ctx context.Context, list, id string) (store.Row, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) (store.Row, error) { return r.Row(l.Key, id) })
}

// Newest returns the versions of an item that were stored last, in the order in which they
// arrived, and the number of all its versions. It returns at most that many, and fewer if they
// are very long.
func (s *Service) Newest(ctx context.Context, list, id string, most int) (newest []store.Archived, all int, err error) {
	const bytes = 1 << 20 // some items are that long
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		newest, all, err = r.Newest(l.Key, id, most, bytes)
		return err
	})
	return newest, all, err
}

// History returns every version of an item that the store has ever had, in the order in which
// they arrived.
func (s *Service) History(ctx context.Context, list, id string) ([]store.Archived, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) ([]store.Archived, error) {
		all, err := r.Versions(l.Key, id)
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("history of item %s: %w", id, store.ErrNoItem)
		}
		return all, err
	})
}

// Lost returns what kind of record an item shown as a note may have had before a program that
// does not support records changed it, or "" if there is no sign of one.
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

// Makes reports whether notes in a list of a kind can be turned into that kind.
func Makes(kind string) bool {
	return kind == string(record.Todo) || kind == string(record.Contact)
}
