package contentsync

import (
	"context"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// landing is a download that ended.
type landing struct {
	entry
	// answer is that for a feed, and document the feed where it is another; err is why there
	// is none, or no file.
	answer   *location.Response
	document *document
	err      error
	// file is the file as it is to be kept, and unchanged that it is as it was. bytes came.
	file      store.ContentFile
	unchanged bool
	bytes     int64
	// given tells that nothing is to be kept: somebody does not want it any more.
	given bool
}

// download is "Download the next <csx:link> in the download queue". It runs on a goroutine
// of its own.
func (r *run) download(ctx context.Context, e entry) landing {
	flight := r.flights.begin(e.Address)
	defer r.flights.end(flight)
	if e.Nested {
		return r.readFeed(ctx, e, flight)
	}
	return r.fetchFile(ctx, e, flight)
}

// land takes in what came of a download.
func (r *run) land(l landing) error {
	r.flying--
	r.report.Bytes += l.bytes
	if r.hosts.end(l.host, l.err) {
		r.feeds.forget(l.host)
		r.files.forget(l.host)
	}
	if l.Nested {
		r.feedsFlying--
		r.idle = 0
		return r.landFeed(l)
	}
	return r.landFile(l)
}

// wait waits for what is on its way, which is told to end. What comes is left for the
// next run.
func (r *run) wait() {
	for ; r.flying > 0; r.flying-- {
		l := <-r.landings
		l.close()
	}
}

// close takes away what was read.
func (l landing) close() {
	if l.document != nil {
		l.document.items.close()
	}
}

// target is where an entry lies, and how it is reached.
func (r *run) target(e entry) location.Target {
	t := location.Target{Address: e.Address, Access: r.library.Access, From: e.From, Within: r.within}
	if e.Address == r.library.Address {
		t.From = "" // a person gave it
	}
	return t
}
