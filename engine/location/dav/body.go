package dav

import (
	"errors"
	"io"
	"net/http"
	"sync"
)

// document gives a body as often as it has to be sent. One that is given up may still be
// read when the next is on its way, so each keeps its own place.
type document struct {
	mu   sync.Mutex
	from io.ReadSeeker
}

// ReadAt implements io.ReaderAt.
func (d *document) ReadAt(b []byte, at int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := d.from.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(d.from, b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// carry makes a request carry a document of that size.
func carry(req *http.Request, from io.ReadSeeker, size int64) {
	d := &document{from: from}
	req.ContentLength = size
	req.GetBody = func() (io.ReadCloser, error) {
		if size == 0 {
			return http.NoBody, nil
		}
		return io.NopCloser(io.NewSectionReader(d, 0, size)), nil
	}
	req.Body, _ = req.GetBody()
}
