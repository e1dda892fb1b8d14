package engine_test

import (
	"context"
	"errors"
	"sync"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// errEnded is the error of all calls of a process that has ended.
var errEnded = errors.New("the process has ended")

// process is a process that may end at any call of its store or of a server: from then on, it
// has no effect.
type process struct {
	mu    sync.Mutex
	left  int
	armed bool
	ended bool
	// meanwhile is called once, at a call for the address at.
	meanwhile func()
	at        string
}

// endAfter makes the process end after a number of calls; 0 means never.
func (p *process) endAfter(calls int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.armed, p.ended = calls, calls > 0, false
}

// hasEnded reports whether the process has ended.
func (p *process) hasEnded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// call counts a call, and returns an error if the process has ended.
func (p *process) call() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.armed && !p.ended {
		p.left--
		p.ended = p.left <= 0
	}
	if p.ended {
		return errEnded
	}
	return nil
}

// do schedules a function for the next call for an address.
func (p *process) do(at string, what func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at, p.meanwhile = at, what
}

// passes runs the function scheduled for an address.
func (p *process) passes(at string) {
	p.mu.Lock()
	what := p.meanwhile
	if what == nil || p.at != at {
		p.mu.Unlock()
		return
	}
	p.meanwhile = nil
	p.mu.Unlock()
	what()
}

type mortalStore struct {
	store.Store
	process *process
}

func (s mortalStore) View(ctx context.Context, read func(store.Reader) error) error {
	if err := s.process.call(); err != nil {
		return err
	}
	return s.Store.View(ctx, read)
}

func (s mortalStore) Update(ctx context.Context, write func(store.Writer) error) error {
	if err := s.process.call(); err != nil {
		return err
	}
	return s.Store.Update(ctx, write)
}

func (s mortalStore) Revision(ctx context.Context) (int64, error) {
	if err := s.process.call(); err != nil {
		return 0, err
	}
	return s.Store.Revision(ctx)
}

// servers are in-memory servers that answer late, incorrectly or not at all.
type servers struct {
	*transporttest.Places
	// documents are the documents that were ever at an address.
	documents map[string][]string
	// wrong replaces the answer for an address: by an error, or by earlier content.
	wrong map[string]transporttest.Served
}

func newServers() *servers {
	return &servers{Places: &transporttest.Places{}, documents: map[string][]string{}, wrong: map[string]transporttest.Served{}}
}

// mortalPlaces gives a process access to the servers.
type mortalPlaces struct {
	*servers
	process *process
}

func (p mortalPlaces) Names(ctx context.Context, t transport.Target) ([]string, error) {
	if err := p.process.call(); err != nil {
		return nil, err
	}
	return p.servers.Names(ctx, t)
}

func (p mortalPlaces) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	if err := p.process.call(); err != nil {
		return nil, err
	}
	defer p.process.passes(r.Address)
	wrong, is := p.wrong[r.Address]
	if !is {
		return p.servers.Read(ctx, r)
	}
	if wrong.Err != nil {
		return nil, wrong.Err
	}
	before := &transporttest.Places{}
	before.Serve(r.Address, wrong)
	return before.Read(ctx, r)
}

func (p mortalPlaces) Write(ctx context.Context, put transport.Put) (transport.Written, error) {
	if err := p.process.call(); err != nil {
		return transport.Written{}, err
	}
	p.process.passes(put.Address)
	if err := p.wrong[put.Address].Err; err != nil {
		return transport.Written{}, err
	}
	w, err := p.servers.Write(ctx, put)
	if text := p.Text(put.Address); err == nil && text != "" {
		p.documents[put.Address] = append(p.documents[put.Address], text)
	}
	if ended := p.process.call(); ended != nil {
		return transport.Written{}, ended // it is written, but the process does not know
	}
	return w, err
}

func (p mortalPlaces) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	if err := p.process.call(); err != nil {
		return err
	}
	if err := p.wrong[t.Address].Err; err != nil {
		return err
	}
	return p.servers.Remove(ctx, t, last)
}
