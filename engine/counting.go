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
