package work

import "sync/atomic"

// Shared is a value that the UI goroutine sets, and that others may read.
type Shared[T any] struct{ value atomic.Pointer[T] }

// Set sets the value.
func (s *Shared[T]) Set(v T) { s.value.Store(&v) }

// Get is the value that was set last, or the zero one.
func (s *Shared[T]) Get() (v T) {
	if p := s.value.Load(); p != nil {
		v = *p
	}
	return v
}
