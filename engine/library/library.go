// Package library maintains local copies of libraries, which are trees of feeds and files
// published by others, and publishes folders as such trees (Content Sync Extensions).
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/csx"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of a Service.
type Parts struct {
	Store  store.Store
	Places transport.Places
	// Files is this computer's file system, or nil.
	Files     transport.Files
	TempFiles transport.TempFiles
	// Cache holds the files of libraries. If it is nil, every operation that needs it fails.
	Cache    cache.Root
	Clock    Clock
	IDs      *item.IDs
	Accounts *credentials.Service
	// Gate lets a person's edits go before bulk writes.
	Gate *store.Gate
	Here *time.Location
	Log  *slog.Logger
}

// Service maintains libraries and publishes folders. It is safe for concurrent use.
type Service struct {
	Parts
	// runs allows one sync at a time for each library.
	runs *runs
	// folders allows one publication at a time for each folder, by the hash of its path.
	folders *fetch.Turns
}

// New returns a Service.
func New(p Parts) *Service { return &Service{p, &runs{}, &fetch.Turns{}} }

// Reading returns the same service on another view of its store.
func (s *Service) Reading(st store.Store) *Service {
	same := *s
	same.Store = st
	return &same
}

// Library is a local copy of a tree of feeds and files published by others, with its disk
// usage.
type Library struct {
	store.Library
	// Name is its name for people (store.NameOf).
	Name string
	Use  store.ContentUse
	// Unread is the number of unread items in its feeds, without hidden ones.
	Unread int
	// Running reports whether this program is syncing it now.
	Running bool
	// Plain is set by Add only: nothing in the root feed links to files, as in an ordinary
	// news feed.
	Plain bool
}

// Options are a person's choices for a library.
type Options struct {
	Title  string
	Access transport.Access
	// Password is stored (Parts.Accounts) for Access.User if it is not "".
	Password string
	Paused   bool
	Every    time.Duration
	// Room is the maximum number of bytes that its files may take, or 0 for the default limit.
	Room int64
	// Follows tells Add that the caller syncs the library right away, to follow the run and be
	// able to stop it. Automatic syncing leaves the library alone for a minute.
	Follows bool
}

// All lists the libraries in the order in which they were added.
func (s *Service) All(ctx context.Context) (all []Library, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
		rows, err := rows(r)
		for _, row := range rows {
			l, err := s.of(r, row)
			if err != nil {
				return err
			}
			all = append(all, l)
		}
		return err
	})
	return all, err
}

// one returns a library by its key, or store.ErrNoLibrary.
func (s *Service) one(ctx context.Context, key int64) (Library, error) {
	return store.Read(ctx, s.Store, func(r store.Reader) (Library, error) {
		row, err := contentsync.Library(r, key)
		if err != nil {
			return Library{}, err
		}
		return s.of(r, row)
	})
}

// rows returns the libraries that have not been removed.
func rows(r store.Reader) ([]store.Library, error) {
	all, err := r.Libraries()
	return slices.DeleteFunc(all, func(l store.Library) bool { return l.Gone }), err
}

// of returns a library with its name and its size on disk.
func (s *Service) of(r store.Reader, row store.Library) (Library, error) {
	name, err := store.NameOf(r, row)
	if err != nil {
		return Library{}, err
	}
	use, errUse := r.ContentUse(row.Key)
	unread, errUnread := r.UnreadContent(row.Key)
	return Library{Library: row, Name: name, Use: use, Unread: unread, Running: s.runs.is(row.Key)}, errors.Join(errUse, errUnread)
}

