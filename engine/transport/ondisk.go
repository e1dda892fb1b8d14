package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"time"

	"crossfeed/engine/crash"
)

// OnDisk implements Places for Files only: for any other address, the error wraps ErrScheme.
type OnDisk struct {
	Files Files
	// Patience is how long a folder may take to respond; 0 means a minute.
	Patience time.Duration
	// Size is the maximum size of a document in bytes, and Pace bounds the time for reading a
	// file. Zero values mean the same defaults as for servers.
	Size int64
	Pace Pace
}

// certainAfter is how old a file must be before its size, time and number reliably distinguish
// it from a later version, because timestamps of file systems are coarse (those of FAT are the
// coarsest).
const certainAfter = 2 * time.Second

// Names implements Places. The trailing separator of the address may be missing. For a file,
// the error wraps ErrNotFolder.
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

// Read implements Places. It does not open a file that has not changed. It rejects anything
// that is not a file, or is larger than a document may be.
func (d OnDisk) Read(ctx context.Context, r Request) (*Response, error) {
	if err := onDisk(ctx, r.Target); err != nil {
		return nil, err
	}
	files := d.lookup(r.Target)
	s, err := d.seen(ctx, files, r.Address)
	if err != nil {
		return nil, troubled(r.Address, err)
	}
	before := validator(s, r.Now)
	if before != "" && before == r.Known.ETag && r.Conditional() {
		return &Response{Unchanged: true, Known: r.Known}, nil
	}
	a, err := d.whole(ctx, r)
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
	body, hash, size, err := d.document(ctx, d.lookup(r.Target), r.Address, d.limit())
	if err != nil {
		return nil, err
	}
	return &Response{Body: body, Known: Known{Hash: hash, Whole: r.Now}, Wire: size}, nil
}

// validator identifies the content of a file by its state. It returns "" for a file so new
// that a change might go unnoticed.
func validator(s Stat, now time.Time) string {
	if s == (Stat{}) || !s.Mode.IsRegular() || s.Changed.Add(certainAfter).After(now) {
		return ""
	}
	return fmt.Sprintf("%d-%d-%d", s.Size, s.Changed.UnixNano(), s.Number)
}

// onDisk rejects addresses that are not on the disk, and forbidden links.
func onDisk(ctx context.Context, t Target) error {
	if KindOf(t.Address) != Local {
		return fmt.Errorf("location %q: %w", Redact(t.Address), ErrOnlyFiles)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.Allowed()
}

// lookup returns what to read a target's file with.
func (d OnDisk) lookup(t Target) Lookup {
	if t.From != "" && t.Within != "" {
		return d.Files.Inside(t.Within)
	}
	return d.Files
}

// troubled adds the trouble to an error of the file system.
func troubled(path string, err error) error {
	e := &Error{Address: path, Err: err}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, new(*Error)):
		return err
	case errors.As(err, new(TooSlow)):
		e.Trouble = Slow
	case errors.Is(err, errHangs):
		e.Trouble = Timeout
	case errors.Is(err, syscall.ELOOP):
		e.Err = ErrLoop
	case errors.Is(err, ErrOutside):
		e.Trouble = Forbids
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		e.Trouble = NotFound
	case errors.Is(err, fs.ErrPermission):
		e.Trouble = Forbidden
	case NoRoom(err):
		e.Trouble = Full
	}
	return e
}

var _ Places = OnDisk{}

// usualPatience is how long a folder may take to respond. Local folders respond at once; a
// network folder whose server is gone never does.
const usualPatience = time.Minute

var errHangs = errors.New("its folder does not respond: connect its drive or network")

// answered runs do, which may hang. It abandons do when ctx ends, and after a limit; if do
// succeeds afterwards, late gets the result.
func answered[T any](ctx context.Context, limit time.Duration, do func() (T, error), late func(T)) (T, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errHangs)
	defer cancel()
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var value T
		err := crash.Guard(func() (err error) {
			value, err = do()
			return err
		})
		done <- answer{value, err}
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
	}
	go func() {
		if a := <-done; a.err == nil && late != nil {
			late(a.value)
		}
	}()
	var nothing T
	return nothing, context.Cause(ctx)
}

// patience is how long the folder of a file may take to respond.
func (d OnDisk) patience() time.Duration {
	if d.Patience > 0 {
		return d.Patience
	}
	return usualPatience
}

