package bucket

import (
	"context"
	"errors"
	"io"
	"time"
)

// errSilent means that no byte came or went for too long.
var errSilent = errors.New("nothing came for too long")

// watch ends a context when nothing moves for too long.
type watch struct {
	cancel context.CancelCauseFunc
	limit  time.Duration
	timer  *time.Timer
}

func newWatch(ctx context.Context, limit time.Duration) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{cancel: cancel, limit: limit}
	w.timer = time.AfterFunc(limit, func() { cancel(errSilent) })
	return ctx, w
}

// stop ends the watching and the context.
func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// seen is a body of which every byte is a sign of life.
func (w *watch) seen(r io.ReadSeeker) io.ReadSeeker { return moving{r, w} }

type moving struct {
	io.ReadSeeker
	watch *watch
}

func (m moving) Read(p []byte) (int, error) {
	n, err := m.ReadSeeker.Read(p)
	m.watch.timer.Reset(m.watch.limit)
	return n, err
}

// counter counts what comes, tells of it, and takes it for a sign of life.
type counter struct {
	from    io.Reader
	watch   *watch
	arrived func(int64)
	bytes   int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.watch.timer.Reset(c.watch.limit)
	c.bytes += int64(n)
	if c.arrived != nil && n > 0 {
		c.arrived(c.bytes)
	}
	return n, err
}
