package publish

import (
	"bufio"
	"context"
	"path/filepath"
	"slices"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Behind finds feeds of a list that an endpoint left behind next to the one at a local
// address: earlier versions of this program wrote a new file when a list was renamed, and left
// the old one. Files that cannot be read are skipped.
func (p Publisher) Behind(ctx context.Context, set store.Set, address, endpoint string, now time.Time) (left []string) {
	if address == "" || transport.KindOf(address) != transport.Local {
		return nil
	}
	folder := transport.AsFolder(filepath.Dir(address))
	names, err := p.Places.Names(ctx, transport.Target{Address: folder})
	if err != nil {
		return nil
	}
	known := append(transport.WithComplete(address), set.LeftFeeds()...)
	for _, name := range transport.OwnFeeds(endpoint, names) {
		if at := transport.Join(folder, name); !slices.Contains(known, at) && p.isOf(ctx, set, at, now) {
			left = append(left, at)
		}
	}
	return left
}

// isOf reports whether the feed of a list is at an address.
func (p Publisher) isOf(ctx context.Context, set store.Set, at string, now time.Time) bool {
	there, err := p.Places.Read(ctx, transport.Request{Target: transport.Target{Address: at}, Whole: true, Now: now})
	if err != nil {
		return false
	}
	defer there.Body.Close()
	in := bufio.NewReader(there.Body)
	if _, err := in.Peek(1); err != nil {
		return false // an empty file belongs to nobody
	}
	return checkOurs(in, at, set.FeedID) == nil
}
