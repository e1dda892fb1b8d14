package store

import (
	"context"
	"errors"
	"sync"
)

// Others are writers that a long write must not delay: a person's edit must not wait for a
// hundred thousand items.
type Others interface {
	// Waiting reports whether any are waiting.
	Waiting() bool
	// Wait returns when none are waiting, or when ctx ends.
	Wait(ctx context.Context)
}

// Nobody implements Others without any writers.
type Nobody struct{}

// Waiting implements Others.
func (Nobody) Waiting() bool { return false }

// Wait implements Others.
func (Nobody) Wait(context.Context) {}

// Gate lets a person's edits go before long writes of what a feed delivered (Others).
type Gate struct {
	mu      sync.Mutex
	waiting int
	// free is closed when nobody waits.
	free chan struct{}
}

// Enter announces that somebody wants to write; Leave announces the end.
func (g *Gate) Enter() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting == 0 {
		g.free = make(chan struct{})
	}
	g.waiting++
}

func (g *Gate) Leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting--; g.waiting == 0 {
		close(g.free)
	}
}

// Waiting implements Others.
func (g *Gate) Waiting() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.waiting > 0
}

// Wait implements Others.
func (g *Gate) Wait(ctx context.Context) {
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

// Local is a store for a person's edits: its updates go before long writes of what a feed
// delivered.
type Local struct {
	Store
	Gate *Gate
}

// Update implements Store.
func (l Local) Update(ctx context.Context, write func(Writer) error) error {
	l.Gate.Enter()
	defer l.Gate.Leave()
	return l.Store.Update(ctx, write)
}

// unsynced is the key of Unsynced.
type unsynced struct{}

// Unsynced returns a context in which Update returns before its change is on the disk. After a
// power failure, the change may be missing, with all that follow, until the next synced one. Programs that crash lose nothing.
func Unsynced(ctx context.Context) context.Context { return context.WithValue(ctx, unsynced{}, true) }

// IsUnsynced reports whether a context is from Unsynced.
func IsUnsynced(ctx context.Context) bool { return ctx.Value(unsynced{}) != nil }

// errYield rolls back a transaction to let others go first.
var errYield = errors.New("others wait")

// UpdateYielding is Update for a long write that has to be one transaction. write calls yield
// now and then, and returns its error. If others are waiting, the transaction is rolled back
// and restarted after them, but at most turns times, so that it finishes however busy they
// are.
func UpdateYielding(ctx context.Context, s Store, others Others, turns int, write func(w Writer, yield func() error) error) error {
	for turn := 0; ; turn++ {
		err := s.Update(ctx, func(w Writer) error {
			return write(w, func() error {
				if turn < turns && others.Waiting() {
					return errYield
				}
				return nil
			})
		})
		if !errors.Is(err, errYield) {
			return err
		}
		others.Wait(ctx)
	}
}
