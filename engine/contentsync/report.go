package contentsync

import (
	"cmp"
	"context"
	"errors"

	"crossfeed/engine/store"
)

// mostTold is how many failures a report tells one by one.
const mostTold = 100

func (r *Report) fails(w store.ContentWanted) {
	if len(r.Failed) < mostTold {
		r.Failed = append(r.Failed, w)
	}
}

// ended is the report of a run that came to its end, or to an error of the store. That it
// was cancelled is none.
func (r *run) ended(err error) (Report, error) {
	r.tell()
	if cancelled := r.ctx.Err(); cancelled != nil && (err == nil || errors.Is(err, cancelled)) {
		err, r.stopped = nil, cancelled
	}
	if err == nil {
		err = r.Store.View(context.WithoutCancel(r.ctx), r.sumUp)
	}
	return r.report, err
}

// sumUp says what is left, and why.
func (r *run) sumUp(s store.Reader) error {
	root, _, err := s.ContentFeed(r.Library, r.library.Address)
	if err != nil {
		return err
	}
	use, err := s.ContentUse(r.Library)
	r.report.Library = cmp.Or(r.library.Title, root.Title, r.library.Address)
	r.report.Waiting = use.Waiting
	if r.report.Stopped = r.stopped; r.stopped == nil && use.Waiting > 0 {
		r.report.Stopped = r.hosts.nothing()
	}
	return err
}
