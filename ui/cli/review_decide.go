package cli

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// decide decides about those that were chosen; what was refused before too where again is.
func (c chosenReviews) decide(r *run, what string, again bool, decide func(*engine.Engine, context.Context, ...int64) error) error {
	if (len(c.ID) > 0) == (c.Feed != "" || c.All) {
		return misuse("give identifiers of items, or --feed, or --all")
	}
	return r.with(func(e *engine.Engine) error {
		found, err := r.heldItems(e, []string{c.Set}, again)
		if err != nil {
			return err
		}
		keys, err := c.among(found)
		if err != nil {
			return err
		}
		if err := decide(e, r.ctx, keys...); err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(map[string]int{what: len(keys)})
		}
		r.say("%d %s", len(keys), what)
		return nil
	})
}

// nothingWaits says that an item is none of those that wait.
func nothingWaits(id string) error {
	return fmt.Errorf("%s: no item of this identifier is held for review, or was refused: crossfeed review list", id)
}

// among are the keys of those that were chosen. Identifiers choose what was refused as
// well; a feed and all choose what waits.
func (c chosenReviews) among(found []heldItem) ([]int64, error) {
	feed := c.Feed
	if at, err := location.Parse(feed); err == nil && feed != "" {
		feed = at
	}
	var keys []int64
	for _, s := range found {
		named := slices.Contains(c.ID, s.ID) && !isPast(s.State)
		if named || len(c.ID) == 0 && s.State == store.Waiting && (c.All || s.Feed == feed) {
			keys = append(keys, s.Key)
		}
	}
	for _, id := range c.ID {
		if !slices.ContainsFunc(found, func(s heldItem) bool { return s.ID == id && !isPast(s.State) }) {
			return nil, nothingWaits(id)
		}
	}
	return keys, nil
}
