package publish

import (
	"context"
	"errors"
	"io"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/transport"
)

// document is a feed to be written.
type document struct {
	address string
	body    transport.TempFile
	size    int64
	hash    string
	// last is the last document written to the address; pending are the announced ones.
	last    transport.Written
	pending pending
	// due reports whether it has to be written, written whether it was. looked reports whether
	// it was checked and is as it should be, found whether a file existed before, and resolved
	// whether the address has an announced document that was not recorded as written.
	due, written, checked, found, resolved bool
}

func (j *job) target(d *document) transport.Target {
	return transport.Target{Address: d.address, Access: j.next.Access}
}

// isDue reports whether a document has to be written: it differs from the last one, or the
// file at the address was changed. On a server, a HEAD request checks this every time; the
// document itself is downloaded if its ETag differs, and once a day.
func (j *job) isDue(ctx context.Context, d *document) (bool, error) {
	if d.last.Hash != d.hash {
		return true, nil
	}
	if transport.KindOf(d.address) == transport.Local {
		same, err := j.isUnchanged(ctx, d, true)
		return !same || err != nil, ctx.Err() // writing it will report the problem
	}
	head, err := j.Places.Head(ctx, j.target(d))
	if err == nil && !j.doubts(d, head) {
		return false, nil
	}
	same := false
	if err == nil {
		same, err = j.isUnchanged(ctx, d, false)
	}
	if missing(err) {
		return true, nil
	}
	if d.checked = same; same && head.ETag != "" {
		d.last.ETag = head.ETag
	}
	return !same, err
}

// doubts reports whether a document has to be downloaded to know whether it is unchanged.
func (j *job) doubts(d *document, head transport.Head) bool {
	age := j.now.Sub(j.known.Checked)
	return age < 0 || age >= recheckAfter || head.ETag != "" && d.last.ETag != "" && head.ETag != d.last.ETag
}

// isUnchanged reports whether the document at its address was written last by this endpoint.
func (j *job) isUnchanged(ctx context.Context, d *document, whole bool) (bool, error) {
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

// recheckAfter is the interval after which a document on a server is downloaded again, because
// it could have been overwritten without a change of the ETag.
const recheckAfter = 24 * time.Hour

// missing reports whether there is nothing at an address.
func missing(err error) bool {
	var trouble *transport.Error
	return errors.As(err, &trouble) && (trouble.Trouble == transport.NotFound || trouble.Trouble == transport.Gone)
}

// write writes the documents that are due, the complete one first, so that the partial one
// never links to an older complete one (SSE 0.93 §4.1.1).
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

// removeFormer removes the complete feed of a list that no longer has a window: nothing would
// link to it, and it would never be updated.
func (j *job) removeFormer(ctx context.Context) error {
	former := j.set.Publication
	if j.partial != nil || former.Complete == "" || former.Address != j.Address {
		return nil
	}
	err := j.Places.Remove(ctx, transport.Target{Address: former.Complete, Access: former.Access}, former.LastComplete)
	if errors.Is(err, ErrNotOurs) {
		return nil // it belongs to somebody else
	}
	return err
}

// MediaType returns the media type of a feed for servers.
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
// received stays published, because they may discard an item that is missing.
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

// readDamaged reads the damaged items from a feed of the list. A feed that cannot be read has
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
