package location

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"time"
)

// OnDisk is Places on Files alone: what lies elsewhere is refused with an error that
// wraps ErrScheme.
type OnDisk struct {
	Files Files
	// Patience is how long a folder may take to answer; 0 is a minute.
	Patience time.Duration
}

// settled is how old a file must be for its size, time and number to tell it from a
// later one: the times of file systems are that coarse (FAT's are the coarsest).
const settled = 2 * time.Second

// Names implements Places. The separator at the end of the address may be missing; a
// file is an error that wraps ErrNotFolder.
func (d OnDisk) Names(ctx context.Context, folder Target) ([]string, error) {
	if err := onDisk(ctx, folder); err != nil {
		return nil, err
	}
	names, err := answered(ctx, d.patience(), func() ([]string, error) { return d.Files.Names(folder.Address) }, nil)
	if err != nil && !errors.Is(err, ErrNotFolder) {
		err = troubled(folder.Address, err)
	}
	return names, err
}

// Read implements Places. A file that is as it was known is not opened.
func (d OnDisk) Read(ctx context.Context, r Request) (*Response, error) {
	if err := onDisk(ctx, r.Target); err != nil {
		return nil, err
	}
	files := d.lookup(r.Target)
	s, err := d.seen(ctx, files, r.Address)
	if err != nil {
		return nil, troubled(r.Address, err)
	}
	if s != (Stat{}) && r.From != "" {
		if err := mustBeFile(s); err != nil {
			return nil, troubled(r.Address, err)
		}
	}
	before := validator(s, r.Now)
	if before != "" && before == r.Known.ETag && r.Conditional() {
		return &Response{Unchanged: true, Known: r.Known}, nil
	}
	a, err := answered(ctx, 0, func() (*Response, error) { return d.whole(ctx, r) }, func(a *Response) { _ = a.Body.Close() })
	if err != nil {
		return nil, troubled(r.Address, err)
	}
	if before == validator(state(files, r.Address), r.Now) {
		a.Known.ETag = before
	}
	if r.Arrived != nil {
		r.Arrived(a.Wire)
	}
	if body := a.Body; a.Known.Hash == r.Known.Hash {
		a.Unchanged, a.Body = true, nil
		return a, body.Close()
	}
	return a, nil
}

// whole opens a file.
func (d OnDisk) whole(ctx context.Context, r Request) (*Response, error) {
	body, hash, size, err := open(ctx, d.lookup(r.Target), r.Address)
	return &Response{Body: body, Known: Known{Hash: hash, Whole: r.Now}, Wire: size}, err
}

// validator is what a file's state says of its content, or "" where the file is so
// young that a change would not show.
func validator(s Stat, now time.Time) string {
	if s == (Stat{}) || !s.Mode.IsRegular() || s.Changed.Add(settled).After(now) {
		return ""
	}
	return fmt.Sprintf("%d-%d-%d", s.Size, s.Changed.UnixNano(), s.Number)
}

// open opens a file and hashes it. What cannot be read twice, like a pipe, is held in
// memory.
func open(ctx context.Context, files Lookup, path string) (body io.ReadCloser, hash string, size int64, err error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, "", 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if s, ok := f.(io.Seeker); ok {
		if hash, size, err = Hash(until{ctx, f}); err == nil {
			_, err = s.Seek(0, io.SeekStart)
		}
		if !errors.Is(err, syscall.ESPIPE) {
			return f, hash, size, err
		}
	}
	var held bytes.Buffer
	hash, size, err = Hash(io.TeeReader(until{ctx, f}, &held))
	return heldBody{&held, f}, hash, size, err
}

type heldBody struct {
	io.Reader
	io.Closer
}

// onDisk refuses what does not lie on the disk, and what may not be led to.
func onDisk(ctx context.Context, t Target) error {
	if KindOf(t.Address) != Local {
		return fmt.Errorf("location %q: %w", Redact(t.Address), errOnlyFiles)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.Allowed()
}

// lookup is where the file of a target is looked for.
func (d OnDisk) lookup(t Target) Lookup {
	if t.From != "" && t.Within != "" {
		return d.Files.Inside(t.Within)
	}
	return d.Files
}

// troubled names the trouble of an error of the file system.
func troubled(path string, err error) error {
	e := &Error{Address: path, Err: err}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, new(*Error)):
		return err
	case errors.Is(err, errHangs):
		e.Trouble = Timeout
	case errors.Is(err, ErrOutside):
		e.Trouble = Forbids
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		e.Trouble = NotFound
	case errors.Is(err, fs.ErrPermission):
		e.Trouble = Forbidden
	case full(err):
		e.Trouble = Full
	}
	return e
}

var _ Places = OnDisk{}
