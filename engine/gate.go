package engine

import (
	"context"
	"sync"
)

// gate lets a person's work go before the long writing of what a feed brought
// (store.Others).
type gate struct {
	mu      sync.Mutex
	waiting int
	// free is closed when nobody waits any more.
	free chan struct{}
}

// enter tells that somebody wants to write; leave tells that it is done.
func (g *gate) enter() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting == 0 {
		g.free = make(chan struct{})
	}
	g.waiting++
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting--; g.waiting == 0 {
		close(g.free)
	}
}

// Waiting implements store.Others.
func (g *gate) Waiting() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.waiting > 0
}

// Wait implements store.Others.
func (g *gate) Wait(ctx context.Context) {
	g.mu.Lock()
	free, waiting := g.free, g.waiting
	g.mu.Unlock()
	if waiting == 0 {
		return
	}
	select {
	case <-free:
	case <-ctx.Done():
	}
}
