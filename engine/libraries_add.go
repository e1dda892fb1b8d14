package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

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
