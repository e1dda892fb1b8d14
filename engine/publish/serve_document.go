package publish

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// document is a feed, and its spooled copies in the newest version.
type servedDocument struct {
	feed  ServedFeed
	root  string
	spool transport.Spool

	mu      sync.Mutex
	version string
	// changed is when the bytes were others last.
	changed time.Time
	plain   *file
	packed  *file
}

// copied is a document as one reader gets it.
type copied struct {
	*file
	etag    string
	changed time.Time
}

// copy is the document as it now stands. The version is asked for before the document
// is written: what changes in between is under the older version, and read again.
func (d *servedDocument) copy(ctx context.Context, packed bool) (copied, error) {
	version, changed, err := d.feed.Version(ctx)
	if err != nil {
		return copied{}, fmt.Errorf("serving %s: %w", d.feed.Name, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.renew(ctx, version, changed); err != nil {
		return copied{}, fmt.Errorf("serving %s: %w", d.feed.Name, err)
	}
	f, etag := d.plain, `"`+d.plain.hash+`"`
	if packed {
		if f, err = d.pack(); err != nil {
			return copied{}, fmt.Errorf("compressing %s: %w", d.feed.Name, err)
		}
		etag = `"` + d.plain.hash + `-gzip"`
	}
	f.readers++
	return copied{f, etag, d.changed}, nil
}

// renew writes the document, where the spooled one is of another version. Others wait
// for it, so that it goes on where the first reader leaves.
func (d *servedDocument) renew(ctx context.Context, version string, changed time.Time) error {
	if d.plain != nil && d.version == version {
		return nil
	}
	f, err := d.spooled(func(to io.Writer) error { return d.feed.Write(context.WithoutCancel(ctx), d.root, to) })
	if err != nil {
		return err
	}
	d.version = version
	if d.plain != nil && d.plain.hash == f.hash {
		return f.spooled.Close()
	}
	err = d.drop()
	d.changed, d.plain = changed, f
	return err
}

// pack compresses the document, once for each version.
func (d *servedDocument) pack() (*file, error) {
	if d.packed != nil {
		return d.packed, nil
	}
	f, err := d.spooled(func(to io.Writer) error {
		w := gzip.NewWriter(to)
		_, err := io.Copy(w, d.plain.reader())
		return errors.Join(err, w.Close())
	})
	d.packed = f
	return f, err
}

// spooled is a new file with what write writes.
func (d *servedDocument) spooled(write func(io.Writer) error) (*file, error) {
	to, err := d.spool.New()
	if err != nil {
		return nil, err
	}
	f := &file{spooled: to, of: &d.mu}
	sum := sha256.New()
	if err := write(io.MultiWriter(&counting{to, &f.size}, sum)); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	const enough = 12
	f.hash = hex.EncodeToString(sum.Sum(nil)[:enough])
	return f, nil
}

// drop throws the spooled files away; one that is being read, when that ends.
func (d *servedDocument) drop() error {
	var all []error
	for _, f := range []*file{d.plain, d.packed} {
		if f != nil {
			f.old = true
			all = append(all, f.closeUnread())
		}
	}
	d.plain, d.packed = nil, nil
	return errors.Join(all...)
}

func (d *servedDocument) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.drop()
}

// counting counts the bytes that are written.
type counting struct {
	to   io.Writer
	size *int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	*c.size += int64(n)
	return n, err
}

// file is a spooled document that several read at once.
type file struct {
	spooled transport.Spooled
	size    int64
	// hash tells the bytes from others, and goes into the ETag.
	hash string
	// turn is for reading: the file has one place at which it is read.
	turn sync.Mutex

	// of guards what follows.
	of      *sync.Mutex
	readers int
	// old tells that a newer version took its place.
	old bool
}

// ReadAt implements io.ReaderAt.
func (f *file) ReadAt(p []byte, at int64) (int, error) {
	f.turn.Lock()
	defer f.turn.Unlock()
	if _, err := f.spooled.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(f.spooled, p)
}

// reader reads the file from its start.
func (f *file) reader() io.ReadSeeker { return io.NewSectionReader(f, 0, f.size) }

// close ends one reading.
func (f *file) close() error {
	f.of.Lock()
	defer f.of.Unlock()
	f.readers--
	return f.closeUnread()
}

// closeUnread throws the file away where it is old and nobody reads it.
func (f *file) closeUnread() error {
	if !f.old || f.readers > 0 {
		return nil
	}
	return f.spooled.Close()
}

// accepts tells whether Accept-Encoding permits a coding (RFC 9110 §12.5.3).
func accepts(values []string, coding string) bool {
	allowed := false
	for _, part := range strings.Split(strings.Join(values, ","), ",") {
		name, parameters, _ := strings.Cut(part, ";")
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case coding:
			return weight(parameters) > 0
		case "*":
			allowed = weight(parameters) > 0
		}
	}
	return allowed
}

// weight is the q of a coding; 1 where none stands.
func weight(parameters string) float64 {
	name, value, there := strings.Cut(strings.TrimSpace(parameters), "=")
	if !there || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return 0
	}
	return q
}
