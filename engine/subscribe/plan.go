package subscribe

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// toRead is a subscription to refresh, with its set.
type toRead struct {
	store.Subscription
	set store.Set
	// lists are the names that all sets have in the file names of folders.
	lists []string
	// spread is how long it is delayed: when the computer wakes up, all overdue subscriptions
	// would otherwise be refreshed at once.
	spread time.Duration
	// rests reports whether it is permanently gone: then the report only says so.
	rests bool
}

// catchUp is the time over which overdue subscriptions are spread.
const catchUp = 3 * time.Second

// plan finds the requested sets, or all, and their subscriptions that are to be refreshed.
func (e *Service) plan(ctx context.Context, o SyncOptions) (sets []store.Set, todo []toRead, err error) {
	at, err := e.addresses(o.Subscriptions)
	if err != nil {
		return nil, nil, err
	}
	found := map[string]bool{}
	err = e.Store.View(ctx, func(r store.Reader) error {
		all, err := r.Sets()
		if err != nil {
			return err
		}
		if sets, err = store.SetsNamed(r, o.Sets); err != nil {
			return err
		}
		lists, err := namesInFolders(r, all)
		if err != nil {
			return err
		}
		return eachSubscription(r, sets, func(t toRead) {
			found[t.Location] = true
			t.lists = lists
			t.rests = t.Stopped && at == nil && !o.Whole
			if (at == nil || slices.Contains(at, t.Location)) && e.wanted(t, o) {
				todo = append(todo, t)
			}
		})
	})
	if err != nil {
		return nil, nil, err
	}
	for _, a := range at {
		if !found[a] {
			return nil, nil, fmt.Errorf("%s: %w", a, store.ErrNoSubscription)
		}
	}
	return sets, e.spreadOut(todo, o), nil
}

// isNew reports whether a subscription is read for the first time, within a day after the user
// saw its preview and added it. It is no longer new once any of its feeds was read, even if
// another one fails each time.
func (t toRead) isNew(now time.Time) bool {
	age := now.Sub(t.Added)
	read := !t.Health.LastSuccess.IsZero()
	for _, f := range t.Feeds {
		read = read || !reflect.DeepEqual(f, store.Feed{})
	}
	return !read && age >= 0 && age < 24*time.Hour
}

func (t toRead) list() string { return cmp.Or(t.List, t.set.Name) }

// namesInFolders returns the names that sets have in the file names of folders.
func namesInFolders(r store.Reader, sets []store.Set) (names []string, err error) {
	for _, s := range sets {
		names = append(names, s.Name, s.SharedName())
	}
	return names, eachSubscription(r, sets, func(t toRead) { names = append(names, t.list()) })
}

// isKnown reports whether a file in a shared folder is named like a feed of a local list:
// other subscriptions read such files.
func (t toRead) isKnown(name string) bool {
	return slices.ContainsFunc(t.lists, func(list string) bool { return transport.IsFileOf(list, name) })
}

// addresses returns the canonical forms of locations.
func (e *Service) addresses(locations []string) (all []string, err error) {
	for _, l := range locations {
		a, err := transport.Entered(e.Files, l)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// eachSubscription visits the subscriptions of sets, set by set.
func eachSubscription(r store.Reader, sets []store.Set, visit func(toRead)) error {
	only := int64(0) // all
	if len(sets) == 1 {
		only = sets[0].Key
	}
	all, err := r.Subscriptions(only)
	of := map[int64][]store.Subscription{}
	for _, s := range all {
		of[s.Set] = append(of[s.Set], s)
	}
	for _, set := range sets {
		for _, s := range of[set.Key] {
			visit(toRead{Subscription: s, set: set})
		}
	}
	return err
}

// wanted reports whether a sync includes a subscription, to refresh it or to report why not. A
// permanently gone feed is only read if the user names it, or asks to read everything again.
func (e *Service) wanted(t toRead, o SyncOptions) bool {
	switch {
	case t.Paused:
		return false
	case o.Due:
		return isDue(t.Subscription, e.Clock.Now()) && !e.busy.is(t.Key)
	}
	return true
}

func isDue(s store.Subscription, now time.Time) bool {
	return !s.Paused && !s.Stopped && !dueAt(s, now).After(now)
}

func dueAt(s store.Subscription, now time.Time) time.Time {
	return fetch.Due(s.Next, s.Health.LastTry, now)
}

// spreadOut delays each overdue subscription by a random time.
func (e *Service) spreadOut(todo []toRead, o SyncOptions) []toRead {
	if !o.Due || len(todo) < 2 {
		return todo
	}
	now := e.Clock.Now()
	for i, t := range todo {
		overdue := !t.Next.IsZero() && now.Sub(t.Next) > fetch.Least
		if overdue && transport.KindOf(t.Location) != transport.Local {
			todo[i].spread = time.Duration(e.IDs.Fraction() * float64(catchUp))
		}
	}
	return todo
}

// busy has the subscriptions that are being refreshed.
type busy struct {
	mu  sync.Mutex
	now map[int64]int
}

// begin marks subscriptions as being refreshed, each until its free function is called.
func (b *busy) begin(all []toRead) (free []func()) {
	for _, t := range all {
		b.add(t.Key, 1)
		free = append(free, sync.OnceFunc(func() { b.add(t.Key, -1) }))
	}
	return free
}

func (b *busy) add(key int64, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.now == nil {
		b.now = map[int64]int{}
	}
	b.now[key] += n
}

func (b *busy) is(key int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now[key] > 0
}

// Due returns when the next subscription of some sets, or of all, is to be refreshed; any is
// false if none has a schedule. A time that is not in the future means now.
func (e *Service) Due(ctx context.Context, sets ...string) (next time.Time, any bool, err error) {
	_, all, err := e.Subscribed(ctx, sets)
	next, any = e.NextOf(all)
	return next, any, err
}

// NextOf returns when the next of some subscriptions is to be refreshed, ignoring those that
// are being refreshed.
func (e *Service) NextOf(all []store.Subscription) (next time.Time, any bool) {
	now := e.Clock.Now()
	for _, t := range all {
		if t.Paused || t.Stopped || e.busy.is(t.Key) {
			continue
		}
		if at := dueAt(t, now); !any || at.Before(next) {
			next, any = at, true
		}
	}
	return next, any
}

// Subscribed returns the sets with these names, or all, and their subscriptions.
func (e *Service) Subscribed(ctx context.Context, names []string) (sets []store.Set, all []store.Subscription, err error) {
	err = e.Store.View(ctx, func(r store.Reader) error {
		if sets, err = store.SetsNamed(r, names); err != nil {
			return err
		}
		return eachSubscription(r, sets, func(t toRead) { all = append(all, t.Subscription) })
	})
	return sets, all, err
}
