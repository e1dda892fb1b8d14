package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/cache"
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
	e.gate.enter()
	err = contentsync.Leave(ctx, parts, key)
	e.gate.leave()
	if err == nil {
		err = errors.Join(e.forgetUnused(ctx, l.Address, l.Access), e.clearLibrary(ctx, parts, key))
	}
	return errors.Join(err, end())
}

// clearLibrary takes away what is left of a library that was removed, its row last: where
// it is stopped, the next start goes on with it.
func (e *Engine) clearLibrary(ctx context.Context, parts contentsync.Parts, key int64) error {
	if err := contentsync.Forget(ctx, parts, key); err != nil {
		return err
	}
	if err := parts.Cache.Library(key).RemoveAll(); err != nil {
		return err
	}
	err := e.store.Update(ctx, func(w store.Writer) error { return w.RemoveLibrary(key) })
	if errors.Is(err, store.ErrNoLibrary) {
		return nil // of one that is swept the row was gone before
	}
	return err
}

// sweepLibraries takes away what is left of libraries that are there no more.
func (e *Engine) sweepLibraries(ctx context.Context) error {
	parts, err := e.contentParts()
	if err != nil {
		return err
	}
	keys, err := parts.Cache.Libraries() // before the rows: the files of a new one come after its row
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err := r.Libraries()
		for _, l := range all {
			if known[l.Key] = !l.Gone; l.Gone {
				keys = append(keys, l.Key)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if known[key] {
			continue
		}
		unlock, err := parts.Cache.Library(key).Lock()
		if err != nil {
			continue // somebody is at it
		}
		if err := errors.Join(e.clearLibrary(ctx, parts, key), unlock()); err != nil {
			return err
		}
	}
	return nil
}

// ErrNotHere means that a file of a library is not on this computer, or is not as it came.
var ErrNotHere = errors.New("it is not on this computer: get it")

// GetContent fetches files and nested feeds that are on demand, were removed, or failed,
// by their addresses. Where another program syncs the library, it is cache.ErrBusy: that
// one fetches them.
func (e *Engine) GetContent(ctx context.Context, library int64, o ContentOptions, addresses ...string) (contentsync.Report, error) {
	parts, err := e.contentParts()
	if err != nil {
		return contentsync.Report{}, err
	}
	e.gate.enter()
	err = contentsync.Want(ctx, parts, library, addresses...)
	e.gate.leave()
	if err != nil {
		return contentsync.Report{}, err
	}
	o.Queue = true
	report, err := e.SyncLibrary(ctx, library, o)
	if errors.Is(err, cache.ErrBusy) {
		err = fmt.Errorf("%w, which fetches what you asked for, too", err)
	}
	return report, err
}

// RemoveContent takes files from the disk; the library shows them as removed, and they
// can be had again. It returns how many bytes became free.
func (e *Engine) RemoveContent(ctx context.Context, library int64, addresses ...string) (freed int64, err error) {
	parts, err := e.contentParts()
	if err != nil {
		return 0, err
	}
	e.gate.enter()
	defer e.gate.leave()
	return contentsync.Remove(ctx, parts, library, addresses...)
}

// ContentPath is where a file of a library lies on this computer, to open it: whole, and
// as it came. One that is not here, or was changed or removed by another program, is an
// error that tells to get it again (ErrNotHere).
func (e *Engine) ContentPath(ctx context.Context, library int64, address string) (path string, err error) {
	parts, err := e.contentParts()
	if err != nil {
		return "", err
	}
	var f store.ContentFile
	err = e.store.View(ctx, func(r store.Reader) error {
		if _, err := contentsync.Library(r, library); err != nil {
			return err
		}
		f, _, err = r.ContentFile(library, address)
		return err
	})
	if err != nil {
		return "", err
	}
	if f.State != store.FileHere {
		return "", fmt.Errorf("%s: %w", address, ErrNotHere)
	}
	c := parts.Cache.Library(library)
	size, there, err := c.Size(f.Name)
	switch {
	case err != nil:
		return "", err
	case !there:
		return "", fmt.Errorf("%s was removed by another program: %w", address, ErrNotHere)
	case size != f.Size:
		return "", fmt.Errorf("%s was changed by another program: %w", address, ErrNotHere)
	}
	return c.Path(f.Name), nil
}

// came is how many bytes came of a file that waits, and of how many, -1 where that is not
// known.
func (e *Engine) came(library int64, address string) (came, whole int64) {
	if e.parts.Content == nil {
		return 0, -1
	}
	came, whole, err := e.parts.Content.Library(library).Came(cache.Name(address))
	if err != nil {
		return 0, -1
	}
	return came, whole
}
