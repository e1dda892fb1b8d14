package work

import "sync/atomic"

// Shared is a value that the UI goroutine sets and other goroutines can read.
type Shared[T any] struct{ value atomic.Pointer[T] }

// Set sets the value.
func (s *Shared[T]) Set(v T) { s.value.Store(&v) }

// Get returns the value that was set last, or the zero value.
func (s *Shared[T]) Get() (v T) {
	if p := s.value.Load(); p != nil {
		v = *p
	}
	return v
}
