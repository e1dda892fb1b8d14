package attach

import (
	"context"
	"errors"
	"time"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/record"
)

// askAgain is how often it is looked whether another program is through with a file.
const askAgain = 50 * time.Millisecond

// once has a file written where it is not here. Where another program, or another part of
// this one, writes it already, that is waited for.
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

// isHere tells whether a file is here, as large as it is said to be.
func isHere(c cache.Cache, a record.Attachment) (bool, error) {
	size, there, err := c.Size(a.File())
	return there && (a.Size == 0 || size == a.Size), err
}

// lock waits until nobody else writes a file.
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