// Named finds a library by its name, its address or its key in digits. It returns an error
// that wraps store.ErrNoLibrary if there is none, and an error that lists the matches if there
// are several.
func (s *Service) Named(ctx context.Context, name string) (Library, error) {
	all, err := s.All(ctx)
	if err != nil {
		return Library{}, err
	}
	var found []Library
	for _, is := range s.namings(name) {
		for _, l := range all {
			if is(l) {
				found = append(found, l)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	switch len(found) {
	case 0:
		return Library{}, fmt.Errorf("%q: %w", name, store.ErrNoLibrary)
	case 1:
		return found[0], nil
	}
	return Library{}, severalLibraries(name, found)
}

// namings returns the ways in which a text can name a library, the most specific first.
func (s *Service) namings(name string) []func(Library) bool {
	address, invalid := transport.Entered(s.Files, name)
	return []func(Library) bool{
		func(l Library) bool { return l.Name == name },
		func(l Library) bool { return transport.SameName(l.Name, name) },
		func(l Library) bool { return invalid == nil && (l.Address == address || l.Address == rootIn(address)) },
		func(l Library) bool { return strconv.FormatInt(l.Key, 10) == name },
	}
}

// severalLibraries lists the numbers from which to choose.
func severalLibraries(name string, found []Library) error {
	var numbers []string
	for _, l := range found {
		numbers = append(numbers, fmt.Sprintf("%d (%s)", l.Key, l.Address))
	}
	return fmt.Errorf("%q is the name of several libraries: say which by its number, %s", name, strings.Join(numbers, " or "))
}

// parts returns the dependencies of a sync, or cache.ErrNone.
func (s *Service) parts() (contentsync.Parts, error) {
	if s.Cache == nil {
		return contentsync.Parts{}, cache.ErrNone
	}
	return contentsync.Parts{Store: s.Store, Places: s.Places, Cache: s.Cache, Clock: s.Clock, Others: s.Gate}, nil
}

// Add adds the tree whose root feed is at a location. The address of a folder means the feed
// folder.RootName in it. Add reads the root feed first and refuses anything that is not a feed
// with a *transport.Error. A feed that links to no files is accepted and marked as Plain.
// Without a Title, the library takes the current title of the root feed as its own, so that
// the publisher cannot rename it here. Nothing else is fetched before Sync. Add returns
// store.ErrLibraryThere if the library has already been added.
func (s *Service) Add(ctx context.Context, at string, o Options) (Library, error) {
	if _, err := s.parts(); err != nil {
		return Library{}, err
	}
	if err := o.check(); err != nil {
		return Library{}, err
	}
	return transport.Reach(s.Files, at, o.Access, func(address string) (added Library, err error) {
		err = s.Accounts.With(ctx, address, o.Access.User, o.Password, func() error {
			root, err := s.findRoot(ctx, address, o.Access)
			if err != nil {
				return err
			}
			row := o.onto(store.Library{Address: root.address})
			if o.Follows {
				row.Next = s.Clock.Now().Add(addedPause)
			}
			added, err = s.put(ctx, row, root)
			return err
		})
		return added, err
	})
}

// AddAll adds the feeds of an outline concurrently, with their titles there, and skips those
// that are in the library already. The next automatic sync reads them. done is called after
// each with the number of feeds so far. AddAll returns the added libraries and, by address,
// why others could not be added.
func (s *Service) AddAll(ctx context.Context, feeds []store.Offered, done func(int)) (added []Library, failed map[string]error, err error) {
	type result struct {
		Library
		err error
	}
	jobs := make([]fetch.Job[result], len(feeds))
	for i, f := range feeds {
		jobs[i] = fetch.Job[result]{Host: transport.PlaceOf(f.Link), Do: func(ctx context.Context) result {
			l, err := s.Add(ctx, f.Link, Options{Title: nameFrom(f.Title)})
			return result{l, err}
		}, Failed: func(err error) result { return result{err: err} }}
	}
	n, failed := 0, map[string]error{}
	err = fetch.Run(ctx, jobs, fetch.Usual, func(i int, r result) {
		switch {
		case r.err == nil:
			added = append(added, r.Library)
		case !errors.Is(r.err, store.ErrLibraryThere):
			failed[feeds[i].Link] = r.err
		}
		n++
		done(n)
	}, func(result) {})
	return added, failed, err
}

// addedPause is how long automatic syncing leaves alone a library that its adder syncs.
const addedPause = time.Minute

func (s *Service) put(ctx context.Context, row store.Library, root rootFeed) (Library, error) {
	row.Added = s.Clock.Now()
	row.Title = cmp.Or(row.Title, nameFrom(root.title))
	err := s.Store.Update(ctx, func(w store.Writer) (err error) {
		row.Key, err = w.PutLibrary(row)
		return err
	})
	if errors.Is(err, store.ErrLibraryThere) {
		return Library{}, fmt.Errorf("%s: %w", row.Address, store.ErrLibraryThere)
	}
	if err != nil {
		return Library{}, err
	}
	l, err := s.one(ctx, row.Key)
	l.Plain = root.links == 0
	return l, err
}

// mostName is the maximum number of characters of a feed's title used as a name.
const mostName = 100

// nameFrom makes a name from the title of a feed: one line, and not too long.
func nameFrom(title string) string {
	name := []rune(strings.Join(strings.Fields(title), " "))
	return string(name[:min(len(name), mostName)])
}

// rootFeed is the root feed of a tree as the server has it.
type rootFeed struct {
	address, title string
	// links is the number of links in its items.
	links int
}

// findRoot finds the root feed at an address. On a server, an address that ends in a slash
// may itself be a feed.
func (s *Service) findRoot(ctx context.Context, address string, a transport.Access) (rootFeed, error) {
	if !s.isFolder(address) {
		return s.readRoot(ctx, address, a)
	}
	root, err := s.readRoot(ctx, rootIn(address), a)
	var missing *transport.Error
	if transport.KindOf(address) == transport.Local || !errors.As(err, &missing) || missing.Trouble != transport.NotFound {
		return root, err
	}
	if itself, other := s.readRoot(ctx, address, a); other == nil {
		return itself, nil
	}
	return root, err
}

func rootIn(address string) string { return transport.Join(address, folder.RootName) }

// isFolder reports whether an address names a folder.
func (s *Service) isFolder(address string) bool {
	if transport.KindOf(address) == transport.Local && s.Files != nil {
		there, err := s.Files.IsFolder(address)
		return err == nil && there
	}
	return transport.IsFolder(address)
}

// readRoot reads a root feed without storing any of it.
func (s *Service) readRoot(ctx context.Context, address string, a transport.Access) (rootFeed, error) {
	t := transport.Target{Address: address, Access: a}
	answer, err := s.Places.Read(ctx, transport.Request{Target: t, Now: s.Clock.Now(), Whole: true})
	if err != nil {
		return rootFeed{}, err
	}
	body, err := fetch.Body(s.TempFiles, answer.Body)
	if err != nil {
		return rootFeed{}, err
	}
	root := rootFeed{address: address}
	f, err := csx.Read(body, address, csx.Limits{}, func(i csx.Item) error {
		root.links += len(i.Links)
		return ctx.Err()
	})
	root.title = f.Title
	return root, errors.Join(err, body.Close())
}
