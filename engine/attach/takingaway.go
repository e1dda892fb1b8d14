package attach

import (
	"context"
	"path"
	"slices"
	"strings"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
)

// TakeAway takes the files that are here away from beside a feed that is gone, also those
// that no item refers to any more. Where other feeds lie in its folder, or where that
// cannot be asked, they stay: the others may refer to them, too.
func TakeAway(ctx context.Context, p location.Places, c cache.Cache, feed location.Target) error {
	names, err := p.Names(ctx, location.Target{Address: folderWith(feed.Address), Access: feed.Access})
	if err != nil || slices.ContainsFunc(names, isFeed) {
		return nil
	}
	var failed failures
	there, err := lying(ctx, p, feed)
	if err != nil {
		return nil
	}
	for name := range there {
		a := OfFile(name)
		if _, ours, err := c.Size(a.File()); a.File() == "" || err != nil || !ours {
			continue
		}
		at := location.Target{Address: At(feed.Address, a), Access: feed.Access}
		err := p.Remove(ctx, at, location.Written{Hash: a.Hash()})
		if failed.add(name, err); Away(err) {
			break
		}
	}
	return failed.all()
}

// isFeed tells of a name whether it may be that of a feed.
func isFeed(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".xml" || ending == ".opml" || ending == ".rss" || ending == ".atom"
}
