package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// check returns an error if the options are invalid.
func (o Options) check() error {
	if o.Every != 0 && (o.Every < fetch.Least || o.Every > fetch.Most) {
		return fmt.Errorf("a library cannot be synced every %v: choose an interval from %v to %v", o.Every, fetch.Least, fetch.Most)
	}
	if o.Room < 0 {
		return fmt.Errorf("a library cannot have %d bytes of room: choose more than none, or 0 for the usual limit", o.Room)
	}
	_, err := transport.Proxy(o.Access.Proxy)
	return err
}

// onto is a library with the options.
func (o Options) onto(l store.Library) store.Library {
	l.Title, l.Access, l.Paused, l.Every, l.Room = o.Title, o.Access, o.Paused, o.Every, o.Room
	return l
}

// Change changes what a person decided about a library, or returns
// store.ErrNoLibrary. change gets the options as they are, without the password; a
// password that it sets is kept. The library is due then: what was wrong may be right now.
func (s *Service) Change(ctx context.Context, key int64, change func(*Options)) error {
	l, err := s.one(ctx, key)
	if err != nil {
		return err
	}
	o := Options{Title: l.Title, Access: l.Access, Paused: l.Paused, Every: l.Every, Room: l.Room}
	change(&o)
	if err := o.check(); err != nil {
		return err
	}
	return s.Accounts.With(ctx, l.Address, o.Access.User, o.Password, func() error {
		return s.change(ctx, key, func(l *store.Library) {
			*l = o.onto(*l)
			l.Next = time.Time{}
		})
	})
}

// change writes to the row of a library, and goes before a feed that is being kept.
func (s *Service) change(ctx context.Context, key int64, change func(*store.Library)) error {
	return store.Local{Store: s.Store, Gate: s.Gate}.Update(ctx, func(w store.Writer) error {
		l, err := w.Library(key)
		if err != nil {
			return err
		}
		change(&l)
		_, err = w.PutLibrary(l)
		return err
	})
}

// Remove forgets a library, and takes its files from the disk. A run of this
// program on it ends; one of another is cache.ErrBusy. The password goes, too, where
// nothing else signs in there as that user. What of the files could not be taken away is
// at the next start.
func (s *Service) Remove(ctx context.Context, key int64) error {
	parts, err := s.parts()
	if err != nil {
		return err
	}
	l, err := s.one(ctx, key)
	if err != nil {
		return err
	}
	s.runs.stop(key)
	_, end, err := s.runOn(ctx, l)
	if err != nil {
		return err
	}
	s.Gate.Enter()
	err = contentsync.Leave(ctx, parts, key)
	s.Gate.Leave()
	if err == nil {
		err = errors.Join(s.Accounts.ForgetUnused(ctx, l.Address, l.Access), s.clear(ctx, parts, key))
	}
	return errors.Join(err, end())
}

// clear takes away what is left of a library that was removed, its row last: where
// it is stopped, the next start goes on with it.
func (s *Service) clear(ctx context.Context, parts contentsync.Parts, key int64) error {
	if err := contentsync.Forget(ctx, parts, key); err != nil {
		return err
	}
	if err := parts.Cache.Library(key).RemoveAll(); err != nil {
		return err
	}
	err := s.Store.Update(ctx, func(w store.Writer) error { return w.RemoveLibrary(key) })
	if errors.Is(err, store.ErrNoLibrary) {
		return nil // a swept library has no row already
	}
	return err
}

// Sweep takes away what is left of libraries that are there no more.
func (s *Service) Sweep(ctx context.Context) error {
	parts, err := s.parts()
	if err != nil {
		return err
	}
	keys, err := parts.Cache.Libraries() // before the rows: the files of a new one come after its row
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	err = s.Store.View(ctx, func(r store.Reader) error {
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
		if err := errors.Join(s.clear(ctx, parts, key), unlock()); err != nil {
			return err
		}
	}
	return nil
}

// ErrNotHere means that a file of a library is not on this computer, or is not as it came.
var ErrNotHere = errors.New("it is not on this computer: get it")

// Get fetches files and nested feeds that are on demand, were removed, or failed,
// by their addresses. Where another program syncs the library, it is cache.ErrBusy: that
// one fetches them.
func (s *Service) Get(ctx context.Context, library int64, o SyncOptions, addresses ...string) (contentsync.Report, error) {
	parts, err := s.parts()
	if err != nil {
		return contentsync.Report{}, err
	}
	s.Gate.Enter()
	err = contentsync.Want(ctx, parts, library, addresses...)
	s.Gate.Leave()
	if err != nil {
		return contentsync.Report{}, err
	}
	o.Queue = true
	report, err := s.Sync(ctx, library, o)
	if errors.Is(err, cache.ErrBusy) {
		err = fmt.Errorf("%w, which fetches what you asked for, too", err)
	}
	return report, err
}

// RemoveFiles takes files from the disk; the library shows them as removed, and they
// can be had again. It returns how many bytes became free.
func (s *Service) RemoveFiles(ctx context.Context, library int64, addresses ...string) (freed int64, err error) {
	parts, err := s.parts()
	if err != nil {
		return 0, err
	}
	s.Gate.Enter()
	defer s.Gate.Leave()
	return contentsync.Remove(ctx, parts, library, addresses...)
}

// Path returns the path of a library's file on this computer, to open it: whole, and
// as it came. One that is not here, or was changed or removed by another program, is an
// error that tells to get it again (ErrNotHere).
func (s *Service) Path(ctx context.Context, library int64, address string) (path string, err error) {
	parts, err := s.parts()
	if err != nil {
		return "", err
	}
	var f store.ContentFile
	err = s.Store.View(ctx, func(r store.Reader) error {
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
func (s *Service) came(library int64, address string) (came, whole int64) {
	if s.Cache == nil {
		return 0, -1
	}
	came, whole, err := s.Cache.Library(library).Came(cache.Name(address))
	if err != nil {
		return 0, -1
	}
	return came, whole
}
