package lists

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
)

// ErrNotUpgradable means that a list cannot become one of FeedSync 1.0. Nothing was
// changed.
var ErrNotUpgradable = errors.New("it cannot be upgraded")

// Upgrade makes a list of RSS with SSE 0.91 one of FeedSync 1.0, once and for good
// (docs/rules.md). It is refused with ErrNotUpgradable while something is to be
// resolved, and for outlines, which FeedSync has no order for. Every version stays
// in the archive; edits from before can no longer be undone. Feeds that are still
// SSE 0.91 are refused from then on.
func (s *Service) Upgrade(ctx context.Context, name string) error {
	err := store.UpdateSet(ctx, s.Store, name, func(w store.Writer, l store.Set) error {
		if err := upgradable(w, l); err != nil {
			return err
		}
		if err := s.upgradeItems(w, l.Key); err != nil {
			return err
		}
		if err := edit.Forget(w, l.Key); err != nil {
			return err
		}
		if err := forgetFeeds(w, l.Key); err != nil {
			return err
		}
		l.Dialect = item.FeedSync10
		_, err := w.PutSet(l)
		return err
	})
	if err != nil {
		return fmt.Errorf("upgrading the list %q: %w", name, err)
	}
	return nil
}

// upgradable tells why a list cannot be upgraded.
func upgradable(r store.SetReader, s store.Set) error {
	if d := s.Dialect; d != item.SSE091 {
		return fmt.Errorf("%w: it is %s already, and only lists of SSE 0.91 are upgraded", ErrNotUpgradable, d.Name())
	}
	if s.Format.Ordered() {
		return fmt.Errorf("%w: it is an outline, and FeedSync has no order and no hierarchy", ErrNotUpgradable)
	}
	counts, err := r.Count(s.Key)
	if err != nil {
		return err
	}
	if counts.Conflicted > 0 {
		return fmt.Errorf("%w while there are conflicts (%d): resolve them first, here and wherever else the list is", ErrNotUpgradable, counts.Conflicted)
	}
	return nil
}

// upgradeItems makes every item one of FeedSync. Versions that are still listed in a list
// without anything to resolve say the same as the winners: the archive keeps them.
func (s *Service) upgradeItems(w store.Writer, set int64) error {
	seen := store.Seen{At: s.Clock.Now()}
	return w.EachItem(set, func(it *item.Item) error {
		alone := *it
		alone.Conflicts, alone.Flagged = nil, false
		next, err := sse091.ToFeedSync(&alone)
		if err != nil {
			return fmt.Errorf("item %s: %w", it.ID(), err)
		}
		return w.PutItem(set, next, seen)
	})
}

// forgetFeeds lets the feeds of a list be read as for the first time: that they are as
// they were says no more that they are in step.
func forgetFeeds(w store.Writer, set int64) error {
	all, err := w.Subscriptions(set)
	if err != nil {
		return err
	}
	for _, s := range all {
		s.Feeds = nil
		if _, err := w.PutSubscription(s); err != nil {
			return err
		}
	}
	return nil
}
