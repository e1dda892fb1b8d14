package folder

import (
	"cmp"
	"context"
	"errors"
	"io"

	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
)

// besides is how many files are sent beside each other: few enough for a small server.
const besides = 3

// sent is what came of sending a file.
type sent struct {
	written location.Written
	// changed tells that the file changed meanwhile, unread that it could not be opened.
	changed, unread bool
	err             error
}

// sendAll sends files beside each other. All are waited for, so that what was sent is
// noted, and nothing is written any more once the run is over. The first failure that is
// not of its file alone ends it.
func (r *run) sendAll(ctx context.Context, some []*file) (failure error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	jobs := make([]schedule.Job[sent], len(some))
	for i, f := range some {
		jobs[i].Do = func(context.Context) sent { return r.sendFile(inner, f) }
		jobs[i].Failed = func(err error) sent { return sent{err: err} }
	}
	_ = schedule.Run(context.WithoutCancel(ctx), jobs, r.limits(), func(i int, s sent) {
		if failure != nil && s.err != nil {
			return // it was ended with the others
		}
		if err := r.noteSent(ctx, some[i], s); err != nil {
			failure = err
			stop()
		}
		r.book.file(some[i].FolderFile)
	}, nil)
	return failure
}

// limits are those of what is done beside each other.
func (r *run) limits() schedule.Limits { return schedule.Limits{AtOnce: cmp.Or(r.AtOnce, besides)} }

// sendFile puts a file in place.
func (r *run) sendFile(ctx context.Context, f *file) (s sent) {
	if s.err = ctx.Err(); s.err != nil {
		return s
	}
	opened, err := r.open(f.Path)
	if err != nil {
		return sent{unread: true, err: err}
	}
	b, err := newBody(opened, r.Spool, f.Size, f.Hash)
	if err != nil {
		return sent{err: err}
	}
	b.came = func(bytes int64) { r.told.sends(f.Path, bytes) }
	s.written, s.err = r.Places.Write(ctx, location.Put{
		Target: r.target(f.Path), Body: b, Size: f.Size, Hash: f.Hash, Type: mediaType(f.Path),
		Last: f.Last, Pending: f.before, Folders: true,
		Ours: r.mayTake(func(there io.Reader) error { return r.begun(f, there) }),
	})
	s.changed, s.err = b.changed, errors.Join(s.err, b.close())
	if s.err != nil {
		r.told.sends(f.Path, -b.counted)
	} else {
		r.told.wrote(f.Path, f.Size-b.counted)
	}
	return s
}

// noteSent takes in what came of sending a file. One that cannot be put in place is passed
// over, and what was published of it stays.
func (r *run) noteSent(ctx context.Context, f *file, s sent) error {
	switch {
	case ctx.Err() != nil && s.err != nil:
		return s.err
	case s.unread:
		r.told.pass(f.Path, plain(s.err))
		return nil
	case s.changed:
		r.told.pass(f.Path, errChanged.Error())
		return nil
	case r.ofThisFile(s.err):
		r.told.pass(f.Path, s.err.Error())
		f.Pending = ""
		return nil
	case s.err != nil:
		return s.err
	}
	f.Last, f.Pending = s.written, ""
	r.report.Files, r.report.Bytes = r.report.Files+1, r.report.Bytes+f.Size
	return nil
}
