package fetch

import (
	"context"
	"sync"
)

// Turns lets only one goroutine at a time work on the same key.
type Turns struct {
	mu sync.Mutex
	// taken has a channel for each key in use, which is closed when the key is free again.
	taken map[int64]chan struct{}
}

// Enter waits its turn. leave ends it.
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
