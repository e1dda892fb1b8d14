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

// SyncOptions configure a sync of a library.
type SyncOptions struct {
	// Whole fetches everything unconditionally.
	Whole bool
	// Queue processes the queue only, and fetches no feed that is not in it.
	Queue bool
	// Progress is called now and then, on any goroutine; it may be nil.
	Progress func(contentsync.Progress)
}

// Sync runs the download algorithm on a library. If this program is already syncing the
// library, Sync waits for that run to end. If another program is syncing it, Sync returns
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

// run syncs a library that the caller has locked, and records the outcome.
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

// SyncAll syncs the libraries that are due, one after another, or all that are not paused. If
// another program is syncing a library, SyncAll skips it when syncing due libraries; otherwise
// the library's report says so.
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
			continue // another program syncs it, or it was removed in the meantime
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

// runs are this program's syncs, at most one at a time for each library.
type runs struct {
	turns fetch.Turns
	mu    sync.Mutex
	// cancels cancel the runs, by the key of the library.
	cancels map[int64]context.CancelFunc
}

// begin waits its turn. stop also cancels the context that begin returns.
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

// stop cancels the run on a library.
func (l *runs) stop(key int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cancel := l.cancels[key]; cancel != nil {
		cancel()
	}
}

// is reports whether a run on a library is in progress.
func (l *runs) is(key int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cancels[key] != nil
}

// runOn waits for this program's runs on a library to end, and locks out other runs, including
// those of other programs, until end is called. If another program is syncing the library,
// runOn returns cache.ErrBusy.
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

// busyLibrary adds the library's name to cache.ErrBusy.
func busyLibrary(l Library, err error) error {
	if errors.Is(err, cache.ErrBusy) {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	return err
}
