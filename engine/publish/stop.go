package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
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
		was := s.Publication
		s.Location = ""
		s.Publication = store.Publication{Until: was.Until, Ledger: was.Ledger, Begun: was.Begun}
		return nil
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
	if d.last == (location.Written{}) {
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
	there, err := j.Places.Read(ctx, location.Request{Target: j.target(d), Whole: true, Now: j.now})
	if missing(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	err = checkOurs(there.Body, d.address, j.set.FeedID)
	return there.Known.Hash, errors.Join(err, there.Body.Close())
}
