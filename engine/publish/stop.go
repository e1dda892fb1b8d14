package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Stop publishes a set no more. Where remove says so, its feeds are taken away from their
// place first, the one that leads to the other before; what was not written by this set
// stays, and is an error that wraps ErrNotOurs. What subscribers were told of since and
// until is remembered, for those who read the feed again when it is published again.
func (p Publisher) Stop(ctx context.Context, t Target, remove bool, now time.Time) error {
	j := &job{Publisher: p, Target: t, now: now}
	if err := p.Store.View(ctx, func(r store.Reader) error { return j.begin(r) }); err != nil {
		return err
	}
	if remove {
		if err := j.remove(ctx); err != nil {
			return fmt.Errorf("taking the feed of %q away: %w", j.set.Name, err)
		}
	}
	return j.change(ctx, func(s *store.Set) error {
		if !remove {
			s.Publication.Left = s.Publication.Left.With(t.Address)
		}
		s.Location, s.Publication = "", s.Publication.Ended()
		return nil
	})
}

// ErrNothingThere means that there is no feed to withdraw.
var ErrNothingThere = errors.New("nothing is there")

// Withdraw removes the feed of a set, deleted or not, that stayed at an address when the set was
// published no more, and the complete one next to it. What is not the set's own feed stays, and is
// an error that wraps ErrNotOurs. A deleted set that was published there comes back unpublished.
func (p Publisher) Withdraw(ctx context.Context, set store.Set, at transport.Target, now time.Time) error {
	j := &job{Publisher: p, Target: Target{Set: set.Key, Address: at.Address}, now: now, set: set}
	j.next.Access = at.Access
	var removed bool
	for _, address := range transport.WithComplete(at.Address) {
		d := &document{address: address}
		err := j.removeOne(ctx, d)
		if errors.Is(err, ErrNotOurs) && removed {
			break // the complete feed of somebody else
		}
		if err != nil {
			return err
		}
		removed = removed || d.last != (transport.Written{})
	}
	known := slices.Contains(set.LeftFeeds(), at.Address)
	if !removed && !known {
		return fmt.Errorf("%s: %w", at.Address, ErrNothingThere)
	}
	return p.Store.Update(ctx, func(w store.Writer) error {
		all, err := store.EverySet(w)
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.Key != set.Key {
				continue
			}
			if s.Deleted && s.Publication.Address == at.Address {
				s.Location, s.Publication = "", s.Publication.Ended()
			}
			s.Publication.Left = s.Publication.Left.Without(at.Address)
			_, err = w.PutSet(s)
		}
		return err
	})
}

// remove takes the feeds away.
func (j *job) remove(ctx context.Context) error {
	p := j.known
	if err := j.removeOne(ctx, &document{address: j.Address, last: p.Last, pending: pending(p.Pending)}); err != nil || p.Complete == "" {
		return err
	}
	return j.removeOne(ctx, &document{address: p.Complete, last: p.LastComplete, pending: pending(p.PendingComplete)})
}

// removeOne takes a feed away, which is what was written last, or what was being written
// when that broke off, or the set's own feed where nobody noted that it was written.
func (j *job) removeOne(ctx context.Context, d *document) error {
	if err := j.resolve(ctx, d); err != nil {
		return err
	}
	if d.last == (transport.Written{}) {
		found, err := j.found(ctx, d)
		if err != nil || found == "" {
			return err
		}
		d.last.Hash = found
	}
	return j.Places.Remove(ctx, j.target(d), d.last)
}

// found is the hash of the set's own feed at an address, or "" where nothing is there.
func (j *job) found(ctx context.Context, d *document) (hash string, err error) {
	there, err := j.Places.Read(ctx, transport.Request{Target: j.target(d), Whole: true, Now: j.now})
	if missing(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	err = checkOurs(there.Body, d.address, j.set.FeedID)
	return there.Known.Hash, errors.Join(err, there.Body.Close())
}

// ErrGone means that the feed of a list that comes from a backup or a copy is not where it was.
// Nothing was written.
var ErrGone = errors.New("its feed is not there any more, and may have been withdrawn since this data was backed up or copied: share the list there again, or stop sharing it")

// Confirm finds out whether a set that comes from a backup or a copy is still published: its feed
// is where it was. Where it is gone, as after Stop, the error wraps ErrGone.
func (p Publisher) Confirm(ctx context.Context, t Target, now time.Time) error {
	j := &job{Publisher: p, Target: t, now: now}
	if err := p.Store.View(ctx, func(r store.Reader) error { return j.begin(r) }); err != nil || !j.known.Restored {
		return err
	}
	found, err := j.found(ctx, &document{address: j.known.Address})
	if err == nil && found == "" {
		err = ErrGone
	}
	if err != nil {
		return j.failed(ctx, fmt.Errorf("publishing %q at %s: %w", j.set.Name, j.known.Address, err))
	}
	return j.change(ctx, func(s *store.Set) error {
		s.Publication.Restored = false
		return nil
	})
}

// failed notes why a set could not be published, and what of it was. A person who just
// chose the place is told, and nothing is noted.
func (j *job) failed(ctx context.Context, why error) error {
	if j.Share != nil {
		why = errors.Join(why, j.takeBack(context.WithoutCancel(ctx)))
	}
	if ctx.Err() != nil || j.Share != nil || j.set.Key == 0 {
		return why
	}
	if errors.Is(why, errOvertaken) || errors.Is(why, ErrNotOurs) && j.oursAfterAll(ctx) {
		return j.overtaken(ctx)
	}
	err := j.change(ctx, func(s *store.Set) error {
		p := &s.Publication
		if *p != j.known {
			return errOvertaken
		}
		j.noteWritten(p)
		j.noteFailure(p, why)
		return nil
	})
	if errors.Is(err, errOvertaken) {
		return j.overtaken(ctx)
	}
	return why
}

// takeBack takes away what was written at a place that is not stored, where nothing was before:
// nobody would know that it can be read there.
func (j *job) takeBack(ctx context.Context) (err error) {
	if !j.made || j.Share == nil || j.known.Address == j.Address {
		return nil
	}
	for _, d := range slices.Backward(j.documents()) {
		if d.written && !d.found {
			err = errors.Join(err, j.Places.Remove(ctx, j.target(d), d.last))
		}
	}
	return err
}

// noteFailure notes why a publishing failed. That this computer is offline is no error: what
// was wrong before still is.
func (j *job) noteFailure(p *store.Publication, why error) {
	var trouble *transport.Error
	p.LastTry, p.Trouble = j.now, transport.Other
	if errors.As(why, &trouble) {
		p.Trouble = trouble.Trouble
	}
	if p.Trouble == transport.Offline {
		return
	}
	p.Error = why.Error()
	if p.ErrorSince.IsZero() {
		p.ErrorSince = j.now
	}
}

// noteWritten notes what of a publishing that failed was written.
func (j *job) noteWritten(p *store.Publication) {
	if !j.made {
		return
	}
	if d := j.feed(); d.written {
		p.Last = d.last
	}
	if d := j.complete; d != j.feed() && d.written {
		p.LastComplete = d.last
	}
}
