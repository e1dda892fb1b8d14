package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

const (
	// patience is how long a server may take before its name is shown.
	patience = 500 * time.Millisecond
	// refreshing is how often the number of bytes is redrawn.
	refreshing = 200 * time.Millisecond
	// erase clears the current line of a terminal.
	erase = "\r\x1b[K"
)

// progress is the last line of a terminal. It shows the progress of a command, or the server
// that it waits for. It is erased before anything else is written.
type progress struct {
	out     io.Writer
	columns int

	mu    sync.Mutex
	drawn bool
	// text is the progress reported by the command, or "".
	text string
	// paused is set while a password prompt uses this line.
	paused bool
	// waits are the pending requests, the newest last.
	waits []*waiting
	timer *time.Timer
}

// waiting is a pending request to a server.
type waiting struct {
	address string
	bytes   int64
}

// showsProgress creates the line if messages go to a terminal and are read by a person.
func (r *run) showsProgress() {
	if r.flags.JSON || r.env.ErrColumns == nil || r.env.ErrColumns() == 0 {
		return
	}
	r.progress = &progress{out: r.env.Stderr, columns: r.env.ErrColumns()}
	r.env.Stdout, r.env.Stderr = above{r.env.Stdout, r.progress}, above{r.env.Stderr, r.progress}
}

// above writes where the line is, and erases it first.
type above struct {
	io.Writer
	line *progress
}

func (a above) Write(text []byte) (int, error) {
	a.line.mu.Lock()
	defer a.line.mu.Unlock()
	a.line.erase()
	return a.Writer.Write(text)
}

// show shows the progress of the command; "" hides it.
func (p *progress) show(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
	p.draw()
}

// draw writes the line. The caller holds p.mu.
func (p *progress) draw() {
	text := p.text
	if text == "" && len(p.waits) > 0 {
		now := p.waits[len(p.waits)-1]
		text = "waiting for " + transport.Redact(now.address)
		if now.bytes > 0 {
			text += ": " + inBytes(now.bytes)
		}
	}
	p.erase()
	if text != "" && !p.paused {
		p.drawn = true
		fmt.Fprint(p.out, erase+harmless("%s", []any{cutTo(text, p.columns-1)}))
	}
}

// erase removes the line. The caller holds p.mu.
func (p *progress) erase() {
	if p.drawn {
		p.drawn = false
		fmt.Fprint(p.out, erase)
	}
}

// wait shows an address once it has been waited for too long; arrived is called with the
// number of bytes received.
func (p *progress) wait(address string) (arrived func(int64), done func()) {
	w := &waiting{address: address}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waits = append(p.waits, w); len(p.waits) == 1 {
		p.timer = time.AfterFunc(patience, func() { _ = crash.Do(p.tick) })
	}
	return func(bytes int64) {
			p.mu.Lock()
			defer p.mu.Unlock()
			w.bytes = bytes
		}, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.waits = slices.DeleteFunc(p.waits, func(one *waiting) bool { return one == w })
			if len(p.waits) == 0 {
				p.timer.Stop()
			}
			if p.drawn {
				p.draw()
			}
		}
}

// tick redraws the pending request.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waits) == 0 {
		return
	}
	if p.text == "" {
		p.draw()
	}
	p.timer.Reset(refreshing)
}

// pause hides the line until resume is called.
func (p *progress) pause() (resume func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	p.paused = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.paused = false
	}
}

// syncing shows the progress of a sync.
func (p *progress) syncing(now subscribe.Progress) {
	text := fmt.Sprintf("%d of %d feeds, %d items, %s", now.Done, now.Of, now.Items, inBytes(now.Bytes))
	if now.Subscription != "" {
		text += ": " + transport.Redact(now.Subscription)
	}
	p.show(text)
}

// awaited shows pending requests to locations.
type awaited struct {
	transport.Places
	line *progress
}

// awaiting wraps p so that pending requests are shown.
func (r *run) awaiting(p transport.Places) transport.Places {
	if r.progress == nil || r.inWindow {
		return p
	}
	return awaited{p, r.progress}
}

func (a awaited) Names(ctx context.Context, folder transport.Target) ([]string, error) {
	_, done := a.line.wait(folder.Address)
	defer done()
	return a.Places.Names(ctx, folder)
}

func (a awaited) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	arrived, done := a.line.wait(r.Address)
	defer done()
	if tell := r.Arrived; tell != nil {
		r.Arrived = func(bytes int64) {
			arrived(bytes)
			tell(bytes)
		}
	} else {
		r.Arrived = arrived
	}
	return a.Places.Read(ctx, r)
}

func (a awaited) Head(ctx context.Context, t transport.Target) (transport.Head, error) {
	_, done := a.line.wait(t.Address)
	defer done()
	return a.Places.Head(ctx, t)
}

func (a awaited) Write(ctx context.Context, p transport.Put) (transport.Written, error) {
	_, done := a.line.wait(p.Address)
	defer done()
	return a.Places.Write(ctx, p)
}

func (a awaited) Readers(ctx context.Context, t transport.Target) (transport.Readers, error) {
	_, done := a.line.wait(t.Address)
	defer done()
	return a.Places.Readers(ctx, t)
}
