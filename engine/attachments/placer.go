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

// Placer puts files next to feeds.
type Placer struct {
	Places transport.Places
	Cache  cache.Cache
	// Found remembers files next to feeds on servers that do not list folders.
	Found *Found
	Now   time.Time
}

// Place puts the files that are here and not yet there next to a feed, so that readers of the
// feed find them. A file that is not here is left for later. A failure does not prevent the
// other files, unless the server is unreachable; the error reports the first failures.
func (p Placer) Place(ctx context.Context, feed transport.Target, files []record.Attachment) (put int, err error) {
	if len(files) == 0 {
		return 0, nil
	}
	there, unlisted := existing(ctx, p.Places, feed)
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

// existing returns the names of the files that are already next to a feed. A file with the name
// of one of ours is taken to be that file: the name is its hash, and readers verify it.
func existing(ctx context.Context, p transport.Places, feed transport.Target) (map[string]bool, error) {
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

// one puts one file, which is not in the listing, next to a feed.
func (p Placer) one(ctx context.Context, feed transport.Target, a record.Attachment, listed bool) (done bool, err error) {
	size, there, err := p.Cache.Size(a.File())
	if err != nil || !there {
		return false, err
	}
	at := transport.Target{Address: At(feed.Address, a), Access: feed.Access}
	if !listed && p.exists(ctx, at, size) {
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

// exists reports whether there is a file of that size at an address, without reading it.
// Otherwise, on a server that does not list folders, each publication would read all files.
func (p Placer) exists(ctx context.Context, at transport.Target, size int64) bool {
	if p.Found.lately(at.Address, p.Now) {
		return true
	}
	s, err := p.Places.Download(ctx, transport.Download{Request: transport.Request{Target: at, Now: p.Now}})
	if err != nil || s.Body == nil || s.Body.Close() != nil || s.Size != size {
		return false // writing will report the problem
	}
	p.Found.note(at.Address, p.Now)
	return true
}

// mediaType returns the media type of a file from the extension of its name.
func mediaType(name string) string {
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// folder is the name of the folder next to a feed that contains the files of its items.
const folder = "files"

// FolderOf returns the address of the folder for the files of a feed's items, with a trailing
// separator.
func FolderOf(feed string) string {
	at := transport.Sibling(feed, folder)
	if transport.KindOf(at) == transport.Local {
		return transport.AsFolder(at)
	}
	head, query, has := strings.Cut(at, "?")
	if has {
		query = "?" + query
	}
	return head + "/" + query
}

// folderWith returns the address of the folder that contains a feed.
func folderWith(feed string) string {
	if transport.KindOf(feed) == transport.Local {
		return transport.AsFolder(filepath.Dir(feed))
	}
	return transport.Sibling(feed, "")
}

// At returns the address of a file next to a feed.
func At(feed string, a record.Attachment) string {
	return transport.Join(FolderOf(feed), a.File())
}

// OfFile returns the attachment for a file name. Its File is "" if the name is not that of an
// item's file.
func OfFile(name string) record.Attachment {
	return record.Attachment{Link: folder + "/" + name}
}

// TakeAway deletes the files that are also here from next to a removed feed, including those
// that no item refers to. If there are other feeds in the folder, or that cannot be
// determined, the files stay, because the other feeds may refer to them, too.
func TakeAway(ctx context.Context, p transport.Places, c cache.Cache, feed transport.Target) error {
	names, err := p.Names(ctx, transport.Target{Address: folderWith(feed.Address), Access: feed.Access})
	if err != nil || slices.ContainsFunc(names, isFeed) {
		return nil
	}
	var failed failures
	there, err := existing(ctx, p, feed)
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

// isFeed reports whether a name may be that of a feed.
func isFeed(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".xml" || ending == ".opml" || ending == ".rss" || ending == ".atom"
}
