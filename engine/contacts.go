package engine

import (
	"context"

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
