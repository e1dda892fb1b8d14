package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/conflicts/log"
	"crossfeed/engine/store"
)

// Decision is a settling that was saved here.
type Decision = log.Entry

// Decisions lists the decisions made here, the newest first: about one item,
// one list, or all where id or set is ""; at most limit, or all where limit is 0.
// Lists that were deleted have theirs.
func (e *Engine) Decisions(ctx context.Context, set, id string, limit int) (all []Decision, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		sets, err := everySet(r)
		if err != nil {
			return err
		}
		all, err = decisions(r, sets, set, id, limit)
		return err
	})
	return all, err
}

// decisions lists those of the lists of a name, or of all.
func decisions(r store.DecisionReader, sets []store.Set, name, id string, limit int) ([]Decision, error) {
	var all []Decision
	names := map[int64]string{}
	for _, s := range sets {
		names[s.Key] = s.Name
	}
	keys := []int64{0} // all
	if name != "" {
		if keys = named(sets, name); len(keys) == 0 {
			return nil, fmt.Errorf("%s: %w", name, store.ErrNoSet)
		}
	}
	for _, key := range keys {
		found, err := r.Decisions(key, id, limit)
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			all = append(all, Decision{Set: names[d.Set], Decision: d})
		}
	}
	slices.SortFunc(all, func(a, b Decision) int { return cmp.Compare(b.Key, a.Key) })
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all, nil
}

// named are the keys of the lists of a name: a deleted one may have had the name
// of another.
func named(sets []store.Set, name string) (keys []int64) {
	for _, s := range sets {
		if s.Name == name {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// everySet lists all sets, those that were deleted last.
func everySet(r store.SetReader) ([]store.Set, error) {
	sets, err := r.Sets()
	if err != nil {
		return nil, err
	}
	deleted, err := r.DeletedSets()
	return append(sets, deleted...), err
}
