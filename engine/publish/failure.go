package publish

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

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
	var trouble *location.Error
	p.LastTry, p.Trouble = j.now, location.Other
	if errors.As(why, &trouble) {
		p.Trouble = trouble.Trouble
	}
	if p.Trouble == location.Offline {
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
