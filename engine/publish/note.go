package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// errOvertaken means that another process published the set meanwhile.
var errOvertaken = errors.New("another process published it meanwhile")

// announce says what is about to be written, so that it is known as ours if this ends
// half-way.
func (j *job) announce(ctx context.Context) error {
	p := j.next
	for _, d := range j.documents() {
		if err := j.resolve(ctx, d); err != nil {
			return err
		}
	}
	j.said(&p)
	p.Pending, p.PendingComplete = j.feed().hash, ""
	if j.partial != nil {
		p.PendingComplete = j.complete.hash
	}
	err := j.change(ctx, func(s *store.Set) error {
		if s.Publication != j.known {
			return errOvertaken
		}
		s.Publication = p
		return nil
	})
	if err == nil {
		j.known = p
	}
	return err
}

// resolve finds out whether what was about to be written when a former publishing broke
// off was written: only one such hash is kept.
func (j *job) resolve(ctx context.Context, d *document) error {
	if d.pending == "" || d.pending == d.hash {
		return nil
	}
	there, err := j.Places.Read(ctx, location.Request{Target: j.target(d), Known: location.Known{Hash: d.pending}, Whole: true, Now: j.now})
	var trouble *location.Error
	switch {
	case errors.As(err, &trouble) && (trouble.Trouble == location.NotFound || trouble.Trouble == location.Gone):
		return nil
	case err != nil:
		return err
	case there.Unchanged:
		d.last = location.Written{ETag: there.Known.ETag, Hash: d.pending}
	}
	if there.Body == nil {
		return nil
	}
	return there.Body.Close()
}

// said takes over what is known of the documents.
func (j *job) said(p *store.Publication) {
	f := j.feed()
	p.Last, p.Pending = f.last, f.pending
	if j.partial != nil {
		p.LastComplete, p.PendingComplete = j.complete.last, j.complete.pending
	}
}

// succeeded says what was written, and how the set is published from now on.
func (j *job) succeeded(ctx context.Context) error {
	p := j.next
	j.said(&p)
	p.LastTry, p.LastSuccess = j.now, j.now
	p.Error, p.Trouble, p.ErrorSince = "", location.Other, time.Time{}
	return j.change(ctx, func(s *store.Set) error {
		switch {
		case j.Share != nil:
			s.Location = j.Share.Location
		case s.Publication != j.known:
			return errOvertaken
		}
		s.Publication = p
		return nil
	})
}

// settled ends a publishing that had nothing to write: an error that stood is over.
func (j *job) settled(ctx context.Context) error {
	if j.known.Error == "" {
		return nil
	}
	return j.succeeded(ctx)
}

// failed notes why a set could not be published, and what of it was. A person who just
// chose the place is told, and nothing is noted.
func (j *job) failed(ctx context.Context, why error) error {
	if ctx.Err() != nil || j.Share != nil || j.set.Key == 0 {
		return why
	}
	err := j.change(ctx, func(s *store.Set) error {
		p := &s.Publication
		if *p != j.known {
			return errOvertaken
		}
		if j.made && j.known.Address == j.Address {
			last := j.known
			j.said(&last)
			p.Last, p.LastComplete = last.Last, last.LastComplete
		}
		p.LastTry, p.Error, p.Trouble = j.now, why.Error(), location.Other
		if p.ErrorSince.IsZero() {
			p.ErrorSince = j.now
		}
		var trouble *location.Error
		if errors.As(why, &trouble) {
			p.Trouble = trouble.Trouble
		}
		return nil
	})
	if errors.Is(err, errOvertaken) {
		return err
	}
	return why
}

// change changes the set in a transaction.
func (j *job) change(ctx context.Context, change func(*store.Set) error) error {
	return j.Store.Update(ctx, func(w store.Writer) error {
		sets, err := w.Sets()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(sets, func(s store.Set) bool { return s.Key == j.Target.Set })
		if i < 0 {
			return store.ErrNoSet
		}
		if err := change(&sets[i]); err != nil {
			return err
		}
		_, err = w.PutSet(sets[i])
		return err
	})
}
