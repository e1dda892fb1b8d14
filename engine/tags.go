package engine

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// Tags lists the tags of the lists together, the most used first, each with the
// number of rows that its smart list shows.
func (e *Engine) Tags(ctx context.Context) (all []store.TagCount, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err = r.Tags(0)
		return err
	})
	slices.SortFunc(all, func(a, b store.TagCount) int {
		if a.Open != b.Open {
			return b.Open - a.Open
		}
		return strings.Compare(a.Tag, b.Tag)
	})
	return all, err
}
