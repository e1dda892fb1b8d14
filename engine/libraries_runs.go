package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"crossfeed/engine/contentsync/cache"
)

// libraryRuns are the runs of this program on libraries: one at a time on each.
type libraryRuns struct {
	turns turns
	mu    sync.Mutex
	// cancels end the runs, by the key of the library.
	cancels map[int64]context.CancelFunc
}

// begin waits for its turn. The ctx that it gives ends by stop, too.
func (l *libraryRuns) begin(ctx context.Context, key int64) (inner context.Context, end func(), err error) {
	leave, err := l.turns.enter(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	inner, cancel := context.WithCancel(ctx)
	l.set(key, cancel)
	return inner, func() {
		l.set(key, nil)
		cancel()
		leave()
	}, nil
}

func (l *libraryRuns) set(key int64, cancel context.CancelFunc) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancels == nil {
		l.cancels = map[int64]context.CancelFunc{}
	}
	if l.cancels[key] = cancel; cancel == nil {
		delete(l.cancels, key)
	}
}

// stop ends the run on a library.
func (l *libraryRuns) stop(key int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cancel := l.cancels[key]; cancel != nil {
		cancel()
	}
}

// is tells whether there is a run on a library.
func (l *libraryRuns) is(key int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cancels[key] != nil
}

// runOn waits for the runs of this program on a library to end, and keeps other ones, and
// those of other programs, from it until end. Where another program is at it, it is
// cache.ErrBusy.
func (e *Engine) runOn(ctx context.Context, l Library) (inner context.Context, end func() error, err error) {
	parts, err := e.contentParts()
	if err != nil {
		return nil, nil, err
	}
	inner, leave, err := e.libraryRuns.begin(ctx, l.Key)
	if err != nil {
		return nil, nil, err
	}
	unlock, err := parts.Cache.Library(l.Key).Lock()
	if err != nil {
		leave()
		return nil, nil, busyLibrary(l, err)
	}
	return inner, func() error {
		defer leave()
		return unlock()
	}, nil
}

// busyLibrary names the library that another program is at.
func busyLibrary(l Library, err error) error {
	if errors.Is(err, cache.ErrBusy) {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	return err
}
