package store

import (
	"context"
	"errors"
	"sync"
)

// Others are those who want to write while something long is being written: a person, whose
// edit must not wait for a hundred thousand items.
type Others interface {
	// Waiting tells whether there are any.
	Waiting() bool
	// Wait returns when there are none, or when ctx ends.
	Wait(ctx context.Context)
}

// Nobody is Others that are not there.
type Nobody struct{}

// Waiting implements Others.
func (Nobody) Waiting() bool { return false }

// Wait implements Others.
func (Nobody) Wait(context.Context) {}

// Gate lets a person's work go before the long writing of what a feed brought
// (Others).
type Gate struct {
	mu      sync.Mutex
	waiting int
	// free is closed when nobody waits any more.
	free chan struct{}
}

// Enter tells that somebody wants to write; Leave tells that it is done.
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

// Local is a store for what a person does: its updates go before the long writing of what a
// feed brought.
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

// errYield takes a transaction back to let others go first.
var errYield = errors.New("others wait")

// UpdateYielding is Update for what has to be one transaction and may take long: write calls
// yield now and then, and ends where that is an error. When others wait, the transaction is
// taken back and begun again after them, but no more often than turns says, so that it is done
// in the end however busy they are.
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
