package contentsync

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/location"
)

// readFeed fetches a feed, on the condition that it changed since it was cached.
func (r *run) readFeed(ctx context.Context, e entry, f *flight) landing {
	request := location.Request{Target: r.target(e), Whole: r.Whole, Now: r.Clock.Now(), Arrived: f.reached}
	if e.here && !r.Whole {
		request.Known = e.feed.Known
	}
	l := landing{entry: e}
	if l.answer, l.err = r.Places.Read(ctx, request); l.err != nil {
		return l
	}
	l.bytes = l.answer.Wire
	r.budget.spend(l.bytes)
	switch {
	case !l.answer.Unchanged:
		l.document, l.err = r.parse(ctx, e, l.answer)
	case !e.here:
		l.err = errNeverHere
	}
	return l
}

// errNeverHere tells of an answer that something is as it was, which nobody asked.
var errNeverHere = errors.New("the server says that it is as it was, and it never was here")

// landFeed is "If <csx:link> is nestedFeed".
func (r *run) landFeed(l landing) error {
	defer l.close()
	if l.err != nil {
		return r.fail(l)
	}
	return r.process(l)
}

// seekable is a body that can be read again: itself, or a copy of it.
func seekable(body io.ReadCloser) (io.ReadSeekCloser, error) {
	if s, ok := body.(io.ReadSeekCloser); ok {
		return s, nil
	}
	defer body.Close()
	spool, err := location.TempSpool{}.New()
	if err != nil {
		return nil, err
	}
	if _, err = io.Copy(spool, body); err == nil {
		_, err = spool.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, spool.Close())
	}
	return spool, nil
}
