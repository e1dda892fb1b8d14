package transporttest

import (
	"context"
	"io"
	"strings"

	"crossfeed/engine/transport"
)

// tag returns the entity tag of the content.
func (s Served) tag() string {
	if s.ETag != "" {
		return s.ETag
	}
	return `"` + hashOf(s.Text)[:8] + `"`
}

// size returns the size of the content, in bytes.
func (s Served) size() int64 {
	if s.Download.Size > 0 {
		return s.Download.Size
	}
	return int64(len(s.Text))
}

// asked counts a request.
func (c *Count) asked(r transport.Request) {
	c.Requests++
	if !r.Whole && r.Known.ETag != "" {
		c.Conditional++
	}
}

// Download implements transport.Places.
func (p *Places) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	if transport.KindOf(d.Address) == transport.Local {
		return p.disk().Download(ctx, d)
	}
	if err := d.Allowed(); err != nil {
		return nil, err
	}
	p.count(d.Address, func(c *Count) { c.asked(d.Request) })
	s, err := p.ask(ctx, d.Request)
	if err != nil {
		return nil, err
	}
	if s.Download.Next != nil {
		p.Serve(d.Address, *s.Download.Next)
	}
	a := &transport.Stream{Size: s.size(), Type: s.Type, At: s.At, Known: transport.Known{ETag: s.tag(), Whole: d.Now}}
	if !d.Whole && d.Known.ETag == a.Known.ETag {
		p.count(d.Address, func(c *Count) { c.Unchanged++ })
		a.Unchanged, a.Known = true, d.Known
		return a, nil
	}
	return p.begin(ctx, d, s, a)
}

// begin sets the body of a stream. A weak tag is not enough to resume in the middle (RFC 9110
// §13.1.5).
func (p *Places) begin(ctx context.Context, d transport.Download, s Served, a *transport.Stream) (*transport.Stream, error) {
	if s.Download.NoSize {
		a.Size = -1
	} else if err := d.Admits(a.Size); err != nil {
		return nil, err
	}
	strong := !strings.HasPrefix(a.Known.ETag, "W/")
	if d.From > 0 && d.From <= s.size() && d.Of.ETag == a.Known.ETag && strong && !s.Download.NoParts {
		a.From = d.From
		p.count(d.Address, func(c *Count) { c.Ranges++ })
	}
	a.Body = &flow{ctx: ctx, places: p, asked: d, served: s, at: a.From, from: a.From}
	return a, nil
}

// flow is a download in progress from an in-memory server.
type flow struct {
	ctx      context.Context
	places   *Places
	asked    transport.Download
	served   Served
	from, at int64
}

// Read implements io.Reader.
func (f *flow) Read(b []byte) (int, error) {
	n, err := f.next(b)
	if n > 0 {
		f.at += int64(n)
		f.places.count(f.asked.Address, func(c *Count) { c.Bytes += int64(n) })
		if f.asked.Arrived != nil {
			f.asked.Arrived(f.at - f.from)
		}
	}
	return n, err
}

// next returns the next available bytes, or the reason why the rest is missing.
func (f *flow) next(b []byte) (int, error) {
	how, came := f.served.Download, f.at-f.from
	end := f.served.size()
	if how.Breaks > 0 {
		end = min(end, f.from+how.Breaks)
	}
	if how.Hangs {
		end = min(end, f.from+how.Stalls)
	}
	if f.asked.Limit > 0 {
		end = min(end, f.asked.Limit)
	}
	switch {
	case f.ctx.Err() != nil:
		return 0, f.ctx.Err()
	case f.places.isOffline():
		return 0, &transport.Error{Trouble: transport.BrokenOff, Address: f.asked.Address}
	case f.at < end:
		return f.copy(b[:min(int64(len(b)), end-f.at)]), nil
	case how.Hangs && came >= how.Stalls:
		<-f.ctx.Done()
		return 0, f.ctx.Err()
	case f.at < f.served.size() && f.asked.Limit > 0 && f.at >= f.asked.Limit:
		return 0, f.asked.Admits(f.at + 1)
	case f.at < f.served.size():
		return 0, &transport.Error{Trouble: transport.BrokenOff, Address: f.asked.Address}
	}
	return 0, io.EOF
}

// copy copies bytes of the text, which is repeated. Without a text, the bytes are zeros.
func (f *flow) copy(b []byte) (n int) {
	if f.served.Text == "" {
		clear(b)
		return len(b)
	}
	for n < len(b) {
		n += copy(b[n:], f.served.Text[(f.at+int64(n))%int64(len(f.served.Text)):])
	}
	return n
}

// Close implements io.Closer.
func (f *flow) Close() error { return nil }
