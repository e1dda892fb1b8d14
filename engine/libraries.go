package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// ErrNoContent means that this engine keeps no files of libraries.
var ErrNoContent = errors.New("files of libraries are not kept here")

// Library is a tree of feeds and files of others that is kept here, and what it takes.
type Library struct {
	store.Library
	// Name is what it is called: by a person, else by its root feed, else its address.
	Name string
	Use  store.ContentUse
	// Running tells that it is synced now by this program.
	Running bool
	// Plain is set by AddLibrary alone: nothing in the root feed links to files, as in any
	// feed of news.
	Plain bool
}

// LibraryOptions are what a person decides about a library.
type LibraryOptions struct {
	Title  string
	Access location.Access
	// Password is kept (Parts.Secrets) for Access.User, where it is not "".
	Password string
	Paused   bool
	Every    time.Duration
	// Room is the greatest number of bytes that its files may take, or 0 for the usual
	// limit.
	Room int64
	// Follows tells AddLibrary that whoever adds the library syncs it at once, to follow that
	// run and to stop it: Keep leaves it alone for a minute.
	Follows bool
}

// Libraries lists the libraries in the order in which they were added.
func (e *Engine) Libraries(ctx context.Context) (all []Library, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		rows, err := libraryRows(r)
		for _, row := range rows {
			l, err := e.libraryOf(r, row)
			if err != nil {
				return err
			}
			all = append(all, l)
		}
		return err
	})
	return all, err
}

// library is one by its key, or store.ErrNoLibrary.
func (e *Engine) library(ctx context.Context, key int64) (l Library, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		row, err := contentsync.Library(r, key)
		if err != nil {
			return err
		}
		l, err = e.libraryOf(r, row)
		return err
	})
	return l, err
}

// libraryRows are those of libraries that nobody removed.
func libraryRows(r store.Reader) ([]store.Library, error) {
	all, err := r.Libraries()
	return slices.DeleteFunc(all, func(l store.Library) bool { return l.Gone }), err
}

// libraryOf tells what is known of a library.
func (e *Engine) libraryOf(r store.Reader, row store.Library) (Library, error) {
	root, _, err := r.ContentFeed(row.Key, row.Address)
	if err != nil {
		return Library{}, err
	}
	use, err := r.ContentUse(row.Key)
	name := cmp.Or(strings.TrimSpace(row.Title), strings.TrimSpace(root.Title), row.Address)
	return Library{Library: row, Name: name, Use: use, Running: e.libraryRuns.is(row.Key)}, err
}

// LibraryNamed finds a library by its name, its address or its key in digits. It returns
// an error that wraps store.ErrNoLibrary, or one that tells of several.
func (e *Engine) LibraryNamed(ctx context.Context, name string) (Library, error) {
	all, err := e.Libraries(ctx)
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
	address, invalid := location.Parse(name)
	return []func(Library) bool{
		func(l Library) bool { return l.Name == name },
		func(l Library) bool { return location.SameName(l.Name, name) },
		func(l Library) bool { return invalid == nil && (l.Address == address || l.Address == rootIn(address)) },
		func(l Library) bool { return strconv.FormatInt(l.Key, 10) == name },
	}
}

// severalLibraries tells how to say which one is meant.
func severalLibraries(name string, found []Library) error {
	var numbers []string
	for _, l := range found {
		numbers = append(numbers, fmt.Sprintf("%d (%s)", l.Key, l.Address))
	}
	return fmt.Errorf("%q is the name of several libraries: say which by its number, %s", name, strings.Join(numbers, " or "))
}

// contentParts are what libraries are synced with, or ErrNoContent.
func (e *Engine) contentParts() (contentsync.Parts, error) {
	if e.parts.Content == nil {
		return contentsync.Parts{}, ErrNoContent
	}
	return contentsync.Parts{Store: e.store, Places: e.parts.Places, Cache: e.parts.Content, Clock: e.parts.Clock, Others: &e.gate}, nil
}

// AddLibrary adds the tree whose root feed lies at a location. An address of a folder
// means the feed folder.RootName in it. The root feed is looked at first: what is no feed
// is refused with a *location.Error. One that links to no files is taken, and said to be
// Plain. Without a Title it is called as the root feed is now, so that its publisher cannot
// rename it here. Nothing else is fetched before SyncLibrary. A library that is there already is
// store.ErrLibraryThere.
func (e *Engine) AddLibrary(ctx context.Context, at string, o LibraryOptions) (added Library, err error) {
	if _, err := e.contentParts(); err != nil {
		return Library{}, err
	}
	address, err := location.Parse(at)
	if err != nil {
		return Library{}, err
	}
	if err := o.check(); err != nil {
		return Library{}, err
	}
	err = e.withPassword(ctx, address, o.signingIn(), func() error {
		root, err := e.lookAtRoot(ctx, address, o.Access)
		if err != nil {
			return err
		}
		row := o.onto(store.Library{Address: root.address})
		if o.Follows {
			row.Next = e.parts.Clock.Now().Add(addedPause)
		}
		added, err = e.addLibrary(ctx, row, root)
		return err
	})
	return added, err
}

// addedPause is how long Keep leaves a library alone that whoever adds it syncs.
const addedPause = time.Minute

// addLibrary adds the row of a library.
func (e *Engine) addLibrary(ctx context.Context, row store.Library, root rootFeed) (Library, error) {
	row.Added = e.parts.Clock.Now()
	row.Title = cmp.Or(row.Title, nameFrom(root.title))
	err := e.store.Update(ctx, func(w store.Writer) (err error) {
		row.Key, err = w.PutLibrary(row)
		return err
	})
	if errors.Is(err, store.ErrLibraryThere) {
		return Library{}, fmt.Errorf("%s: %w", row.Address, store.ErrLibraryThere)
	}
	if err != nil {
		return Library{}, err
	}
	l, err := e.library(ctx, row.Key)
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

// rootFeed is the root feed of a tree as it lies there.
type rootFeed struct {
	address, title string
	// links is how many links its items have.
	links int
}

// lookAtRoot finds the root feed at an address. What ends in a slash on a server may be a
// feed itself.
func (e *Engine) lookAtRoot(ctx context.Context, address string, a location.Access) (rootFeed, error) {
	if !e.isFolder(address) {
		return e.readRoot(ctx, address, a)
	}
	root, err := e.readRoot(ctx, rootIn(address), a)
	var missing *location.Error
	if location.KindOf(address) == location.Local || !errors.As(err, &missing) || missing.Trouble != location.NotFound {
		return root, err
	}
	if itself, other := e.readRoot(ctx, address, a); other == nil {
		return itself, nil
	}
	return root, err
}

// rootIn is the address of the root feed in a folder.
func rootIn(address string) string { return location.Join(address, folder.RootName) }

// isFolder tells whether an address is that of a folder.
func (e *Engine) isFolder(address string) bool {
	if location.KindOf(address) == location.Local && e.parts.Files != nil {
		there, err := e.parts.Files.IsFolder(address)
		return err == nil && there
	}
	return location.IsFolder(address)
}

// readRoot reads a root feed, and keeps nothing of it.
func (e *Engine) readRoot(ctx context.Context, address string, a location.Access) (rootFeed, error) {
	t := location.Target{Address: address, Access: a}
	answer, err := e.parts.Places.Read(ctx, location.Request{Target: t, Now: e.parts.Clock.Now(), Whole: true})
	if err != nil {
		return rootFeed{}, err
	}
	body, err := e.seekable(answer.Body)
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
