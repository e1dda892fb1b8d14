package lists

import (
	"context"

	"crossfeed/engine/store"
)

// Hits are the rows of a list that a search through all lists has found.
type Hits struct {
	List string
	// Rows are the first ones, Found is the number of all.
	Rows  []store.Row
	Found int
}

// Search returns what a query finds in each list, in the order of their names. Of each list it
// returns at most q.Limit rows, and of all at most most. Lists beyond have only their number.
func (s *Service) Search(ctx context.Context, q store.Query, most int) ([]Hits, error) {
	var hits []Hits
	err := s.Store.View(ctx, func(r store.Reader) error {
		found, err := r.CountEach(0, q)
		if err != nil || len(found) == 0 {
			return err
		}
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		each := q.Limit
		if each == 0 {
			each = most
		}
		for _, set := range sets {
			if found[set.Key] == 0 {
				continue
			}
			h := Hits{List: set.Name, Found: found[set.Key]}
			if q.Limit = min(each, most); q.Limit > 0 {
				if h.Rows, err = r.Rows(set.Key, q); err != nil {
					return err
				}
			}
			most -= len(h.Rows)
			hits = append(hits, h)
		}
		return nil
	})
	return hits, err
}
