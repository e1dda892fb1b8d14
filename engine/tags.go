package engine

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// Tags lists the tags of the lists together, the most used first, each with the
// number of rows that its smart list shows.
func (e *Engine) Tags(ctx context.Context) ([]store.TagCount, error) {
	counts := map[string]*store.TagCount{}
	err := e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		for _, set := range sets {
			tags, err := r.Tags(set.Key)
			if err != nil {
				return err
			}
			for _, t := range tags {
				add(counts, t)
			}
		}
		return nil
	})
	var all []store.TagCount
	for _, t := range counts {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b store.TagCount) int {
		if a.Open != b.Open {
			return b.Open - a.Open
		}
		return strings.Compare(a.Tag, b.Tag)
	})
	return all, err
}

// add counts tags that differ only in case as one.
func add(counts map[string]*store.TagCount, t store.TagCount) {
	if known, there := counts[store.Fold(t.Tag)]; there {
		known.Open += t.Open
		return
	}
	counts[store.Fold(t.Tag)] = &t
}
