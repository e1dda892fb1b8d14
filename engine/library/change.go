package library

import (
	"cmp"
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

// onto returns l with the options applied.
func (o Options) onto(l store.Library) store.Library {
	l.Title, l.Access, l.Paused, l.Every, l.Room = o.Title, o.Access, o.Paused, o.Every, o.Room
	return l
}

// Change changes a person's options for a library, or returns store.ErrNoLibrary. change
// receives the current options, without the password; a password that it sets is saved. The
// library is due afterwards, because the change may have fixed what made it fail.
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

// change updates the row of a library. It takes precedence over bulk writes.
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

// MarkRead marks items of a feed of a library ("" for the root) as read or unread, by their
// IDs.
func (s *Service) MarkRead(ctx context.Context, key int64, feed string, read bool, ids ...string) error {
	return store.Local{Store: s.Store, Gate: s.Gate}.Update(ctx, func(w store.Writer) error {
		l, err := w.Library(key)
		if err == nil {
			err = w.MarkContentRead(key, cmp.Or(feed, l.Address), read, ids...)
		}
		return err
	})
}

// Remove removes a library and deletes its files from the disk. It stops a run of this program
// on the library; if another program is syncing it, Remove returns cache.ErrBusy. The password
// is forgotten too, unless something else signs in there as the same user. Files that could
// not be deleted are deleted at the next start.
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

// clear deletes what is left of a removed library, its row last, so that the next start can
// finish an interrupted deletion.
func (s *Service) clear(ctx context.Context, parts contentsync.Parts, key int64) error {
	if err := contentsync.Forget(ctx, parts, key); err != nil {
		return err
	}
	if err := parts.Cache.Library(key).RemoveAll(); err != nil {
		return err
	}
	err := s.Store.Update(ctx, func(w store.Writer) error { return w.RemoveLibrary(key) })
	if errors.Is(err, store.ErrNoLibrary) {
		return nil // the row of a swept library is already gone
	}
	return err
}

// Sweep deletes what is left of libraries that no longer exist.
func (s *Service) Sweep(ctx context.Context) error {
	parts, err := s.parts()
	if err != nil {
		return err
	}
	keys, err := parts.Cache.Libraries() // read before the rows: a new library gets its row before its files
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
			continue // another run holds the lock
		}
		if err := errors.Join(s.clear(ctx, parts, key), unlock()); err != nil {
			return err
		}
	}
	return nil
}

// ErrNotHere means that a file of a library is not on this computer, or was changed since its
// download.
var ErrNotHere = errors.New("the file is not on this computer")

// Get fetches files and nested feeds, given by their addresses, that are on demand, were
// removed, or failed. If another program is syncing the library, Get returns cache.ErrBusy,
// and that program fetches them.
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

// RemoveFiles deletes files from the disk. The library shows them as removed, and they can be
// fetched again. It returns the number of bytes freed.
func (s *Service) RemoveFiles(ctx context.Context, library int64, addresses ...string) (freed int64, err error) {
	parts, err := s.parts()
	if err != nil {
		return 0, err
	}
	s.Gate.Enter()
	defer s.Gate.Leave()
	return contentsync.Remove(ctx, parts, library, addresses...)
}

// Path returns the path of a library's file on this computer, for opening it. If the file is
// not here, or another program changed or removed it, the error says to get it again
// (ErrNotHere).
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
		return "", fmt.Errorf("%s: %w anymore: another program removed it", address, ErrNotHere)
	case size != f.Size:
		return "", fmt.Errorf("%s: %w anymore: another program changed it", address, ErrNotHere)
	}
	return c.Path(f.Name), nil
}

// received returns how many bytes of a waiting file have been received and its whole size, -1 if
// unknown.
func (s *Service) received(library int64, address string) (came, whole int64) {
	if s.Cache == nil {
		return 0, -1
	}
	came, whole, err := s.Cache.Library(library).Received(cache.Name(address))
	if err != nil {
		return 0, -1
	}
	return came, whole
}
