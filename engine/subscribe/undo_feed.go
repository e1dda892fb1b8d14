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

// UndoFeedOptions say what is undone.
type UndoFeedOptions struct {
	// Location is that of the subscription. Set names its list, "" is every list that is
	// subscribed to it.
	Location, Set string
	// Since is from when on; zero is what the last sync that changed something brought.
	Since time.Time
	// Published agrees to updates of what others may have received.
	Published bool
}

// UndoneFeed is what was undone of a feed.
type UndoneFeed struct {
	// Left is the number of items that are as they were before, and that nobody else saw.
	Left int
	// Reverted is the number of items that got an update that others will see.
	Reverted int
	// Refused are items that stay as they are, because they have conflicts.
	Refused []edit.Refused
	// Sets are the lists.
	Sets []string
}

// FeedPublishedError means that others may have received some of what a feed brought, and
// that nobody has agreed to updates that they will see.
type FeedPublishedError struct {
	// Items is the number of items, Published that of those that others may have.
	Items, Published int
	// Devices is the number of other devices whose feeds the lists read.
	Devices int
}

func (e *FeedPublishedError) Error() string {
	return fmt.Sprintf("others may have received %d of %d items", e.Published, e.Items)
}

// UndoFeed undoes in one step what a subscription brought, and pauses it. Items that were
// not published since leave the list, or are put back as they were; everything stays in
// the archive, and comes again when the subscription is resumed. Published ones are
// reverted by updates, which Undo takes back, once o.Published agrees to that: without it
// the error is a *FeedPublishedError, and nothing is done. What this device changed since
// stays.
func (e *Service) UndoFeed(ctx context.Context, o UndoFeedOptions) (u UndoneFeed, err error) {
	at, err := transport.Parse(o.Location)
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

// feedUndo is what is undone of one list.
type feedUndo struct {
	set store.Set
	sub store.Subscription
	in  edit.Span
	ids []string
	// published are those that others may have.
	published map[string]bool
}

// feedsAt are the lists that are subscribed to a location.
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

// find finds what a subscription brought. What came later than now came while the clock was
// wrong: it is in no span but that of the last sync, where that was then, and may have been
// published.
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

// cameAt is when the version of an item came that wins.
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

// takeBack takes back what a subscription brought to a list, and pauses it.
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
