package publish

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// servedDocument is a feed with temporary copies of its newest version.
type servedDocument struct {
	feed      ServedFeed
	root      string
	tempFiles transport.TempFiles

	mu      sync.Mutex
	version string
	// changed is when the bytes last changed.
	changed time.Time
	plain   *file
	packed  *file
}

// copied is a document for one reader.
type copied struct {
	*file
	etag    string
	changed time.Time
}

// copy returns the current document. It gets the version before the document is written: a
// change in between is stored under the older version, and so written again.
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

// renew writes the document, if the temporary file has another version. Other readers wait for
// it, so it continues even if the first reader disconnects.
func (d *servedDocument) renew(ctx context.Context, version string, changed time.Time) error {
	if d.plain != nil && d.version == version {
		return nil
	}
	f, err := d.writeTemp(func(to io.Writer) error { return d.feed.Write(context.WithoutCancel(ctx), d.root, to) })
	if err != nil {
		return err
	}
	d.version = version
	if d.plain != nil && d.plain.hash == f.hash {
		return f.temp.Close()
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
	f, err := d.writeTemp(func(to io.Writer) error {
		w := gzip.NewWriter(to)
		_, err := io.Copy(w, d.plain.reader())
		return errors.Join(err, w.Close())
	})
	d.packed = f
	return f, err
}

// writeTemp returns a new temporary file with the output of write.
func (d *servedDocument) writeTemp(write func(io.Writer) error) (*file, error) {
	made, err := transport.Compose(d.tempFiles, write)
	if err != nil {
		return nil, err
	}
	const enough = 24
	return &file{temp: made.TempFile, size: made.Size, hash: made.Hash[:enough], of: &d.mu}, nil
}

// drop deletes the temporary files. A file that is being read is deleted afterwards.
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

// file is a temporary file that several readers use at once.
type file struct {
	temp transport.TempFile
	size int64
	// hash identifies the bytes, and is part of the ETag.
	hash string
	// turn guards reading, because the file has only one read position.
	turn sync.Mutex

	// of guards the following fields.
	of      *sync.Mutex
	readers int
	// old reports whether a newer version has replaced it.
	old bool
}

// ReadAt implements io.ReaderAt.
func (f *file) ReadAt(p []byte, at int64) (int, error) {
	f.turn.Lock()
	defer f.turn.Unlock()
	if _, err := f.temp.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(f.temp, p)
}

// reader returns a new reader of the whole file.
func (f *file) reader() io.ReadSeeker { return io.NewSectionReader(f, 0, f.size) }

// close ends one use of the file.
func (f *file) close() error {
	f.of.Lock()
	defer f.of.Unlock()
	f.readers--
	return f.closeUnread()
}

// closeUnread deletes the file if it is old and nobody reads it.
func (f *file) closeUnread() error {
	if !f.old || f.readers > 0 {
		return nil
	}
	return f.temp.Close()
}

// accepts reports whether Accept-Encoding allows a coding (RFC 9110 §12.5.3).
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

// weight returns the q-value of a coding, or 1 if there is none.
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
