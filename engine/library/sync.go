package library

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"crossfeed/engine/fetch"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
)

// SyncOptions say how a library is synced.
type SyncOptions struct {
	// Whole asks for everything without conditions.
	Whole bool
	// Queue does what waits, and asks for no feed that does not.
	Queue bool
	// Progress is told now and then, on any goroutine; nil is nobody.
	Progress func(contentsync.Progress)
}

// Sync runs the download algorithm on a library. A second call for a library that
// is synced already waits for the first to end. Where another program is at it, it is
// cache.ErrBusy.
func (s *Service) Sync(ctx context.Context, key int64, o SyncOptions) (contentsync.Report, error) {
	l, err := s.one(ctx, key)
	if err != nil {
		return contentsync.Report{}, err
	}
	inner, end, err := s.runOn(ctx, l)
	if err != nil {
		return contentsync.Report{Library: l.Name}, err
	}
	report, err := s.run(inner, l, o)
	return report, errors.Join(err, end())
}

// run runs on a library that nobody else is at, and notes how it went.
func (s *Service) run(ctx context.Context, l Library, o SyncOptions) (contentsync.Report, error) {
	parts, err := s.parts()
	if err != nil {
		return contentsync.Report{}, err
	}
	began := s.Clock.Now()
	err = s.change(ctx, l.Key, func(l *store.Library) { l.Health.LastTry = began })
	if err != nil {
		return contentsync.Report{}, err
	}
	report, err := contentsync.Sync(ctx, parts, contentsync.Options{
		Library: l.Key, Root: !o.Queue, Whole: o.Whole, Progress: o.Progress,
	})
	if err != nil {
		return report, err
	}
	if report.Library == "" {
		report.Library = l.Name
	}
	return report, s.note(ctx, l, report)
}

// SyncAll syncs those that are due, one after another, or all that are not paused. A
// one that another program is at is passed over where it is due, and says so in its
// report otherwise.
func (s *Service) SyncAll(ctx context.Context, due bool, o SyncOptions) (reports []contentsync.Report, err error) {
	if err := s.Sweep(ctx); err != nil {
		return nil, err
	}
	all, err := s.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		now := s.Clock.Now()
		if l.Paused || due && (l.Running || nextRun(l.Library, now).After(now)) {
			continue
		}
		report, err := s.Sync(ctx, l.Key, o)
		switch {
		case errors.Is(err, cache.ErrBusy) && due, errors.Is(err, store.ErrNoLibrary):
			continue // removed meanwhile
		case errors.Is(err, cache.ErrBusy):
			report.Stopped = err
		case err != nil:
			return reports, err
		}
		reports = append(reports, report)
		if ctx.Err() != nil {
			return reports, ctx.Err()
		}
	}
	return reports, nil
}

// runs are the runs of this program on libraries: one at a time on each.
type runs struct {
	turns fetch.Turns
	mu    sync.Mutex
	// cancels end the runs, by the key of the library.
	cancels map[int64]context.CancelFunc
}

// begin waits for its turn. The ctx that it gives ends by stop, too.
func (l *runs) begin(ctx context.Context, key int64) (inner context.Context, end func(), err error) {
	leave, err := l.turns.Enter(ctx, key)
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

func (l *runs) set(key int64, cancel context.CancelFunc) {
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
func (l *runs) stop(key int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cancel := l.cancels[key]; cancel != nil {
		cancel()
	}
}

// is reports whether there is a run on a library.
func (l *runs) is(key int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cancels[key] != nil
}

// runOn waits for the runs of this program on a library to end, and keeps other ones, and
// those of other programs, from it until end. Where another program is at it, it is
// cache.ErrBusy.
func (s *Service) runOn(ctx context.Context, l Library) (inner context.Context, end func() error, err error) {
	parts, err := s.parts()
	if err != nil {
		return nil, nil, err
	}
	inner, leave, err := s.runs.begin(ctx, l.Key)
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
