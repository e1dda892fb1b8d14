package location

import (
	"context"
	"crossfeed/engine/crash"
	"errors"
	"io"
	"time"
)

// usualPatience is how long a folder may take to answer. One of this computer answers at
// once; a network folder whose server has gone away never does.
const usualPatience = time.Minute

var errHangs = errors.New("its folder does not answer: connect its drive or network")

// answered does what may hang. It is left behind when ctx ends, and after a limit that is
// not 0; what comes after all is given to late then.
func answered[T any](ctx context.Context, limit time.Duration, do func() (T, error), late func(T)) (T, error) {
	if limit > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, limit, errHangs)
		defer cancel()
		ctx = limited
	}
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

// patience is how long the folder of a file may take to answer.
func (d OnDisk) patience() time.Duration {
	if d.Patience > 0 {
		return d.Patience
	}
	return usualPatience
}

// seen is what is known of a file without reading it, or the zero value. An error tells
// that its folder does not answer.
func (d OnDisk) seen(ctx context.Context, files Lookup, path string) (Stat, error) {
	return answered(ctx, d.patience(), func() (Stat, error) { return state(files, path), nil }, nil)
}

// Until reads until a context ends.
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
