package contentsync

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// readFeed fetches a feed, if it has changed since it was cached.
func (r *run) readFeed(ctx context.Context, e entry, f *flight) landing {
	request := transport.Request{Target: r.target(e), Whole: r.Whole, Now: r.Clock.Now(), Arrived: f.reached}
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
		l.err = ErrNeverHere
	}
	return l
}

// ErrNeverHere means that a server answered "unchanged" to an unconditional request.
var ErrNeverHere = errors.New("the server says that it is as it was, and it never was here")

// landFeed implements "If <csx:link> is nestedFeed".
func (r *run) landFeed(l landing) error {
	defer l.close()
	if l.err != nil {
		return r.fail(l)
	}
	return r.process(l)
}

// seekable returns a body that can be read again: body itself, or a copy of it.
func seekable(body io.ReadCloser) (io.ReadSeekCloser, error) {
	if s, ok := body.(io.ReadSeekCloser); ok {
		return s, nil
	}
	defer body.Close()
	buffer, err := transport.TempFolder{}.New()
	if err != nil {
		return nil, err
	}
	if _, err = io.Copy(buffer, body); err == nil {
		_, err = buffer.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, buffer.Close())
	}
	return buffer, nil
}

// landing is a finished download.
type landing struct {
	entry
	// answer is the response for a feed, and document the feed if it changed; err is why there
	// is no feed or no file.
	answer   *transport.Response
	document *document
	err      error
	// file is the file to store, and unchanged reports that it has not changed. bytes were
	// received.
	file      store.ContentFile
	unchanged bool
	bytes     int64
	// given reports that nothing is to be stored, because the file is no longer wanted.
	given bool
}

// download implements "Download the next <csx:link> in the download queue". It runs on its own
// goroutine.
func (r *run) download(ctx context.Context, e entry) landing {
	flight := r.flights.begin(e.Address)
	defer r.flights.end(flight)
	if e.Nested {
		return r.readFeed(ctx, e, flight)
	}
	return r.fetchFile(ctx, e, flight)
}

// land processes a finished download.
func (r *run) land(l landing) error {
	r.running--
	r.report.Bytes += l.bytes
	if r.hosts.end(l.host, l.err) {
		r.feeds.forget(l.host)
		r.files.forget(l.host)
	}
	if l.Nested {
		r.feedsRunning--
		r.idle = 0
		return r.landFeed(l)
	}
	return r.landFile(l)
}

// wait waits for the downloads in progress, which have been cancelled. Their results are left
// for the next run.
func (r *run) wait() {
	for ; r.running > 0; r.running-- {
		l := <-r.landings
		l.close()
	}
}

// close releases the document.
func (l landing) close() {
	if l.document != nil {
		l.document.items.close()
	}
}

// target returns the address of an entry, and how to access it.
func (r *run) target(e entry) transport.Target {
	t := transport.Target{Address: e.Address, Access: r.library.Access, From: e.From, Within: r.within}
	if e.Address == r.library.Address {
		t.From = "" // a person entered it
	}
	return t
}
