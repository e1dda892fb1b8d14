package folder

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"

	"crossfeed/engine/fetch"
	"crossfeed/engine/transport"
)

// due are the files that are to be sent.
func (r *run) due() (all []*file) {
	blocks := r.blocking()
	r.blocked = false
	_ = r.tree.each(func(f *file) error {
		if f.kept || f.out || f.Hash == "" || f.Last.Hash == f.Hash && f.Pending == "" {
			return nil
		}
		if blocks(f.Path) {
			r.blocked = true
			return nil
		}
		all = append(all, f)
		return nil
	})
	return all
}

// blocking tells whether something that is gone from the folder and still lies at the
// address keeps a file from its place: a file where its folder is to be, or a folder where
// it is to be itself. Where the place knows no case, that is also what is only written
// otherwise, which would be taken away with the new one.
func (r *run) blocking() func(string) bool {
	files, folders := map[string]bool{}, map[string][]string{}
	for name, f := range r.state.files {
		if (!f.here || f.out) && f.Last.Hash+f.Pending != "" {
			files[alike(name)] = true
			for _, up := range around(name) {
				if like := alike(up); !slices.Contains(folders[like], up) {
					folders[like] = append(folders[like], up)
				}
			}
		}
	}
	return func(name string) bool {
		if like := alike(name); files[like] || folders[like] != nil {
			return true
		}
		return slices.ContainsFunc(around(name), func(up string) bool {
			like := alike(up)
			return files[like] || slices.ContainsFunc(folders[like], func(gone string) bool { return gone != up })
		})
	}
}

// around are the folders around a file.
func around(name string) (all []string) {
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		all = append(all, up)
	}
	return all
}

// send puts the files that changed in place. What is about to be written is noted before,
// and what was written after, for some files at a time.
func (r *run) send(ctx context.Context) error {
	if r.inPlace {
		return nil
	}
	due := r.due()
	for _, f := range due {
		r.told.due(1, f.Size)
	}
	if r.Dry {
		for _, f := range due {
			f.Last.Hash = f.Hash
			r.report.Files, r.report.Bytes = r.report.Files+1, r.report.Bytes+f.Size
		}
		return nil
	}
	for some := range slices.Chunk(due, atOnce) {
		err := r.announce(ctx, some)
		if err == nil {
			err = r.sendAll(ctx, some)
		}
		if err != nil {
			return errors.Join(err, r.book.write(ctx))
		}
	}
	return r.book.write(ctx)
}

// announce notes what is about to be written.
func (r *run) announce(ctx context.Context, some []*file) (err error) {
	for _, f := range some {
		if f.Last, err = r.found(ctx, f.Path, f.Last, f.Pending, f.Hash); err != nil {
			return err
		}
		f.before, f.Pending = f.Pending, f.Hash
		r.book.file(f.FolderFile)
	}
	r.sent = true
	return r.book.write(ctx)
}

// begun tells whether what lies there is the beginning of a file that was being written.
func (r *run) begun(f *file, there io.Reader) error {
	if f.before == "" {
		return errNotOurs
	}
	of, err := r.open(f.Path)
	if err != nil {
		return err
	}
	return errors.Join(begins(there, of), of.Close())
}

// ofThisFile tells of a failure that says nothing of other files.
func (r *run) ofThisFile(err error) bool {
	var at *transport.Error
	if !errors.As(err, &at) {
		return false
	}
	switch at.Trouble {
	case transport.SecondWriter, transport.TooLarge:
		return true
	case transport.NoWriting, transport.Forbidden: // where others were written: a folder lies there, perhaps, or its kind is not taken
		return r.report.Files > 0 || r.state.feeds[r.root()].Last.Hash != ""
	case transport.Other: // a name that is too long there
		return true
	}
	return false
}

func (r *run) target(path string) transport.Target {
	return transport.Target{Address: r.at(path), Access: r.state.record.Access}
}

// found is what was written last at a path. Where a run was interrupted while it wrote
// something else than is to be written now, that is looked for there.
func (r *run) found(ctx context.Context, path string, last transport.Written, pending, next string) (transport.Written, error) {
	if pending == "" || pending == next || pending == last.Hash {
		return last, nil
	}
	there, err := r.Places.Download(ctx, transport.Download{Request: transport.Request{Target: r.target(path), Whole: true, Now: r.now}})
	if missing(err) {
		return last, nil
	} else if err != nil {
		return last, err
	}
	hash, _, err := transport.Hash(transport.Until(ctx, there.Body))
	if err = errors.Join(err, there.Body.Close()); err == nil && hash == pending {
		last = transport.Written{ETag: there.Known.ETag, Hash: hash}
	}
	return last, err
}

// missing tells that nothing lies at an address.
func missing(err error) bool {
	var at *transport.Error
	return errors.As(err, &at) && (at.Trouble == transport.NotFound || at.Trouble == transport.Gone)
}

// besides is how many files are sent beside each other: few enough for a small server.
const besides = 3

// sent is what came of sending a file.
type sent struct {
	written transport.Written
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
	jobs := make([]fetch.Job[sent], len(some))
	for i, f := range some {
		jobs[i].Do = func(context.Context) sent { return r.sendFile(inner, f) }
		jobs[i].Failed = func(err error) sent { return sent{err: err} }
	}
	_ = fetch.Run(context.WithoutCancel(ctx), jobs, r.limits(), func(i int, s sent) {
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
func (r *run) limits() fetch.Limits { return fetch.Limits{AtOnce: cmp.Or(r.AtOnce, besides)} }

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
	s.written, s.err = r.Places.Write(ctx, transport.Put{
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
