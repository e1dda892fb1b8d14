package locationtest

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

	"crossfeed/engine/location"
)

// Names implements location.Places.
func (p *Places) Names(ctx context.Context, folder location.Target) (names []string, err error) {
	if location.KindOf(folder.Address) == location.Local {
		return p.disk().Names(ctx, folder)
	}
	s, err := p.ask(ctx, location.Request{Target: folder})
	switch {
	case err != nil && !is(err, location.NotFound):
		return nil, err
	case s.Text != "": // a page
		return nil, fmt.Errorf("%s: %w", folder.Address, location.ErrNotFolder)
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

// Read implements location.Places.
func (p *Places) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	if location.KindOf(r.Address) == location.Local {
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
	known := location.Known{ETag: etag, Hash: hash, Whole: r.Known.Whole}
	a := &location.Response{Known: known, Moved: s.Moved, At: s.At, Fresh: s.Fresh, Type: s.Type}
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
func (p *Places) ask(ctx context.Context, r location.Request) (Served, error) {
	p.mu.Lock()
	p.requests = append(p.requests, r)
	p.mu.Unlock()
	return p.answer(ctx, r.Address)
}

// answer waits for what is answered for an address.
func (p *Places) answer(ctx context.Context, address string) (Served, error) {
	p.mu.Lock()
	s, there := p.served[address]
	offline := p.offline
	p.mu.Unlock()
	switch {
	case offline:
		return s, &location.Error{Trouble: location.Offline, Address: address}
	case !there:
		return s, &location.Error{Trouble: location.NotFound, Address: address, Status: 404}
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

// Head implements location.Places. It is no request for a document.
func (p *Places) Head(ctx context.Context, t location.Target) (location.Head, error) {
	if location.KindOf(t.Address) == location.Local {
		return p.disk().Head(ctx, t)
	}
	s, err := p.answer(ctx, t.Address)
	if err != nil {
		return location.Head{}, err
	}
	return location.Head{ETag: s.tag(), Size: int64(len(s.Text))}, nil
}

// Write implements location.Places.
func (p *Places) Write(ctx context.Context, put location.Put) (location.Written, error) {
	if location.KindOf(put.Address) == location.Local {
		return p.disk().Write(ctx, put)
	}
	s, err := p.ask(ctx, location.Request{Target: put.Target})
	there := !is(err, location.NotFound)
	if err != nil && there {
		return location.Written{}, err
	}
	if _, err := put.Body.Seek(0, io.SeekStart); err != nil {
		return location.Written{}, err
	}
	if _, err := put.Body.Seek(0, io.SeekStart); err != nil {
		return location.Written{}, err
	}
	text, err := io.ReadAll(put.Body)
	if err != nil {
		return location.Written{}, err
	}
	if err := mayWrite(put, s, there); err != nil {
		return location.Written{}, err
	}
	p.Serve(put.Address, Served{Text: string(text), Type: put.Type})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written++
	return location.Written{ETag: `"` + put.Hash[:8] + `"`, Hash: put.Hash}, nil
}

// mayWrite tells of a document that is not to be written over.
func mayWrite(put location.Put, s Served, there bool) error {
	if !there {
		return nil
	}
	return put.MayReplace(hashOf(s.Text), strings.NewReader(s.Text))
}

// Remove implements location.Places.
func (p *Places) Remove(ctx context.Context, t location.Target, last location.Written) error {
	if location.KindOf(t.Address) == location.Local {
		return p.disk().Remove(ctx, t, last)
	}
	s, err := p.ask(ctx, location.Request{Target: t})
	switch {
	case is(err, location.NotFound):
		return nil
	case err != nil:
		return err
	case hashOf(s.Text) != last.Hash:
		return &location.Error{Trouble: location.SecondWriter, Address: t.Address}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, t.Address)
	return nil
}

// Readers implements location.Places: everyone reads what servers in memory keep.
func (p *Places) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	if location.KindOf(t.Address) == location.Local {
		return p.disk().Readers(ctx, t)
	}
	return location.Readers{Who: location.Everyone, Detail: fmt.Sprintf("%s asks nobody who they are", t.Address)}, nil
}

func is(err error, trouble location.Trouble) bool {
	e, ok := err.(*location.Error)
	return ok && e.Trouble == trouble
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

var _ location.Places = (*Places)(nil)
