package fetch

import (
	"context"
	"sync"
)

// Turns lets one goroutine at a time work on what has a key.
type Turns struct {
	mu sync.Mutex
	// taken has a channel for each key that is worked on, closed when that is over.
	taken map[int64]chan struct{}
}

// Enter waits for a turn. leave ends it.
func (t *Turns) Enter(ctx context.Context, key int64) (leave func(), err error) {
	for {
		t.mu.Lock()
		busy := t.taken[key]
		if busy == nil {
			break
		}
		t.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer t.mu.Unlock()
	if t.taken == nil {
		t.taken = map[int64]chan struct{}{}
	}
	done := make(chan struct{})
	t.taken[key] = done
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.taken, key)
		close(done)
	}, nil
}
