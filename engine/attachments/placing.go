package attachments

import (
	"context"
	"errors"
	"mime"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// Placer puts files beside feeds.
type Placer struct {
	Places transport.Places
	Cache  cache.Cache
	// Found is what was found beside the feeds of servers that list nothing.
	Found *Found
	Now   time.Time
}

// Place puts files that are here beside a feed, so that whoever reads the feed finds
// them: those that do not lie there yet. A file that is not here is left to a later time.
// One that cannot be put keeps no other back, unless its server is away; the error tells of
// the first of them.
func (p Placer) Place(ctx context.Context, feed transport.Target, files []record.Attachment) (put int, err error) {
	if len(files) == 0 {
		return 0, nil
	}
	there, unlisted := lying(ctx, p.Places, feed)
	if Away(unlisted) {
		return 0, unlisted
	}
	var failed failures
	for _, a := range files {
		if there[a.File()] {
			continue
		}
		done, err := p.one(ctx, feed, a, unlisted == nil)
		if ctx.Err() != nil {
			return put, ctx.Err()
		}
		if done {
			put++
		}
		if failed.add(a.Called(), err); Away(err) {
			break
		}
	}
	return put, failed.all()
}

// lying are the names of the files that lie beside a feed already. What lies there under
// the name that a file has is that file: its name says what is in it, and who reads it
// checks.
func lying(ctx context.Context, p transport.Places, feed transport.Target) (map[string]bool, error) {
	names, err := p.Names(ctx, transport.Target{Address: FolderOf(feed.Address), Access: feed.Access})
	if transport.IsMissing(err) {
		return nil, nil
	}
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	return there, err
}

// one puts a file that is not listed there.
func (p Placer) one(ctx context.Context, feed transport.Target, a record.Attachment, listed bool) (done bool, err error) {
	size, there, err := p.Cache.Size(a.File())
	if err != nil || !there {
		return false, err
	}
	at := transport.Target{Address: At(feed.Address, a), Access: feed.Access}
	if !listed && p.lies(ctx, at, size) {
		return false, nil
	}
	body, err := p.Cache.Open(a.File())
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	_, err = p.Places.Write(ctx, transport.Put{
		Target: at, Body: body, Size: size, Hash: a.Hash(), Type: mediaType(a.File()), Folders: true,
	})
	if err == nil {
		p.Found.note(at.Address, p.Now)
	}
	return err == nil, err
}

// lies looks whether a file of that size lies at an address, without reading it: on a
// server that lists nothing, all files would be read at each publishing.
func (p Placer) lies(ctx context.Context, at transport.Target, size int64) bool {
	if p.Found.lately(at.Address, p.Now) {
		return true
	}
	s, err := p.Places.Download(ctx, transport.Download{Request: transport.Request{Target: at, Now: p.Now}})
	if err != nil || s.Body == nil || s.Body.Close() != nil || s.Size != size {
		return false // the writing says what is wrong
	}
	p.Found.note(at.Address, p.Now)
	return true
}

// mediaType is that of a file by the ending of its name.
func mediaType(name string) string {
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// folder is the name of the folder beside a feed in which the files of its items lie.
const folder = "files"

// FolderOf is the address of the folder for the files of a feed's items, with a separator
// at its end.
func FolderOf(feed string) string {
	at := transport.Beside(feed, folder)
	if transport.KindOf(at) == transport.Local {
		return transport.AsFolder(at)
	}
	head, query, has := strings.Cut(at, "?")
	if has {
		query = "?" + query
	}
	return head + "/" + query
}

// folderWith is the address of the folder in which a feed lies.
func folderWith(feed string) string {
	if transport.KindOf(feed) == transport.Local {
		return transport.AsFolder(filepath.Dir(feed))
	}
	return transport.Beside(feed, "")
}

// At is the address of a file beside a feed.
func At(feed string, a record.Attachment) string {
	return transport.Join(FolderOf(feed), a.File())
}

// OfFile is what an item says of a file of that name; its File is "" where the name is not
// that of a file of an item.
func OfFile(name string) record.Attachment {
	return record.Attachment{Link: folder + "/" + name}
}

// TakeAway takes the files that are here away from beside a feed that is gone, also those
// that no item refers to any more. Where other feeds lie in its folder, or where that
// cannot be asked, they stay: the others may refer to them, too.
func TakeAway(ctx context.Context, p transport.Places, c cache.Cache, feed transport.Target) error {
	names, err := p.Names(ctx, transport.Target{Address: folderWith(feed.Address), Access: feed.Access})
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
		at := transport.Target{Address: At(feed.Address, a), Access: feed.Access}
		err := p.Remove(ctx, at, transport.Written{Hash: a.Hash()})
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
