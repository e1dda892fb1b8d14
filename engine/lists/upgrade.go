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

// ErrNotUpgradable: a list cannot be upgraded to FeedSync 1.0. Nothing was changed.
var ErrNotUpgradable = errors.New("it cannot be upgraded")

// Upgrade permanently upgrades an RSS list from SSE 0.91 to FeedSync 1.0 (docs/protocol.md). It
// fails with ErrNotUpgradable while there is anything to resolve, and for outlines, which
// FeedSync has no order for. Every version stays in the archive; earlier edits can no longer
// be undone. Feeds that still are SSE 0.91 are refused from then on.
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

// upgradable returns why a list cannot be upgraded, or nil.
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

// upgradeItems converts every item to FeedSync. As there is nothing to resolve, versions that
// are still listed as conflicts say the same as the winners and are only kept in the archive.
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

// forgetFeeds makes the feeds of a list be read as if for the first time: that they are
// unchanged no longer means that they are in sync.
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
