package transporttest

import (
	"maps"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// Served is the answer of an in-memory server for an address.
type Served struct {
	Text string
	// ETag makes the answer conditional; "" derives one from the text.
	ETag string
	// Err, if not nil, is returned instead of the text.
	Err error
	// After is how long the answer takes, by the system's clock (or a bubble's).
	After time.Duration
	// Moved, At, Fresh and Type are set in the transport.Response.
	Moved string
	At    string
	Fresh time.Duration
	Type  string
	// Download configures the answer to downloads.
	Download Flow
}

// Flow is how an in-memory server answers a download.
type Flow struct {
	// Size is the file's size in bytes: Text is repeated up to it. 0 means the size of Text.
	Size int64
	// NoSize omits the size of the file.
	NoSize bool
	// NoParts always serves the whole file.
	NoParts bool
	// Breaks makes each download break off after that many bytes; 0 never does.
	Breaks int64
	// Hangs makes a download block after Stalls bytes, until the context ends.
	Hangs  bool
	Stalls int64
	// Next, if not nil, replaces this answer as soon as a download has begun, before any byte
	// is read: the first download is served as specified here, later ones as in Next.
	Next *Served
}

// Count counts the requests to an address, by Read and by Download.
type Count struct {
	// Requests are all of them. Of these, Conditional named a known version, Unchanged were
	// answered with "not modified", and Ranges resumed in the middle.
	Requests, Conditional, Unchanged, Ranges int
	// Bytes is the total size of the bodies received.
	Bytes int64
}

// Places is an in-memory transport.Places: servers that store what is written to them, and
// answer as configured. Paths are passed to Files. The zero Places is empty and refuses paths.
type Places struct {
	Files transport.Files

	mu       sync.Mutex
	offline  bool
	served   map[string]Served
	requests []transport.Request
	counts   map[string]Count
	written  int
}

// Counts returns the counts by address since the last ResetCounts. Paths are not counted.
func (p *Places) Counts() map[string]Count {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.counts)
}

// ResetCounts resets all counts.
func (p *Places) ResetCounts() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts = nil
}

// count updates the counts of an address.
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

// Serve sets the answer for an address.
func (p *Places) Serve(address string, s Served) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.served == nil {
		p.served = map[string]Served{}
	}
	p.served[address] = s
}

// Leave removes the content at an address.
func (p *Places) Leave(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, address)
}

// Text returns the content at an address, or "".
func (p *Places) Text(address string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.served[address].Text
}

// Offline makes all servers unreachable, or reachable again.
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

// Requests returns the requests for documents on servers since the last call, in order.
func (p *Places) Requests() []transport.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() { p.requests = nil }()
	return p.requests
}

// Written returns the number of documents written to servers.
func (p *Places) Written() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.written
}

func (p *Places) disk() transport.OnDisk { return transport.OnDisk{Files: p.Files} }
