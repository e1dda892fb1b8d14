package library

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Page is a feed of a library as it is shown: what is in it, without what is in
// the feeds that are nested in it.
type Page struct {
	store.ContentFeed
	Items []Entry
	// HiddenItems is how many were left out because they are hidden.
	HiddenItems int
}

// Entry is an item of a page.
type Entry struct {
	store.ContentItem
	// Files are what its links lead to; where it is a nested feed, one.
	Files []File
}

// File is what a link leads to, and what has become of it.
type File struct {
	store.ContentLink
	// State is what can be done with it now: what is here is Here or Stale,
	// though a newer one waits, or could not be fetched (Error).
	State State
	// Size is that of what is here in bytes, else what came up to now; Whole is that of the
	// whole file, -1 where it is not known.
	Size, Whole int64
	Type        string
	// Error is the plain reason of the last failure, Trouble its kind, Tried when it was.
	Error   string
	Trouble transport.Trouble
	Tried   time.Time
	// Since is when it came.
	Since time.Time
	// Waits reports whether it, or a newer one, is in the queue.
	Waits bool
}

// State is what has become of a file or a nested feed.
type State string

// The states.
const (
	Here     State = "here"
	Waiting  State = "waiting"
	OnDemand State = "on demand"
	Removed  State = "removed"
	Failed   State = "failed"
	// Stale is here, and on demand, and the feed has a newer one.
	Stale State = "newer there"
)

// feedType is the media type of a nested feed.
const feedType = "application/rss+xml"

// Page gives a cached feed of a library ("" for the root), with hidden items or
// without. It returns an error that wraps store.ErrNoLibrary; a feed that is not here is
// an empty page.
func (s *Service) Page(ctx context.Context, library int64, feed string, hidden bool) (page Page, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
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
			page.Items = append(page.Items, s.entry(library, i, at))
			return ctx.Err()
		})
	})
	return page, err
}

// entry is an item with what has become of its links.
func (s *Service) entry(library int64, i store.ContentItem, at []store.ContentAt) Entry {
	entry := Entry{ContentItem: i}
	for n, link := range i.Links {
		f := entryFile(link, at[n])
		if f.Waits && f.Size == 0 && !link.Nested {
			f.Size, f.Whole = s.came(library, link.Address)
		}
		entry.Files = append(entry.Files, f)
	}
	return entry
}

// entryFile is what has become of a link.
func entryFile(link store.ContentLink, at store.ContentAt) File {
	f := File{ContentLink: link, Whole: -1, State: OnDemand}
	if w := at.Wanted; w != nil {
		f.Waits, f.State = true, Waiting
		if f.Error, f.Trouble, f.Tried = w.Error, w.Trouble, w.Tried; w.Error != "" {
			f.State = Failed
		}
	}
	switch {
	case at.Feed != nil:
		f.State, f.Type, f.Since = here(at.Feed.Stale), feedType, at.Feed.Processed
	case at.File != nil && at.File.State == store.FileHere:
		f.State, f.Type, f.Since = here(at.File.Stale), at.File.Type, at.File.Since
		f.Size, f.Whole = at.File.Size, at.File.Size
	case at.File != nil && at.Wanted == nil:
		f.State, f.Type = Removed, at.File.Type
	}
	return f
}

func here(stale bool) State {
	if stale {
		return Stale
	}
	return Here
}

// Found describes a tree that may be added as a library.
type Found struct {
	// Address is the root feed's.
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

// Look reads the root feed at a location, as Add does, and keeps
// nothing but the password, where that lets in.
func (s *Service) Look(ctx context.Context, at string, o Options) (found Found, err error) {
	address, err := transport.Parse(at)
	if err != nil {
		return Found{}, err
	}
	err = s.Accounts.With(ctx, address, o.Access.User, o.Password, func() error {
		root, err := s.lookAtRoot(ctx, address, o.Access)
		if err != nil {
			return err
		}
		found, err = s.countRoot(ctx, root.address, o.Access)
		return err
	})
	if err != nil {
		return Found{}, err
	}
	found.Already, err = s.at(ctx, found.Address)
	return found, err
}

// countRoot counts what a root feed leads to.
func (s *Service) countRoot(ctx context.Context, address string, a transport.Access) (Found, error) {
	found := Found{Address: address}
	answer, err := s.Places.Read(ctx, transport.Request{
		Target: transport.Target{Address: address, Access: a}, Now: s.Clock.Now(), Whole: true,
	})
	if err != nil {
		return found, err
	}
	body, err := fetch.Body(s.Spool, answer.Body)
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

func (f *Found) count(i csx.Item) {
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

// at is the key of the library with a root feed, or 0.
func (s *Service) at(ctx context.Context, address string) (key int64, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
		all, err := rows(r)
		for _, l := range all {
			if l.Address == address {
				key = l.Key
			}
		}
		return err
	})
	return key, err
}
