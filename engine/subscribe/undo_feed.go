package subscribe

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// UndoFeedOptions say what to undo.
type UndoFeedOptions struct {
	// Location is the location of the subscription. Set names its list; "" means every list
	// that is subscribed to it.
	Location, Set string
	// Since is the start of the period to undo; zero means the last sync that changed
	// anything.
	Since time.Time
	// Published agrees to updates of items that others may have received.
	Published bool
}

// UndoneFeed is the result of UndoFeed.
type UndoneFeed struct {
	// Left is the number of items that were restored without others having seen the change.
	Left int
	// Reverted is the number of items that got an update, which others will see.
	Reverted int
	// Refused are items that were not changed because they have conflicts.
	Refused []edit.Refused
	// Sets are the names of the affected lists.
	Sets []string
}

// FeedPublishedError means that others may have received some of the changes of a feed, and
// that the user has not agreed to updates that they will see.
type FeedPublishedError struct {
	// Items is the number of items, Published the number of those that others may have
	// received.
	Items, Published int
	// Devices is the number of other devices whose feeds the lists read.
	Devices int
}

func (e *FeedPublishedError) Error() string {
	return fmt.Sprintf("others may have received %d of %d items", e.Published, e.Items)
}

// UndoFeed undoes in one step the changes received from a subscription, and pauses it. Items
// that have not been published since are removed from the list, or restored to their previous
// version; all versions remain in the archive, and are received again when the subscription is
// resumed. Published items are reverted by updates, which Undo can undo. This requires
// o.Published; otherwise UndoFeed changes nothing and returns a *FeedPublishedError. Changes
// that this device made since are preserved.
func (e *Service) UndoFeed(ctx context.Context, o UndoFeedOptions) (u UndoneFeed, err error) {
	at, err := transport.Entered(e.Files, o.Location)
	if err != nil {
		return u, err
	}
	err = e.Edit.Do(ctx, "restore", func(t *edit.Transaction) error {
		u = UndoneFeed{}
		todo, err := feedsAt(t, at, o.Set)
		if err != nil {
			return err
		}
		seen := &FeedPublishedError{}
		devices := map[string]bool{}
		for i := range todo {
			if err := find(t, &todo[i], o.Since, e.Clock.Now()); err != nil {
				return err
			}
			seen.Items += len(todo[i].ids)
			seen.Published += len(todo[i].published)
			if err := e.devicesIn(t, todo[i].set, devices); err != nil {
				return err
			}
		}
		if seen.Devices = len(devices); seen.Published > 0 && !o.Published {
			return seen
		}
		for _, one := range todo {
			if err := takeBack(t, one, &u); err != nil {
				return err
			}
		}
		return nil
	})
	return u, err
}

// feedUndo is what to undo in one list.
type feedUndo struct {
	set store.Set
	sub store.Subscription
	in  edit.Span
	ids []string
	// published are the items that others may have received.
	published map[string]bool
}

// feedsAt returns the lists that are subscribed to a location.
func feedsAt(t *edit.Transaction, at, list string) (found []feedUndo, err error) {
	sets, err := t.Sets()
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		sub, err := subscriptionAt(t, set, at)
		if errors.Is(err, store.ErrNoSubscription) || err == nil && list != "" && set.Name != list {
			continue
		}
		if err != nil {
			return nil, err
		}
		found = append(found, feedUndo{set: set, sub: sub, published: map[string]bool{}})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: %w", at, store.ErrNoSubscription)
	}
	return found, nil
}

// find finds the changes received from a subscription. Those with a time later than now were
// received while the clock was wrong. They are in no period except the last sync, if that was
// at that time, and may have been published.
func find(t *edit.Transaction, f *feedUndo, since, now time.Time) error {
	all, err := t.ReceivedAfter(f.set.Key, 0, f.sub.Location)
	if err != nil || len(all) == 0 {
		return err
	}
	withheld, err := t.Withheld(f.set.Key)
	if err != nil {
		return err
	}
	if f.in = (edit.Span{Since: since, Until: now}); since.IsZero() {
		if f.in.Since, err = cameAt(t, f.set.Key, all[len(all)-1]); err != nil {
			return err
		}
		if f.in.Since.After(now) {
			f.in.Until = f.in.Since
		}
	}
	for _, id := range all {
		it, err := t.Item(f.set.Key, id)
		if err != nil {
			return err
		}
		versions, err := t.Versions(f.set.Key, id)
		if err != nil {
			return err
		}
		if !edit.CameIn(it, versions, f.sub.Location, f.in) {
			continue
		}
		f.ids = append(f.ids, id)
		came, err := cameAt(t, f.set.Key, id)
		if err != nil {
			return err
		}
		last := f.set.Publication.LastSuccess
		since := came.After(last) && !came.After(now)
		if f.set.Location != "" && !withheld[id] && !last.IsZero() && !since {
			f.published[id] = true
		}
	}
	return nil
}

// cameAt returns when the winner of an item was received.
func cameAt(t *edit.Transaction, set int64, id string) (time.Time, error) {
	it, err := t.Item(set, id)
	if err != nil {
		return time.Time{}, err
	}
	versions, err := t.Versions(set, id)
	winner := store.Identity(it.Winner)
	for _, a := range versions {
		if store.Identity(a.Version) == winner {
			return a.Seen.At, err
		}
	}
	return time.Time{}, err
}

// takeBack undoes the changes that a list received from a subscription, and pauses it.
func takeBack(t *edit.Transaction, f feedUndo, u *UndoneFeed) error {
	for _, id := range f.ids {
		err := t.At(f.set).TakeBack(id, f.sub.Location, f.in, f.published[id])
		var own *rules.OwnOpenError
		switch {
		case errors.Is(err, edit.ErrConflicted) || errors.As(err, &own):
			u.Refused = append(u.Refused, edit.Refused{Ref: edit.Ref{Set: f.set.Name, ID: id}, Err: err})
		case err != nil:
			return err
		case f.published[id]:
			u.Reverted++
		default:
			u.Left++
		}
	}
	u.Sets = append(u.Sets, f.set.Name)
	sub := forgotten(f.sub)
	sub.Paused = true
	_, err := t.PutSubscription(sub)
	return err
}
