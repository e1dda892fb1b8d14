package engine

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// ContentPage is a feed of a library as it is shown: what is in it, without what is in
// the feeds that are nested in it.
type ContentPage struct {
	store.ContentFeed
	Items []ContentEntry
	// HiddenItems is how many were left out because they are hidden.
	HiddenItems int
}

// ContentEntry is an item of a page.
type ContentEntry struct {
	store.ContentItem
	// Files are what its links lead to; where it is a nested feed, one.
	Files []ContentEntryFile
}

// ContentEntryFile is what a link leads to, and what has become of it.
type ContentEntryFile struct {
	store.ContentLink
	// State is what can be done with it now: what is here is ContentHere or ContentStale,
	// though a newer one waits, or could not be fetched (Error).
	State ContentState
	// Size is that of what is here in bytes, else what came up to now; Whole is that of the
	// whole file, -1 where it is not known.
	Size, Whole int64
	Type        string
	// Error is the plain reason of the last failure, Trouble its kind, Tried when it was.
	Error   string
	Trouble location.Trouble
	Tried   time.Time
	// Since is when it came.
	Since time.Time
	// Waits tells that it, or a newer one, is in the queue.
	Waits bool
}

// ContentState is what has become of a file or a nested feed.
type ContentState string

// The states.
const (
	ContentHere     ContentState = "here"
	ContentWaiting  ContentState = "waiting"
	ContentOnDemand ContentState = "on demand"
	ContentRemoved  ContentState = "removed"
	ContentFailed   ContentState = "failed"
	// ContentStale is here, and on demand, and the feed has a newer one.
	ContentStale ContentState = "newer there"
)

// feedType is the media type of a nested feed.
const feedType = "application/rss+xml"

// Content gives a cached feed of a library ("" for the root), with hidden items or
// without. It returns an error that wraps store.ErrNoLibrary; a feed that is not here is
// an empty page.
func (e *Engine) Content(ctx context.Context, library int64, feed string, hidden bool) (page ContentPage, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		l, err := contentsync.Library(r, library)
		if err != nil {
			return err
		}
		feed = cmp.Or(feed, l.Address)
		f, there, err := r.ContentFeed(library, feed)
		if page.ContentFeed = f; err != nil || !there {
			page.Address = feed
			return err
		}
		return r.ContentPage(library, feed, func(i store.ContentItem, at []store.ContentAt) error {
			if i.Hidden && !hidden {
				page.HiddenItems++
				return nil
			}
			page.Items = append(page.Items, e.contentEntry(library, i, at))
			return ctx.Err()
		})
	})
	return page, err
}

// contentEntry is an item with what has become of its links.
func (e *Engine) contentEntry(library int64, i store.ContentItem, at []store.ContentAt) ContentEntry {
	entry := ContentEntry{ContentItem: i}
	for n, link := range i.Links {
		f := entryFile(link, at[n])
		if f.Waits && f.Size == 0 && !link.Nested {
			f.Size, f.Whole = e.came(library, link.Address)
		}
		entry.Files = append(entry.Files, f)
	}
	return entry
}

// entryFile is what has become of a link.
func entryFile(link store.ContentLink, at store.ContentAt) ContentEntryFile {
	f := ContentEntryFile{ContentLink: link, Whole: -1, State: ContentOnDemand}
	if w := at.Wanted; w != nil {
		f.Waits, f.State = true, ContentWaiting
		if f.Error, f.Trouble, f.Tried = w.Error, w.Trouble, w.Tried; w.Error != "" {
			f.State = ContentFailed
		}
	}
	switch {
	case at.Feed != nil:
		f.State, f.Type, f.Since = here(at.Feed.Stale), feedType, at.Feed.Processed
	case at.File != nil && at.File.State == store.FileHere:
		f.State, f.Type, f.Since = here(at.File.Stale), at.File.Type, at.File.Since
		f.Size, f.Whole = at.File.Size, at.File.Size
	case at.File != nil && at.Wanted == nil:
		f.State, f.Type = ContentRemoved, at.File.Type
	}
	return f
}

func here(stale bool) ContentState {
	if stale {
		return ContentStale
	}
	return ContentHere
}

// FoundLibrary is what lies at an address that may be added to the library.
type FoundLibrary struct {
	// Address is that of the root feed.
	Address     string
	Title, Text string
	// Items are those of the root feed alone, hidden ones among them; Feeds and Files what
	// their links lead to, and OnDemand what of it is fetched only when a person asks.
	Items, Feeds, Files, OnDemand int
	// Problems is how much is wrong in it.
	Problems int
	// Already is the key of the library that is this one, or 0.
	Already int64
}

// LookLibrary looks at the root feed that lies at a location, as AddLibrary does, and keeps
// nothing but the password, where that lets in.
func (e *Engine) LookLibrary(ctx context.Context, at string, o LibraryOptions) (found FoundLibrary, err error) {
	address, err := location.Parse(at)
	if err != nil {
		return FoundLibrary{}, err
	}
	err = e.withPassword(ctx, address, o.signingIn(), func() error {
		root, err := e.lookAtRoot(ctx, address, o.Access)
		if err != nil {
			return err
		}
		found, err = e.countRoot(ctx, root.address, o.Access)
		return err
	})
	if err != nil {
		return FoundLibrary{}, err
	}
	found.Already, err = e.libraryAt(ctx, found.Address)
	return found, err
}

// countRoot counts what a root feed leads to.
func (e *Engine) countRoot(ctx context.Context, address string, a location.Access) (FoundLibrary, error) {
	found := FoundLibrary{Address: address}
	answer, err := e.parts.Places.Read(ctx, location.Request{
		Target: location.Target{Address: address, Access: a}, Now: e.parts.Clock.Now(), Whole: true,
	})
	if err != nil {
		return found, err
	}
	body, err := e.seekable(answer.Body)
	if err != nil {
		return found, err
	}
	f, err := csx.Read(body, address, csx.Limits{}, func(i csx.Item) error {
		found.count(i)
		return ctx.Err()
	})
	found.Title, found.Text, found.Problems = f.Title, f.Text, f.Wrong
	return found, errors.Join(err, body.Close())
}

func (f *FoundLibrary) count(i csx.Item) {
	f.Items++
	for _, l := range i.Links {
		switch {
		case l.OnDemand:
			f.OnDemand++
		case l.Nested:
			f.Feeds++
		default:
			f.Files++
		}
	}
}

// libraryAt is the key of the library with a root feed, or 0.
func (e *Engine) libraryAt(ctx context.Context, address string) (key int64, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err := libraryRows(r)
		for _, l := range all {
			if l.Address == address {
				key = l.Key
			}
		}
		return err
	})
	return key, err
}
