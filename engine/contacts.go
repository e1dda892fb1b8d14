package engine

import (
	"context"
	"fmt"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Twin is a pair of contacts of a set that may be one.
type Twin struct {
	A, B *item.Item
	// Why they may be.
	Why []record.Reason
}

// Duplicates lists the contacts of a set that may be there twice, those that
// are most alike first.
func (e *Engine) Duplicates(ctx context.Context, set string) ([]Twin, error) {
	items := map[string]*item.Item{}
	var all []record.Candidate
	err := e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		_, err := store.Spare(r.EachItem(s.Key, func(it *item.Item) error {
			read := record.Read(it.Winner.Content)
			if !it.Winner.Deleted && read.Kind == record.Contact {
				items[it.ID()] = it
				all = append(all, record.Candidate{Key: it.ID(), Record: read})
			}
			return ctx.Err()
		}))
		return err
	})
	if err != nil {
		return nil, err
	}
	var twins []Twin
	for _, p := range record.Duplicates(all) {
		twins = append(twins, Twin{A: items[p.A], B: items[p.B], Why: p.Why})
	}
	return twins, nil
}

// Join makes one contact of two, as one edit: the first gets the values, the
// second is deleted. Where either is no longer what the user saw, it returns
// ErrChanged; ErrDeleted where it is deleted, ErrUnsettled where it has open
// conflicts, of which the values cannot know. Then nothing is changed.
func (e *Engine) Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error) {
	if keep.ID() == other.ID() {
		return nil, fmt.Errorf("joining contact %s: it is the same one: choose another", keep.ID())
	}
	return e.one(ctx, "join", set, func(w edit.Work) (*item.Item, error) {
		return w.Join(keep.Winner, other.Winner, v)
	})
}
