package publish

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/transport"
)

// document is a feed that waits to be written.
type document struct {
	address string
	body    transport.Spooled
	size    int64
	hash    string
	// last is what was written there last, pending what was announced.
	last    transport.Written
	pending pending
	// due tells that it is to be written, written that it was, looked that it was found as it
	// is to be, found that a file was there before, and resolved that something is there that
	// was announced and not noted as written.
	due, written, looked, found, resolved bool
}

// spooled writes a document into a file, and hashes it on the way.
func spooled(s transport.Spool, address string, write func(io.Writer) error) (d *document, err error) {
	body, err := s.New()
	if err != nil {
		return nil, err
	}
	d = &document{address: address, body: body}
	sum := sha256.New()
	file := bufio.NewWriterSize(body, 64<<10)
	if err = write(io.MultiWriter(file, sum, (*counter)(&d.size))); err == nil {
		err = file.Flush()
	}
	d.hash = hex.EncodeToString(sum.Sum(nil))
	return d, err
}

// counter counts what is written.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// target is where a document goes.
func (j *job) target(d *document) transport.Target {
	return transport.Target{Address: d.address, Access: j.next.Access}
}

// isDue tells whether a document is to be written: it is another one than was written last,
// or is not there as it was. On a server its head is asked for each time, and the document
// where its tag is another one, and once a day.
func (j *job) isDue(ctx context.Context, d *document) (bool, error) {
	if d.last.Hash != d.hash {
		return true, nil
	}
	if transport.KindOf(d.address) == transport.Local {
		same, err := j.lies(ctx, d, true)
		return !same || err != nil, ctx.Err() // the writing says what is wrong
	}
	head, err := j.Places.Head(ctx, j.target(d))
	if err == nil && !j.doubts(d, head) {
		return false, nil
	}
	same := false
	if err == nil {
		same, err = j.lies(ctx, d, false)
	}
	if missing(err) {
		return true, nil
	}
	if d.looked = same; same && head.ETag != "" {
		d.last.ETag = head.ETag
	}
	return !same, err
}

// doubts tells whether a document is to be read to know that it is as it was.
func (j *job) doubts(d *document, head transport.Head) bool {
	age := j.now.Sub(j.known.Looked)
	return age < 0 || age >= lookAgain || head.ETag != "" && d.last.ETag != "" && head.ETag != d.last.ETag
}

// lies tells whether a document is at its address as it was written last.
func (j *job) lies(ctx context.Context, d *document, whole bool) (bool, error) {
	known := transport.Known{ETag: d.last.ETag, Hash: d.hash, Whole: j.now}
	there, err := j.Places.Read(ctx, transport.Request{Target: j.target(d), Known: known, Whole: whole, Now: j.now})
	if err != nil {
		return false, err
	}
	if there.Body != nil {
		err = there.Body.Close()
	}
	return there.Unchanged, err
}

// lookAgain is after what time a document on a server is read again: somebody may have
// written over it under the same tag.
const lookAgain = 24 * time.Hour

// missing tells that nothing lies at an address.
func missing(err error) bool {
	var trouble *transport.Error
	return errors.As(err, &trouble) && (trouble.Trouble == transport.NotFound || trouble.Trouble == transport.Gone)
}

// write puts the documents that are due in place, the complete one first: whoever reads
// the partial one is never led to an older complete one (SSE 0.93 §4.1.1).
func (j *job) write(ctx context.Context) error {
	for _, d := range j.documents() {
		if !d.due {
			continue
		}
		written, err := j.Places.Write(ctx, transport.Put{
			Target: j.target(d), Body: d.body, Size: d.size, Hash: d.hash, Type: MediaType(j.set.Format),
			Last: d.last, Ours: func(r io.Reader) error {
				d.found = true
				return checkOurs(r, d.address, j.set.FeedID)
			},
		})
		if err != nil {
			return err
		}
		d.last, d.written = written, true
	}
	return j.removeFormer(ctx)
}

// removeFormer takes away the complete feed of a set that has no window any more: nothing
// would lead to it, and it would never change again.
func (j *job) removeFormer(ctx context.Context) error {
	former := j.set.Publication
	if j.partial != nil || former.Complete == "" || former.Address != j.Address {
		return nil
	}
	err := j.Places.Remove(ctx, transport.Target{Address: former.Complete, Access: former.Access}, former.LastComplete)
	if errors.Is(err, ErrNotOurs) {
		return nil // somebody else's
	}
	return err
}

// MediaType is what a server is told that a feed is.
func MediaType(f item.Format) string {
	switch f {
	case item.Atom:
		return "application/atom+xml"
	case item.OPML:
		return "text/x-opml"
	}
	return "application/rss+xml"
}

// readLast reads the damaged items from the feeds that were published last. What subscribers
// have read of them stays published: an item that is missing is one that they may discard.
func (j *job) readLast(ctx context.Context) error {
	j.instead = map[string]*item.Item{}
	p := j.set.Publication
	for _, address := range []string{p.Complete, p.Address} { // the partial feed is never older
		if address == "" {
			continue
		}
		there, err := j.Places.Read(ctx, transport.Request{Target: transport.Target{Address: address, Access: p.Access}, Whole: true, Now: j.now})
		if missing(err) {
			continue
		}
		if err != nil {
			return err
		}
		j.readDamaged(there.Body, address)
		if err := there.Body.Close(); err != nil {
			return err
		}
	}
	return nil
}

// readDamaged takes the damaged items out of a feed of the list. One that cannot be read has
// none.
func (j *job) readDamaged(body io.Reader, address string) {
	in := feed.NewReader(body, address)
	found := map[string]*item.Item{}
	for {
		entry, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return
		}
		if entry.Item != nil && j.damaged[entry.Item.ID()] {
			found[entry.Item.ID()] = entry.Item
		}
	}
	if in.Document().ID != j.set.FeedID {
		return
	}
	for id, it := range found {
		j.instead[id] = it
	}
}
