package transporttest

import (
	"maps"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// Served is what a server in memory answers for an address.
type Served struct {
	Text string
	// ETag makes the answer conditional; "" makes one of the text.
	ETag string
	// Err is answered instead of the text, where it is not nil.
	Err error
	// After is how long the answer takes, by the system's clock (or a bubble's).
	After time.Duration
	// Moved, At, Fresh and Type are those of transport.Response.
	Moved string
	At    string
	Fresh time.Duration
	Type  string
	// Download is how the answer comes where a file is asked for as a stream.
	Download Flow
}

// Flow is how a server in memory gives a file as a stream.
type Flow struct {
	// Size is the file's in bytes: Text is repeated up to it. 0 is that of Text.
	Size int64
	// Unsaid leaves out how large the file is.
	Unsaid bool
	// NoParts gives the file whole always.
	NoParts bool
	// Breaks lets a download break off after that many bytes of its own; 0 lets none.
	Breaks int64
	// Hangs lets nothing come any more after Stalls bytes, until the context ends.
	Hangs  bool
	Stalls int64
	// Next is what is served from the next download on, where it is not nil: it answers
	// once as said here, and then as said there. It does so before any byte is read.
	Next *Served
}

// Count is what was asked of an address, by Read and by Download.
type Count struct {
	// Requests are all of them; of these Conditional named what was known, Unchanged
	// were answered that it is still so, and Ranges went on in the middle.
	Requests, Conditional, Unchanged, Ranges int
	// Bytes are those of the bodies that came.
	Bytes int64
}

// Places is transport.Places in memory: servers that keep what is written to them, and
// answer as they were told. Paths are those of Files. The zero Places has nothing, and
// refuses paths.
type Places struct {
	Files transport.Files

	mu       sync.Mutex
	offline  bool
	served   map[string]Served
	requests []transport.Request
	counts   map[string]Count
	written  int
}

// Counts are those by address since the last ResetCounts. Paths are not counted.
func (p *Places) Counts() map[string]Count {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.counts)
}

// ResetCounts begins to count anew.
func (p *Places) ResetCounts() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts = nil
}

// count changes what is counted for an address.
func (p *Places) count(address string, change func(*Count)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.counts == nil {
		p.counts = map[string]Count{}
	}
	c := p.counts[address]
	change(&c)
	p.counts[address] = c
}

// Serve says what is answered for an address from now on.
func (p *Places) Serve(address string, s Served) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.served == nil {
		p.served = map[string]Served{}
	}
	p.served[address] = s
}

// Leave lets nothing lie at an address from now on.
func (p *Places) Leave(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, address)
}

// Text is what lies at an address, or "".
func (p *Places) Text(address string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.served[address].Text
}

// Offline lets no server be reached from now on, or be again.
func (p *Places) Offline(is bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offline = is
}

func (p *Places) isOffline() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.offline
}

// Requests are those for documents of servers since the last call, in their order.
func (p *Places) Requests() []transport.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() { p.requests = nil }()
	return p.requests
}

// Written counts the documents that were put on servers.
func (p *Places) Written() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.written
}

func (p *Places) disk() transport.OnDisk { return transport.OnDisk{Files: p.Files} }
