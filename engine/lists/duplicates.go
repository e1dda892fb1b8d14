package lists

import (
	"context"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Duplicate is a pair of contacts in a list that may be duplicates.
type Duplicate struct {
	A, B *item.Item
	// Why has the reasons.
	Why []record.Reason
}

// Duplicates returns the contacts of a list that may be duplicates, the most similar first.
func (s *Service) Duplicates(ctx context.Context, list string) ([]Duplicate, error) {
	items := map[string]*item.Item{}
	var all []record.Candidate
	err := store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		if c, err := r.Count(l.Key); err != nil || c.Items < 2 {
			return err // not worth reading a large one
		}
		_, err := store.Spare(r.EachItem(l.Key, func(it *item.Item) error {
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
	var duplicates []Duplicate
	for _, p := range record.Duplicates(all) {
		duplicates = append(duplicates, Duplicate{A: items[p.A], B: items[p.B], Why: p.Why})
	}
	return duplicates, nil
}
