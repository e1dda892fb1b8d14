package attach

import (
	"context"
	"errors"
	"io"
	"time"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// ErrOther means that what lies beside a feed is not the file that its name says.
var ErrOther = errors.New("something else lies there under the name of this file, and was not taken in")

// notThere tells that a file does not lie beside a feed that holds an item with it. Its
// address would help nobody.
type notThere struct {
	feed string
	err  error
}

func (e *notThere) Error() string {
	return "it is not beside " + location.Redact(e.feed) + " yet: it comes once whoever attached it has published it"
}

func (e *notThere) Unwrap() error { return e.err }

// Source is a feed that holds an item with a file.
type Source struct {
	// Feed is its address.
	Feed   string
	Access location.Access
}

// Fetch gets a file from beside a feed, and checks that it is the one that the link says.
// What broke off goes on where it was.
func Fetch(ctx context.Context, p location.Places, c cache.Cache, now time.Time, a record.Attachment, from Source) error {
	address, err := location.Resolve(from.Feed, a.Link)
	if err != nil {
		return err
	}
	return once(ctx, c, a, func() error {
		note, have, err := c.Broken(a.File())
		if err != nil {
			return err
		}
		stream, err := p.Download(ctx, location.Download{
			Request: location.Request{Target: target(address, from), Now: now},
			From:    have, Of: note.Known, Limit: MaxSize,
		})
		if isMissing(err) {
			return &notThere{from.Feed, err}
		}
		if err != nil {
			return err
		}
		return take(c, a, stream)
	})
}

// target is a file that a feed names: on this computer it lies below the folder of the
// feed.
func target(address string, from Source) location.Target {
	t := location.Target{Address: address, From: from.Feed, Access: from.Access}
	if location.KindOf(from.Feed) == location.Local {
		t.Within = FolderOf(from.Feed)
	}
	return t
}

// take puts what comes into the cache, if it is the file.
func take(c cache.Cache, a record.Attachment, s *location.Stream) (err error) {
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
