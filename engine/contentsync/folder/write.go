package folder

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/location"
)

// write puts the feeds that changed in place, those that are nested in others first: a
// reader that starts at the root never finds a feed older than its item says.
func (r *run) write(ctx context.Context) error {
	var due []*feed
	for _, f := range r.feeds {
		if f.Hash == "" || f.Last.Hash != f.Hash || f.Pending != "" {
			due = append(due, f)
		}
	}
	if r.Dry {
		r.report.Feeds = len(due)
		return nil
	}
	r.told.due(len(due), 0)
	for _, f := range due {
		if err := r.writeFeed(ctx, f); err != nil {
			return errors.Join(err, r.book.write(ctx))
		}
	}
	return r.book.write(ctx)
}

func (r *run) writeFeed(ctx context.Context, f *feed) error {
	d, err := r.compose(ctx, f)
	if err != nil {
		return err
	}
	before := f.Pending
	if f.Last, err = r.found(ctx, f.Path, f.Last, f.Pending, d.hash); err == nil {
		f.Hash, f.Pending = d.hash, d.hash
		r.book.feed(f.FolderFeed)
		r.sent = true
		err = r.book.write(ctx)
	}
	if err == nil {
		err = r.put(ctx, f, d, before)
	}
	return errors.Join(err, d.Close())
}

// put puts a feed in place. before is what a run that was interrupted had announced.
func (r *run) put(ctx context.Context, f *feed, d *document, before string) error {
	written, err := r.Places.Write(ctx, location.Put{
		Target: r.target(f.Path), Body: d, Size: d.size, Hash: d.hash, Type: "application/rss+xml",
		Last: f.Last, Pending: before, Folders: true,
		Ours: r.mayTake(func(there io.Reader) error { return r.ours(d, before, there) }),
	})
	if err != nil {
		return explained(err)
	}
	f.Last, f.Pending = written, ""
	r.book.feed(f.FolderFeed)
	r.report.Feeds, r.report.Bytes = r.report.Feeds+1, r.report.Bytes+d.size
	r.told.due(0, d.size)
	r.told.wrote(f.Path, d.size)
	return nil
}
