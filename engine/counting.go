package engine

import (
	"context"

	"crossfeed/engine/store"
)

// Count is the number of rows of a set that the query asks for, whatever its
// limit.
func (e *Engine) Count(ctx context.Context, set string, q store.Query) (n int, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		n, err = r.CountRows(s.Key, q)
		return err
	})
	return n, err
}

// Found lists rows of a set, as Items does, and tells how many there are whatever
// the limit. What was gone through for the rows is not gone through again for
// their number.
func (e *Engine) Found(ctx context.Context, set string, q store.Query) (rows []store.Row, found int, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		if rows, err = r.Rows(s.Key, q); err != nil {
			return err
		}
		if found = len(rows); q.Limit == 0 || found < q.Limit {
			return nil
		}
		found, err = r.CountRows(s.Key, q)
		return err
	})
	return rows, found, err
}