// seen returns the state of a file without reading it, or the zero value. An error means that
// its folder does not respond.
func (d OnDisk) seen(ctx context.Context, files Lookup, path string) (Stat, error) {
	return answered(ctx, d.patience(), func() (Stat, error) { return state(files, path), nil }, nil)
}

// Until returns a reader that fails once a context has ended.
func Until(ctx context.Context, r io.Reader) io.Reader { return until{ctx, r} }

type until struct {
	ctx context.Context
	io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}

// atOnce is how many bytes of a file are read at a time, and atLeast the minimum size of the
// buffer, however short the file is.
const (
	atOnce  = 128 << 10
	atLeast = 4 << 10
)

var errWritten = errors.New("the file changed while it was read")

// flowing streams a file. It ends where the file ended when it was opened, and fails as soon
// as its folder no longer responds.
type flowing struct {
	ctx  context.Context
	pace patient
	file *regular
	// next reads some bytes of the file. It is called with an empty buffer at the end.
	next func(into []byte) (int, error)
	// left is the number of bytes still to be read. held are the bytes read, in a buffer that
	// no abandoned read can write to once it has been handed out.
	left         int64
	buffer, held []byte
	arrived      func(int64)
	came         int64
	err          error
}

// flowing returns a stream of the next left bytes of a file.
func (d OnDisk) flowing(ctx context.Context, f *regular, left int64) *flowing {
	return &flowing{ctx: ctx, pace: patient{Pace: d.Pace.OrUsual(), patience: d.patience(), empty: f.was.Size == 0 && f.was.Mode.IsRegular()}, file: f, next: f.next, left: left}
}

// Read implements io.Reader. Its errors are *Error, or the context's.
func (f *flowing) Read(b []byte) (int, error) {
	if err := f.more(); err != nil {
		return 0, err
	}
	n := copy(b, f.held)
	f.pass(n)
	return n, nil
}

// WriteTo implements io.WriterTo, which saves io.Copy a buffer of its own.
func (f *flowing) WriteTo(w io.Writer) (written int64, err error) {
	for {
		if err := f.more(); err == io.EOF {
			return written, nil
		} else if err != nil {
			return written, err
		}
		n, err := w.Write(f.held)
		f.pass(n)
		written += int64(n)
		if err != nil {
			return written, err
		}
	}
}

// more makes sure that some bytes are held.
func (f *flowing) more() error {
	if len(f.held) == 0 && f.err == nil {
		f.err = f.fill()
	}
	if len(f.held) == 0 {
		return f.err
	}
	return nil
}

// pass consumes n of the held bytes.
func (f *flowing) pass(n int) {
	f.held = f.held[n:]
	f.came += int64(n)
	if f.arrived != nil {
		f.arrived(f.came)
	}
}

// fill reads the next bytes.
func (f *flowing) fill() error {
	if f.buffer == nil {
		f.buffer = make([]byte, min(f.left, f.room()))
	}
	into := f.buffer[:min(int64(len(f.buffer)), f.left)]
	n, err := f.pace.read(f.ctx, func() (int, error) { return f.next(into) })
	if err != nil {
		return f.trouble(err)
	}
	f.held = into[:n]
	f.left -= int64(n)
	return nil
}

// room returns the size of the buffer: for a short file, one byte more than its stated size,
// so that one read reaches its end.
func (f *flowing) room() int64 {
	if said := f.file.was.Size; said > 0 {
		return max(atLeast, min(said+1, atOnce))
	}
	return atOnce
}

// next reads some bytes. With an empty buffer, it checks that the file has not changed.
func (f *regular) next(into []byte) (int, error) {
	if len(into) > 0 {
		n, err := f.Read(into)
		switch {
		case n > 0:
			return n, nil
		case err == io.EOF:
			return 0, errWritten
		}
		return 0, err
	}
	s, err := f.now()
	switch {
	case err != nil:
		return 0, err
	case s != f.was:
		return 0, errWritten
	}
	return 0, io.EOF
}

// trouble classifies an error of reading.
func (f *flowing) trouble(err error) error {
	switch {
	case err == io.EOF:
		return err
	case errors.Is(err, errWritten):
		return &Error{Trouble: BrokenOff, Address: f.file.path, Err: err}
	}
	return troubled(f.file.path, err)
}

// Close implements io.Closer.
func (f *flowing) Close() error { return f.file.Close() }
