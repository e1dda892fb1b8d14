package publish

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Stop stops publishing a list. If remove is set, it first removes its feeds, the one that
// links to the other first. What this list did not write stays, and results in an error that
// wraps ErrNotOurs. Since and until, as announced to subscribers, are remembered in case the
// list is published again.
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

// ErrNothingThere: there is no feed to withdraw.
var ErrNothingThere = errors.New("nothing is there")

// Withdraw removes the feed that a list, deleted or not, left at an address when it was no
// longer published, and the complete one next to it. What is not the list's own feed stays,
// and results in an error that wraps ErrNotOurs. A deleted list that was published there will
// be unpublished when it is restored.
func (p Publisher) Withdraw(ctx context.Context, set store.Set, at transport.Target, now time.Time) error {
	j := &job{Publisher: p, Target: Target{Set: set.Key, Address: at.Address}, now: now, set: set}
	j.next.Access = at.Access
	var removed bool
	for _, address := range transport.WithComplete(at.Address) {
		d := &document{address: address}
		err := j.removeOne(ctx, d)
		if errors.Is(err, ErrNotOurs) && removed {
			break // the complete feed belongs to somebody else
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

// remove removes the feeds.
func (j *job) remove(ctx context.Context) error {
	p := j.known
	if err := j.removeOne(ctx, &document{address: j.Address, last: p.Last, pending: pending(p.Pending)}); err != nil || p.Complete == "" {
		return err
	}
	return j.removeOne(ctx, &document{address: p.Complete, last: p.LastComplete, pending: pending(p.PendingComplete)})
}

// removeOne removes a feed if it is the one written last, the one being written when that was
// interrupted, or the list's own feed of which no writing was recorded.
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

// found returns the hash of the list's own feed at an address, or "" if there is nothing.
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

// ErrGone: the feed of a list from a backup or copy is not where it was. Nothing was written.
var ErrGone = errors.New("its feed is gone, and may have been withdrawn since this data was backed up or copied: share the list there again, or stop sharing it")

// Confirm checks whether a list from a backup or a copy is still published, that is, whether
// its feed is where it was. If the feed is gone, as after Stop, the error wraps ErrGone.
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

// failed records why a list could not be published, and what was written. If a person just
// chose the location, the error is returned and nothing is recorded.
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

// takeBack removes what was written at a location that is not saved, if there was nothing
// before: nobody would know that it can be read there.
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

// noteFailure records why publishing failed. Being offline is not recorded: an earlier error
// remains.
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

// noteWritten records which documents were written although publishing failed.
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

// Behind finds feeds of a list that an endpoint left behind next to the one at a local
// address: earlier versions of this program wrote a new file when a list was renamed, and left
// the old one. Files that cannot be read are skipped.
func (p Publisher) Behind(ctx context.Context, set store.Set, address, endpoint string, now time.Time) (left []string) {
	if address == "" || transport.KindOf(address) != transport.Local {
		return nil
	}
	folder := transport.AsFolder(filepath.Dir(address))
	names, err := p.Places.Names(ctx, transport.Target{Address: folder})
	if err != nil {
		return nil
	}
	known := append(transport.WithComplete(address), set.LeftFeeds()...)
	for _, name := range transport.OwnFeeds(endpoint, names) {
		if at := transport.Join(folder, name); !slices.Contains(known, at) && p.isOf(ctx, set, at, now) {
			left = append(left, at)
		}
	}
	return left
}

// isOf reports whether the feed of a list is at an address.
func (p Publisher) isOf(ctx context.Context, set store.Set, at string, now time.Time) bool {
	there, err := p.Places.Read(ctx, transport.Request{Target: transport.Target{Address: at}, Whole: true, Now: now})
	if err != nil {
		return false
	}
	defer there.Body.Close()
	in := bufio.NewReader(there.Body)
	if _, err := in.Peek(1); err != nil {
		return false // an empty file belongs to nobody
	}
	return checkOurs(in, at, set.FeedID) == nil
}
