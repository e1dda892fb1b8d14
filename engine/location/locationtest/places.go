package locationtest

import (
	"sync"
	"time"

	"crossfeed/engine/location"
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
	// Moved, At, Fresh and Type are those of location.Response.
	Moved string
	At    string
	Fresh time.Duration
	Type  string
}

// Places is location.Places in memory: servers that keep what is written to them, and
// answer as they were told. Paths are those of Files. The zero Places has nothing, and
// refuses paths.
type Places struct {
	Files location.Files

	mu       sync.Mutex
	offline  bool
	served   map[string]Served
	requests []location.Request
	written  int
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

// Requests are those for documents of servers since the last call, in their order.
func (p *Places) Requests() []location.Request {
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

func (p *Places) disk() location.OnDisk { return location.OnDisk{Files: p.Files} }
