package conflict

import (
	"context"
	"sync"
)

// memory keeps how long texts compare, so that a decision does not compare again
// what it did not change. It is used from several goroutines: a comparison that was
// given up may still run beside the next.
type memory struct {
	mu  sync.Mutex
	all map[[2]string]aligned
}

// Texts shorter than this are compared as quickly as they are looked up; of others
// no more are kept than so many.
const (
	worthKeeping = 2_000
	mostKept     = 100
)

// against compares two texts, or remembers how they compare.
func (m *memory) against(ctx context.Context, ref, text string) aligned {
	if m == nil || len(ref)+len(text) < worthKeeping {
		return against(ctx, ref, text)
	}
	key := [2]string{ref, text}
	if a, there := m.get(key); there {
		return a
	}
	a := against(ctx, ref, text)
	if ctx.Err() == nil {
		m.put(key, a)
	}
	return a
}

func (m *memory) get(key [2]string) (aligned, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, there := m.all[key]
	return a, there
}

func (m *memory) put(key [2]string, a aligned) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil || len(m.all) >= mostKept {
		m.all = map[[2]string]aligned{}
	}
	m.all[key] = a
}
