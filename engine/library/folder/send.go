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

// due returns the files to be sent.
func (r *run) due() (all []*file) {
	blocks := r.blocking()
	r.blocked = false
	_ = r.tree.each(func(f *file) error {
		if f.unreadable || f.out || f.Hash == "" || f.Last.Hash == f.Hash && f.Pending == "" {
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

// blocking returns a function that reports whether a file cannot be written yet, because
// something that is gone from the folder is still at the address: a file where the new file's
// folder is to be, or a folder where the new file is to be. On a case-insensitive server, that
// includes names that differ only in case, whose removal would remove the new file.
func (r *run) blocking() func(string) bool {
	files, folders := map[string]bool{}, map[string][]string{}
	for name, f := range r.state.files {
		if (!f.here || f.out) && f.Last.Hash+f.Pending != "" {
			files[transport.Folded(name)] = true
			for _, up := range around(name) {
				if like := transport.Folded(up); !slices.Contains(folders[like], up) {
					folders[like] = append(folders[like], up)
				}
			}
		}
	}
	return func(name string) bool {
		if like := transport.Folded(name); files[like] || folders[like] != nil {
			return true
		}
		return slices.ContainsFunc(around(name), func(up string) bool {
			like := transport.Folded(up)
			return files[like] || slices.ContainsFunc(folders[like], func(gone string) bool { return gone != up })
		})
	}
}

// around returns the folders around a file.
func around(name string) (all []string) {
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		all = append(all, up)
	}
	return all
}

// send sends the files that changed. It records what is about to be written beforehand, and
// what was written afterwards, for several files at a time.
func (r *run) send(ctx context.Context) error {
	if r.inPlace {
		return nil
	}
	due := r.due()
	for _, f := range due {
		r.reporter.due(1, f.Size)
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

// announce records what is about to be written.
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

// begun returns nil if the existing document is the beginning of a file whose write was
// interrupted.
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

// ofThisFile reports whether a failure says nothing about other files.
func (r *run) ofThisFile(err error) bool {
	var at *transport.Error
	if !errors.As(err, &at) {
		return false
	}
	switch at.Trouble {
	case transport.SecondWriter, transport.TooLarge:
		return true
	case transport.NoWriting, transport.Forbidden: // if others were written: perhaps a folder is there, or its type is not accepted
		return r.report.Files > 0 || r.state.feeds[r.root()].Last.Hash != ""
	case transport.Other: // the name may be too long there
		return true
	}
	return false
}

func (r *run) target(path string) transport.Target {
	return transport.Target{Address: r.at(path), Access: r.state.record.Access}
}

// found returns what was last written at a path. If a run was interrupted while writing
// something other than what is to be written now, found checks whether that is there.
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

// missing reports whether an error means that nothing exists at an address.
func missing(err error) bool {
	var at *transport.Error
	return errors.As(err, &at) && (at.Trouble == transport.NotFound || at.Trouble == transport.Gone)
}

// besides is how many files are sent concurrently by default: few enough for a small server.
const besides = 3

// sent is the result of sending a file.
type sent struct {
	written transport.Written
	// changed reports that the file changed in the meantime, unread that it could not be
	// opened.
	changed, unread bool
	err             error
}

// sendAll sends files concurrently. It waits for all of them, so that what was sent is
// recorded and nothing is written after the end of the run. The first failure that does not
// concern a single file stops it.
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
			return // it was cancelled with the others
		}
		if err := r.noteSent(ctx, some[i], s); err != nil {
			failure = err
			stop()
		}
		r.book.file(some[i].FolderFile)
	}, nil)
	return failure
}

func (r *run) limits() fetch.Limits { return fetch.Limits{AtOnce: cmp.Or(r.AtOnce, besides)} }

func (r *run) sendFile(ctx context.Context, f *file) (s sent) {
	if s.err = ctx.Err(); s.err != nil {
		return s
	}
	opened, err := r.open(f.Path)
	if err != nil {
		return sent{unread: true, err: err}
	}
	b, err := newBody(opened, r.TempFiles, f.Size, f.Hash)
	if err != nil {
		return sent{err: err}
	}
	b.received = func(bytes int64) { r.reporter.sends(f.Path, bytes) }
	s.written, s.err = r.Places.Write(ctx, transport.Put{
		Target: r.target(f.Path), Body: b, Size: f.Size, Hash: f.Hash, Type: mediaType(f.Path),
		Last: f.Last, Pending: f.before, Folders: true,
		Ours: r.mayTake(func(there io.Reader) error { return r.begun(f, there) }),
	})
	s.changed, s.err = b.changed, errors.Join(s.err, b.close())
	if s.err != nil {
		r.reporter.sends(f.Path, -b.counted)
	} else {
		r.reporter.wrote(f.Path, f.Size-b.counted)
	}
	return s
}

// noteSent records the result of sending a file. A file that cannot be written is skipped, and
// its published version stays.
func (r *run) noteSent(ctx context.Context, f *file, s sent) error {
	switch {
	case ctx.Err() != nil && s.err != nil:
		return s.err
	case s.unread:
		r.reporter.skip(f.Path, plain(s.err))
		return nil
	case s.changed:
		r.reporter.skip(f.Path, ErrChanged)
		return nil
	case r.ofThisFile(s.err):
		r.reporter.skip(f.Path, s.err)
		f.Pending = ""
		return nil
	case s.err != nil:
		return s.err
	}
	f.Last, f.Pending = s.written, ""
	r.report.Files, r.report.Bytes = r.report.Files+1, r.report.Bytes+f.Size
	return nil
}
