// Package library keeps libraries, trees of feeds and files of others, on this computer, and
// publishes folders as such trees (Content Sync Extensions).
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

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Parts are what a service works with.
type Parts struct {
	Store  store.Store
	Places transport.Places
	// Files is the file system of this computer, or nil.
	Files transport.Files
	Spool transport.Spool
	// Cache keeps the files of libraries; nil keeps none, and every use of them is an error.
	Cache    cache.Root
	Clock    Clock
	IDs      *item.IDs
	Accounts *credentials.Service
	// Gate lets edits of a person go first.
	Gate *store.Gate
	Here *time.Location
	Log  *slog.Logger
}

// Service keeps libraries and publishes folders. It may be used from several goroutines.
type Service struct {
	Parts
	// runs lets each library be synced by one goroutine at a time.
	runs *runs
	// folders lets each folder be published once at a time, by the hash of its path.
	folders *fetch.Turns
}

// New makes a service.
func New(p Parts) *Service { return &Service{p, &runs{}, &fetch.Turns{}} }

// Reading is the service on another view of its store.
func (s *Service) Reading(st store.Store) *Service {
	same := *s
	same.Store = st
	return &same
}

// Library is a tree of feeds and files of others that is kept here, and what it takes.
type Library struct {
	store.Library
	// Name is what it is called: by a person, else by its root feed, else its address.
	Name string
	Use  store.ContentUse
	// Running reports whether this program syncs it now.
	Running bool
	// Plain is set by Add alone: nothing in the root feed links to files, as in any
	// feed of news.
	Plain bool
}

// Options are what a person decides about a library.
type Options struct {
	Title  string
	Access transport.Access
	// Password is kept (Parts.Accounts) for Access.User, where it is not "".
	Password string
	Paused   bool
	Every    time.Duration
	// Room is the greatest number of bytes that its files may take, or 0 for the usual
	// limit.
	Room int64
	// Follows tells Add that whoever adds the library syncs it at once, to follow that
	// run and to stop it: Keep leaves it alone for a minute.
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

// one is one by its key, or store.ErrNoLibrary.
func (s *Service) one(ctx context.Context, key int64) (l Library, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
		row, err := contentsync.Library(r, key)
		if err != nil {
			return err
		}
		l, err = s.of(r, row)
		return err
	})
	return l, err
}

// rows returns the libraries that nobody removed.
func rows(r store.Reader) ([]store.Library, error) {
	all, err := r.Libraries()
	return slices.DeleteFunc(all, func(l store.Library) bool { return l.Gone }), err
}

// of returns a library with its name and its size on the disk.
func (s *Service) of(r store.Reader, row store.Library) (Library, error) {
	root, _, err := r.ContentFeed(row.Key, row.Address)
	if err != nil {
		return Library{}, err
	}
	use, err := r.ContentUse(row.Key)
	name := cmp.Or(strings.TrimSpace(row.Title), strings.TrimSpace(root.Title), row.Address)
	return Library{Library: row, Name: name, Use: use, Running: s.runs.is(row.Key)}, err
}

// Named finds a library by its name, its address or its key in digits. It returns
// an error that wraps store.ErrNoLibrary, or one that lists several.
func (s *Service) Named(ctx context.Context, name string) (Library, error) {
	all, err := s.All(ctx)
	if err != nil {
		return Library{}, err
	}
	var found []Library
	for _, is := range namings(name) {
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

// namings are the ways in which a text names a library, the surest first.
func namings(name string) []func(Library) bool {
	address, invalid := transport.Parse(name)
	return []func(Library) bool{
		func(l Library) bool { return l.Name == name },
		func(l Library) bool { return transport.SameName(l.Name, name) },
		func(l Library) bool { return invalid == nil && (l.Address == address || l.Address == rootIn(address)) },
		func(l Library) bool { return strconv.FormatInt(l.Key, 10) == name },
	}
}

// severalLibraries lists the numbers by which to choose one.
func severalLibraries(name string, found []Library) error {
	var numbers []string
	for _, l := range found {
		numbers = append(numbers, fmt.Sprintf("%d (%s)", l.Key, l.Address))
	}
	return fmt.Errorf("%q is the name of several libraries: say which by its number, %s", name, strings.Join(numbers, " or "))
}

// parts are what libraries are synced with, or cache.ErrNone.
func (s *Service) parts() (contentsync.Parts, error) {
	if s.Cache == nil {
		return contentsync.Parts{}, cache.ErrNone
	}
	return contentsync.Parts{Store: s.Store, Places: s.Places, Cache: s.Cache, Clock: s.Clock, Others: s.Gate}, nil
}

// Add adds the tree whose root feed is at a location. An address of a folder
// means the feed folder.RootName in it. The root feed is looked at first: what is no feed
// is refused with a *transport.Error. One that links to no files is taken, and said to be
// Plain. Without a Title it is called as the root feed is now, so that its publisher cannot
// rename it here. Nothing else is fetched before Sync. A library that is there already is
// store.ErrLibraryThere.
func (s *Service) Add(ctx context.Context, at string, o Options) (added Library, err error) {
	if _, err := s.parts(); err != nil {
		return Library{}, err
	}
	address, err := transport.Parse(at)
	if err != nil {
		return Library{}, err
	}
	if err := o.check(); err != nil {
		return Library{}, err
	}
	err = s.Accounts.With(ctx, address, o.Access.User, o.Password, func() error {
		root, err := s.lookAtRoot(ctx, address, o.Access)
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
}

// addedPause is how long Keep leaves a library alone that whoever adds it syncs.
const addedPause = time.Minute

// put adds the row of a library.
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

// mostName is how many characters of a title a name has at most.
const mostName = 100

// nameFrom makes a name of the title of a feed: one line, and not too long.
func nameFrom(title string) string {
	name := []rune(strings.Join(strings.Fields(title), " "))
	return string(name[:min(len(name), mostName)])
}

// rootFeed is the root feed of a tree as it is on the server.
type rootFeed struct {
	address, title string
	// links is how many links its items have.
	links int
}

// lookAtRoot finds the root feed at an address. What ends in a slash on a server may be a
// feed itself.
func (s *Service) lookAtRoot(ctx context.Context, address string, a transport.Access) (rootFeed, error) {
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

// rootIn is the address of the root feed in a folder.
func rootIn(address string) string { return transport.Join(address, folder.RootName) }

// isFolder reports whether an address names a folder.
func (s *Service) isFolder(address string) bool {
	if transport.KindOf(address) == transport.Local && s.Files != nil {
		there, err := s.Files.IsFolder(address)
		return err == nil && there
	}
	return transport.IsFolder(address)
}

// readRoot reads a root feed, and keeps nothing of it.
func (s *Service) readRoot(ctx context.Context, address string, a transport.Access) (rootFeed, error) {
	t := transport.Target{Address: address, Access: a}
	answer, err := s.Places.Read(ctx, transport.Request{Target: t, Now: s.Clock.Now(), Whole: true})
	if err != nil {
		return rootFeed{}, err
	}
	body, err := fetch.Body(s.Spool, answer.Body)
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
