package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
	"crossfeed/engine/store"
)

// check tells what is wrong with options.
func (o LibraryOptions) check() error {
	if o.Every != 0 && (o.Every < schedule.Least || o.Every > schedule.Most) {
		return fmt.Errorf("a library cannot be synced every %v: choose an interval from %v to %v", o.Every, schedule.Least, schedule.Most)
	}
	if o.Room < 0 {
		return fmt.Errorf("a library cannot have %d bytes of room: choose more than none, or 0 for the usual limit", o.Room)
	}
	_, err := location.Proxy(o.Access.Proxy)
	return err
}

// onto is a library with the options.
func (o LibraryOptions) onto(l store.Library) store.Library {
	l.Title, l.Access, l.Paused, l.Every, l.Room = o.Title, o.Access, o.Paused, o.Every, o.Room
	return l
}

// signingIn is who signs in, for withPassword.
func (o LibraryOptions) signingIn() SubscribeOptions {
	return SubscribeOptions{Access: o.Access, Password: o.Password}
}

// ChangeLibrary changes what a person decided about a library, or returns
// store.ErrNoLibrary. change gets the options as they are, without the password; a
// password that it sets is kept. The library is due then: what was wrong may be right now.
func (e *Engine) ChangeLibrary(ctx context.Context, key int64, change func(*LibraryOptions)) error {
	l, err := e.library(ctx, key)
	if err != nil {
		return err
	}
	o := LibraryOptions{Title: l.Title, Access: l.Access, Paused: l.Paused, Every: l.Every, Room: l.Room}
	change(&o)
	if err := o.check(); err != nil {
		return err
	}
	return e.withPassword(ctx, l.Address, o.signingIn(), func() error {
		return e.changeLibrary(ctx, key, func(l *store.Library) {
			*l = o.onto(*l)
			l.Next = time.Time{}
		})
	})
}

// changeLibrary writes to the row of a library, and goes before a feed that is being kept.
func (e *Engine) changeLibrary(ctx context.Context, key int64, change func(*store.Library)) error {
	e.gate.enter()
	defer e.gate.leave()
	return e.store.Update(ctx, func(w store.Writer) error {
		l, err := w.Library(key)
		if err != nil {
			return err
		}
		change(&l)
		_, err = w.PutLibrary(l)
		return err
	})
}

// RemoveLibrary forgets a library, and takes its files from the disk. A run of this
// program on it ends; one of another is cache.ErrBusy. The password goes, too, where
// nothing else signs in there as that user. What of the files could not be taken away is
// at the next start.
func (e *Engine) RemoveLibrary(ctx context.Context, key int64) error {
	parts, err := e.contentParts()
	if err != nil {
		return err
	}
	l, err := e.library(ctx, key)
	if err != nil {
		return err
	}
	e.libraryRuns.stop(key)
	_, end, err := e.runOn(ctx, l)
	if err != nil {
		return err
	}
	err = e.store.Update(ctx, func(w store.Writer) error { return w.RemoveLibrary(key) })
	if err == nil {
		err = parts.Cache.Library(key).RemoveAll()
	}
	if err = errors.Join(err, end()); err != nil {
		return err
	}
	return e.forgetUnused(ctx, l.Address, l.Access)
}

// sweepLibraries takes away the files of libraries that are there no more.
func (e *Engine) sweepLibraries(ctx context.Context) error {
	parts, err := e.contentParts()
	if err != nil {
		return err
	}
	keys, err := parts.Cache.Libraries() // before the rows: the files of a new one come after its row
	if err != nil || len(keys) == 0 {
		return err
	}
	all, err := e.Libraries(ctx)
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	for _, l := range all {
		known[l.Key] = true
	}
	for _, key := range keys {
		if known[key] {
			continue
		}
		unlock, err := parts.Cache.Library(key).Lock()
		if err != nil {
			continue // somebody is at it
		}
		if err := errors.Join(parts.Cache.Library(key).RemoveAll(), unlock()); err != nil {
			return err
		}
	}
	return nil
}
