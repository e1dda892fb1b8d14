package attach

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"path"
	"slices"
	"strings"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// Place puts files that are here beside a feed, so that whoever reads the feed finds
// them: those that do not lie there yet. It comes before the feed itself. A file that is
// not here is left to a later time. One that cannot be put keeps no other back; the error
// tells of all of them.
func Place(ctx context.Context, p location.Places, c cache.Cache, feed location.Target, files []record.Attachment) (put int, err error) {
	if len(files) == 0 {
		return 0, nil
	}
	there := lying(ctx, p, feed)
	var failed []error
	for _, a := range files {
		if there[a.File()] {
			continue
		}
		done, err := placeOne(ctx, p, c, feed, a)
		switch {
		case ctx.Err() != nil:
			return put, ctx.Err()
		case err != nil:
			failed = append(failed, fmt.Errorf("%s: %w", a.Called(), err))
		case done:
			put++
		}
	}
	return put, errors.Join(failed...)
}

// lying are the names of the files that lie beside a feed already. Where that cannot be
// asked, each is looked for when it is put. What lies there under the name that a file
// has is that file: its name says what is in it, and who reads it checks.
func lying(ctx context.Context, p location.Places, feed location.Target) map[string]bool {
	names, err := p.Names(ctx, location.Target{Address: FolderOf(feed.Address), Access: feed.Access})
	if err != nil {
		return nil
	}
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	return there
}

func placeOne(ctx context.Context, p location.Places, c cache.Cache, feed location.Target, a record.Attachment) (done bool, err error) {
	size, there, err := c.Size(a.File())
	if err != nil || !there {
		return false, err
	}
	body, err := c.Open(a.File())
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	_, err = p.Write(ctx, location.Put{
		Target: location.Target{Address: At(feed.Address, a), Access: feed.Access},
		Body:   body, Size: size, Hash: a.Hash(), Type: mediaType(a.File()), Folders: true,
	})
	return err == nil, err
}

// mediaType is that of a file by the ending of its name.
func mediaType(name string) string {
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// TakeAway takes the files that are here away from beside a feed that is gone, also those
// that no item refers to any more. Where other feeds lie in its folder, or where that
// cannot be asked, they stay: the others may refer to them, too.
func TakeAway(ctx context.Context, p location.Places, c cache.Cache, feed location.Target) error {
	names, err := p.Names(ctx, location.Target{Address: folderWith(feed.Address), Access: feed.Access})
	if err != nil || slices.ContainsFunc(names, isFeed) {
		return nil
	}
	var failed []error
	for name := range lying(ctx, p, feed) {
		a := OfFile(name)
		if _, ours, err := c.Size(a.File()); a.File() == "" || err != nil || !ours {
			continue
		}
		at := location.Target{Address: At(feed.Address, a), Access: feed.Access}
		if err := p.Remove(ctx, at, location.Written{Hash: a.Hash()}); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(failed...)
}

// isFeed tells of a name whether it may be that of a feed.
func isFeed(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".xml" || ending == ".opml" || ending == ".rss" || ending == ".atom"
}
