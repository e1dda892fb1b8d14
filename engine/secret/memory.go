package secret

import (
	"context"
	"sync"
)

// Memory keeps passwords until the program ends. The zero value is empty and ready.
type Memory struct {
	mu   sync.Mutex
	kept map[key]string
}

// key is what a password is kept for.
type key struct{ place, user string }

// Password implements Keeper.
func (m *Memory) Password(_ context.Context, place, user string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	password, there := m.kept[key{place, user}]
	if !there {
		return "", none(place, user, nil)
	}
	return password, nil
}

// Keep implements Keeper.
func (m *Memory) Keep(_ context.Context, place, user, password string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[key]string{}
	}
	m.kept[key{place, user}] = password
	return nil
}

// Forget implements Keeper.
func (m *Memory) Forget(_ context.Context, place, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, key{place, user})
	return nil
}

// Where implements Keeper.
func (m *Memory) Where() Where { return Where{} }
