package attachments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// ErrOther means that the file next to a feed is not the file that its name says.
var ErrOther = errors.New("another file has this name there, and was not downloaded")

// NotThereError means that a feed has an item with a file, but the file is not next to the feed.
// The message omits the file's address, which would help nobody.
type NotThereError struct {
	feed string
	err  error
}

func (e *NotThereError) Error() string {
	return "it is not next to " + transport.Redact(e.feed) + " yet: it can be downloaded once whoever attached it has published it"
}

func (e *NotThereError) Unwrap() error { return e.err }

// Source is a feed that has an item with a file.
type Source struct {
	// Feed is the address of the feed.
	Feed   string
	Access transport.Access
}

// Fetch downloads a file from next to a feed, and verifies that it is the linked file. It
// resumes an interrupted download.
func Fetch(ctx context.Context, p transport.Places, c cache.Cache, now time.Time, a record.Attachment, from Source) error {
	return once(ctx, c, a, func() error { return download(ctx, p, c, now, a, from) })
}

func download(ctx context.Context, p transport.Places, c cache.Cache, now time.Time, a record.Attachment, from Source) error {
	address, err := transport.Resolve(from.Feed, a.Link)
	if err != nil {
		return err
	}
	note, have, err := c.Broken(a.File())
	if err != nil {
		return err
	}
	stream, err := p.Download(ctx, transport.Download{
		Request: transport.Request{Target: target(address, from), Now: now},
		From:    have, Of: note.Known, Limit: MaxSize,
	})
	if transport.IsMissing(err) {
		return &NotThereError{from.Feed, err}
	}
	if err != nil {
		return err
	}
	return take(c, a, stream)
}

// target returns the target for a file that a feed links to. For a feed on this computer, the
// file must be in the feed's folder of files.
func target(address string, from Source) transport.Target {
	t := transport.Target{Address: address, From: from.Feed, Access: from.Access}
	if transport.KindOf(from.Feed) == transport.Local {
		t.Within = FolderOf(from.Feed)
	}
	return t
}

// take stores a stream in the cache if it is the right file.
func take(c cache.Cache, a record.Attachment, s *transport.Stream) (err error) {
	defer func() { err = errors.Join(err, s.Body.Close()) }()
	n := cache.Note{Known: s.Known, Size: s.Size, Type: s.Type}
	part, err := c.Begin(a.File(), s.From, n)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, part.Close()) }()
	if _, err := io.Copy(part, s.Body); err != nil {
		return err
	}
	if err := done(c, part, a, n); !errors.Is(err, cache.ErrOtherFile) {
		return err
	}
	return ErrOther
}

// Found remembers for a day where files were found, or stored, on servers that do not list
// folders, since somebody may delete them. The zero value is empty and ready; it is safe for
// concurrent use.
type Found struct {
	mu sync.Mutex
	at map[string]time.Time
}

// recheckAfter is how long a file is assumed to still be there.
const recheckAfter = 24 * time.Hour

func (f *Found) lately(address string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, there := f.at[address]
	age := now.Sub(at)
	return there && age >= 0 && age < recheckAfter
}

func (f *Found) note(address string, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == nil {
		f.at = map[string]time.Time{}
	}
	f.at[address] = now
}

// failures collects the failures of several files, of which the first are reported
// individually.
type failures struct {
	first []error
	more  int
}

// maxReported is how many failures are reported individually: if many files fail, the reason is
// mostly the same.
const maxReported = 5

func (f *failures) add(name string, err error) {
	switch {
	case err == nil:
	case len(f.first) < maxReported:
		f.first = append(f.first, fmt.Errorf("%s: %w", name, err))
	default:
		f.more++
	}
}

// MoreError counts the failures that are not reported individually.
type MoreError int

func (e MoreError) Error() string { return fmt.Sprintf("and %d more", int(e)) }

func (f *failures) all() error {
	if f.more > 0 {
		f.first = append(f.first, MoreError(f.more))
	}
	return errors.Join(f.first...)
}

// askAgain is the interval for checking whether another program has finished with a file.
const askAgain = 50 * time.Millisecond

// once calls write unless the file is here. If another program, or another part of this one,
// is already writing it, once waits for that.
func once(ctx context.Context, c cache.Cache, a record.Attachment, write func() error) (err error) {
	if there, err := isHere(c, a); err != nil || there {
		return err
	}
	unlock, err := lock(ctx, c, a)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if there, err := isHere(c, a); err != nil || there {
		return err
	}
	return write()
}

// isHere reports whether a file is here, with its stated size.
func isHere(c cache.Cache, a record.Attachment) (bool, error) {
	size, there, err := c.Size(a.File())
	return there && (a.Size == 0 || size == a.Size), err
}

// lock waits until nobody else is writing a file.
func lock(ctx context.Context, c cache.Cache, a record.Attachment) (unlock func() error, err error) {
	for {
		unlock, err := c.LockFile(a.File())
		if !errors.Is(err, cache.ErrBusy) {
			return unlock, err
		}
		select {
		case <-time.After(askAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
