package folder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/transport"
)

// ErrOccupied means that something else is where a feed is to be written.
var ErrOccupied = errors.New("the location has files that were not published from this folder, and none was overwritten: publish to another location, or, if they may be overwritten, take it over")

// explained says what to do about a second writer.
func explained(err error) error {
	var at *transport.Error
	if errors.As(err, &at) && at.Trouble == transport.SecondWriter {
		return fmt.Errorf("%s: %w (%w)", at.Address, ErrOccupied, err)
	}
	return err
}

// free checks before the first write that there is nothing at the address of the root feed. If
// TakeOver is set, all new dates will be later than the date of the existing feed.
func (r *run) free(ctx context.Context) error {
	if was := r.state.feeds[r.root()]; was.Last.Hash+was.Pending != "" {
		return nil
	}
	there, err := r.Places.Read(ctx, transport.Request{Target: r.target(r.root()), Whole: true, Now: r.now})
	var at *transport.Error
	switch {
	case missing(err), errors.As(err, &at) && at.Trouble == transport.Forbidden:
		return nil // some buckets say so if nothing is there
	case err != nil:
		return err
	}
	if r.TakeOver {
		r.state.over, err = builtOf(there.Body, r.address)
		return errors.Join(err, there.Body.Close())
	}
	return errors.Join(fmt.Errorf("%s: %w", r.address, ErrOccupied), there.Body.Close())
}

// mostOfFeed is how much of a feed that is taken over is read.
const mostOfFeed = 64 << 20

// builtOf returns the date of an existing feed, or zero if it is not a feed.
func builtOf(there io.ReadCloser, address string) (time.Time, error) {
	text, err := io.ReadAll(io.LimitReader(there, mostOfFeed))
	if err != nil {
		return time.Time{}, err
	}
	f, err := csx.Read(bytes.NewReader(text), address, csx.Limits{}, func(csx.Item) error { return nil })
	var none *transport.Error
	if errors.As(err, &none) || f.Built.Year() > 9000 {
		return time.Time{}, nil
	}
	return f.Built, err
}

// mayTake allows overwriting an existing document if TakeOver is set, or else if ours finds
// that it was written from here.
func (r *run) mayTake(ours func(io.Reader) error) func(io.Reader) error {
	if r.TakeOver {
		return func(io.Reader) error { return nil }
	}
	return ours
}

// ours returns nil if the existing document is a feed of this tree: the beginning of an
// interrupted write, or a feed that was written elsewhere and moved with its folder.
func (r *run) ours(d transport.Composed, before string, there io.Reader) error {
	sum := sha256.New()
	if before != "" {
		if _, err := d.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if begins(io.TeeReader(there, sum), d) == nil {
			return nil
		}
	}
	if _, err := io.Copy(sum, there); err != nil {
		return err
	}
	if !r.wrote[hex.EncodeToString(sum.Sum(nil))] {
		return errNotOurs
	}
	return nil
}
