package engine

import (
	"context"
	"errors"

	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

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
