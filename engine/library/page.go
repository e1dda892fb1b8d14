package library

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Page is a feed of a library for display: its own items, without those of the feeds nested in
// it.
type Page struct {
	store.ContentFeed
	Items []Entry
	// HiddenItems is the number of items left out because they are hidden.
	HiddenItems int
}

// Entry is an item of a page.
type Entry struct {
	store.ContentItem
	// Files are the targets of its links; a nested feed is one File.
	Files []File
}

// File is the target of a link and its state.
type File struct {
	store.ContentLink
	// State is Here or Stale if a version is on this computer, even while a newer one waits or
	// could not be fetched (Error).
	State State
	// Size is the size in bytes of the local version, or else the number of bytes received so
	// far. Whole is the size of the whole file, -1 if unknown.
	Size, Whole int64
	Type        string
	// Error describes the last failure, Trouble is its kind, and Tried is when it happened.
	Error   string
	Trouble transport.Trouble
	Tried   time.Time
	// Since is when the local version was received.
	Since time.Time
	// Waits reports whether it, or a newer version, is in the queue.
	Waits bool
}

// State is the state of a file or a nested feed.
type State string

// The states.
const (
	Here     State = "here"
	Waiting  State = "waiting"
	OnDemand State = "on demand"
	Removed  State = "removed"
	Failed   State = "failed"
	// Stale means here and on demand, with a newer version in the feed.
	Stale State = "newer there"
)

// feedType is the media type of a nested feed.
const feedType = "application/rss+xml"

// Page returns a cached feed of a library ("" for the root), with or without hidden items. Items
// of an ordinary feed are sorted by date, the newest first. It
// returns an error that wraps store.ErrNoLibrary; if the feed is not cached, the page is
// empty.
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
		err = r.ContentPage(library, feed, func(i store.ContentItem, at []store.ContentAt) error {
			if i.Hidden && !hidden {
				page.HiddenItems++
				return nil
			}
			page.Items = append(page.Items, s.entry(library, i, at))
			return ctx.Err()
		})
		if isOrdinary(page) {
			slices.SortStableFunc(page.Items, newestFirst)
		}
		return err
	})
	return page, err
}

// isOrdinary reports whether a feed is an ordinary one, such as a blog or a podcast, whose order
// means nothing. Others have nested feeds, hidden items, links that are fetched automatically, or
// files without web pages.
func isOrdinary(p Page) bool {
	pages := p.HiddenItems == 0
	for _, i := range p.Items {
		if i.Hidden || slices.ContainsFunc(i.Files, func(f File) bool { return f.Nested || !f.OnDemand }) {
			return false
		}
		pages = pages && (i.Link != "" || len(i.Files) == 0)
	}
	return pages
}

// newestFirst compares entries by their dates. Those without a date are last.
func newestFirst(a, b Entry) int { return dateOf(b).Compare(dateOf(a)) }

func dateOf(e Entry) time.Time {
	if e.Published.IsZero() {
		return e.Built
	}
	return e.Published
}

// entry returns an item with the state of its links.
func (s *Service) entry(library int64, i store.ContentItem, at []store.ContentAt) Entry {
	entry := Entry{ContentItem: i}
	for n, link := range i.Links {
		f := entryFile(link, at[n])
		if f.Waits && f.Size == 0 && !link.Nested {
			f.Size, f.Whole = s.received(library, link.Address)
		}
		entry.Files = append(entry.Files, f)
	}
	return entry
}

// entryFile returns the state of a link's target.
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
	// Address is the address of the root feed.
	Address     string
	Title, Text string
	// Items counts the items of the root feed alone, including hidden ones. Feeds and Files
	// count the targets of their links, and OnDemand those that are fetched only when a person
	// asks.
	Items, Feeds, Files, OnDemand int
	// Problems is the number of errors in the feed.
	Problems int
	// Already is the key of the existing library with this root feed, or 0.
	Already int64
}

// Probe reads the root feed at a location, as Add does, but stores nothing except a password
// that works.
func (s *Service) Probe(ctx context.Context, at string, o Options) (Found, error) {
	return transport.Reach(s.Files, at, o.Access, func(address string) (found Found, err error) {
		err = s.Accounts.With(ctx, address, o.Access.User, o.Password, func() error {
			root, err := s.findRoot(ctx, address, o.Access)
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
	})
}

// countRoot counts what a root feed links to.
func (s *Service) countRoot(ctx context.Context, address string, a transport.Access) (Found, error) {
	found := Found{Address: address}
	answer, err := s.Places.Read(ctx, transport.Request{
		Target: transport.Target{Address: address, Access: a}, Now: s.Clock.Now(), Whole: true,
	})
	if err != nil {
		return found, err
	}
	body, err := fetch.Body(s.TempFiles, answer.Body)
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

// at returns the key of the library with a root feed, or 0.
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
