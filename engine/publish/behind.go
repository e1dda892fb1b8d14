package publish

import (
	"bufio"
	"context"
	"path/filepath"
	"slices"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Behind finds the feeds of a set that an endpoint left behind next to the one at an address of
// this computer: versions before this one wrote another file where a list was renamed, and the
// one before stayed. What cannot be read is not among them.
func (p Publisher) Behind(ctx context.Context, set store.Set, address, endpoint string, now time.Time) (left []string) {
	if address == "" || location.KindOf(address) != location.Local {
		return nil
	}
	folder := location.AsFolder(filepath.Dir(address))
	names, err := p.Places.Names(ctx, location.Target{Address: folder})
	if err != nil {
		return nil
	}
	known := append(location.WithComplete(address), set.LeftFeeds()...)
	for _, name := range location.OwnFeeds(endpoint, names) {
		if at := location.Join(folder, name); !slices.Contains(known, at) && p.isOf(ctx, set, at, now) {
			left = append(left, at)
		}
	}
	return left
}

// isOf reports whether the feed of a set is at an address.
func (p Publisher) isOf(ctx context.Context, set store.Set, at string, now time.Time) bool {
	there, err := p.Places.Read(ctx, location.Request{Target: location.Target{Address: at}, Whole: true, Now: now})
	if err != nil {
		return false
	}
	defer there.Body.Close()
	in := bufio.NewReader(there.Body)
	if _, err := in.Peek(1); err != nil {
		return false // an empty file is nobody's
	}
	return checkOurs(in, at, set.FeedID) == nil
}
