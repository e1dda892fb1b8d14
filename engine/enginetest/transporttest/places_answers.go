package transporttest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// Names implements transport.Places.
func (p *Places) Names(ctx context.Context, folder transport.Target) (names []string, err error) {
	if transport.KindOf(folder.Address) == transport.Local {
		return p.disk().Names(ctx, folder)
	}
	s, err := p.ask(ctx, transport.Request{Target: folder})
	switch {
	case err != nil && !is(err, transport.NotFound):
		return nil, err
	case s.Text != "": // a page
		return nil, fmt.Errorf("%s: %w", folder.Address, transport.ErrNotFolder)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, address := range slices.Sorted(maps.Keys(p.served)) {
		if name, in := strings.CutPrefix(address, folder.Address); in && name != "" && !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	return names, nil
}

// Read implements transport.Places.
func (p *Places) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	if transport.KindOf(r.Address) == transport.Local {
		return p.disk().Read(ctx, r)
	}
	if err := r.Allowed(); err != nil {
		return nil, err
	}
	p.count(r.Address, func(c *Count) { c.asked(r) })
	s, err := p.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	hash, etag := hashOf(s.Text), s.tag()
	known := transport.Known{ETag: etag, Hash: hash, Whole: r.Known.Whole}
	a := &transport.Response{Known: known, Moved: s.Moved, At: s.At, Fresh: s.Fresh, Type: s.Type}
	if !r.Whole && r.Known.ETag == etag && r.Now.Sub(r.Known.Whole) < 24*time.Hour {
		a.Unchanged = true
		p.count(r.Address, func(c *Count) { c.Unchanged++ })
		return a, nil
	}
	p.count(r.Address, func(c *Count) { c.Bytes += int64(len(s.Text)) })
	a.Known.Whole = r.Now
	a.Wire = int64(len(s.Text))
	if r.Arrived != nil {
		r.Arrived(a.Wire)
	}
	if hash == r.Known.Hash {
		a.Unchanged = true
		return a, nil
	}
	a.Body = io.NopCloser(strings.NewReader(s.Text))
	return a, nil
}

// ask waits for the answer to a request.
func (p *Places) ask(ctx context.Context, r transport.Request) (Served, error) {
	p.mu.Lock()
	p.requests = append(p.requests, r)
	p.mu.Unlock()
	return p.answer(ctx, r.Address)
}

// answer waits for the answer for an address.
func (p *Places) answer(ctx context.Context, address string) (Served, error) {
	p.mu.Lock()
	s, there := p.served[address]
	offline := p.offline
	p.mu.Unlock()
	switch {
	case offline:
		return s, &transport.Error{Trouble: transport.Offline, Address: address}
	case !there:
		return s, &transport.Error{Trouble: transport.NotFound, Address: address, Status: 404}
	}
	if s.After > 0 {
		select {
		case <-time.After(s.After):
		case <-ctx.Done():
			return s, ctx.Err()
		}
	}
	return s, s.Err
}

// Head implements transport.Places. It does not count as a request for a document.
func (p *Places) Head(ctx context.Context, t transport.Target) (transport.Head, error) {
	if transport.KindOf(t.Address) == transport.Local {
		return p.disk().Head(ctx, t)
	}
	s, err := p.answer(ctx, t.Address)
	if err != nil {
		return transport.Head{}, err
	}
	return transport.Head{ETag: s.tag()}, nil
}

// Write implements transport.Places.
func (p *Places) Write(ctx context.Context, put transport.Put) (transport.Written, error) {
	if transport.KindOf(put.Address) == transport.Local {
		return p.disk().Write(ctx, put)
	}
	s, err := p.ask(ctx, transport.Request{Target: put.Target})
	there := !is(err, transport.NotFound)
	if err != nil && there {
		return transport.Written{}, err
	}
	if _, err := put.Body.Seek(0, io.SeekStart); err != nil {
		return transport.Written{}, err
	}
	if _, err := put.Body.Seek(0, io.SeekStart); err != nil {
		return transport.Written{}, err
	}
	text, err := io.ReadAll(put.Body)
	if err != nil {
		return transport.Written{}, err
	}
	if err := mayWrite(put, s, there); err != nil {
		return transport.Written{}, err
	}
	p.Serve(put.Address, Served{Text: string(text), Type: put.Type})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written++
	return transport.Written{ETag: `"` + put.Hash[:8] + `"`, Hash: put.Hash}, nil
}

// mayWrite returns an error if the document must not be overwritten.
func mayWrite(put transport.Put, s Served, there bool) error {
	if !there {
		return nil
	}
	return put.MayReplace(hashOf(s.Text), strings.NewReader(s.Text))
}

// Remove implements transport.Places.
func (p *Places) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	if transport.KindOf(t.Address) == transport.Local {
		return p.disk().Remove(ctx, t, last)
	}
	s, err := p.ask(ctx, transport.Request{Target: t})
	switch {
	case is(err, transport.NotFound):
		return nil
	case err != nil:
		return err
	case hashOf(s.Text) != last.Hash:
		return &transport.Error{Trouble: transport.SecondWriter, Address: t.Address}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, t.Address)
	return nil
}

// Readers implements transport.Places: in-memory servers are readable by everyone.
func (p *Places) Readers(ctx context.Context, t transport.Target) (transport.Readers, error) {
	if transport.KindOf(t.Address) == transport.Local {
		return p.disk().Readers(ctx, t)
	}
	return transport.Readers{Who: transport.Everyone, Detail: fmt.Sprintf("%s asks nobody who they are", t.Address)}, nil
}

func is(err error, trouble transport.Trouble) bool {
	e, ok := err.(*transport.Error)
	return ok && e.Trouble == trouble
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

var _ transport.Places = (*Places)(nil)
