package dav

import (
	"errors"
	"io"
	"net/http"
	"sync"
)

// document is a body that is read as often as it has to be sent. One sending that was
// given up may still read it when the next is on its way, or when it is compared, so each
// reads at its own place, and none once the writing has ended.
type document struct {
	mu   sync.Mutex
	from io.ReadSeeker
	size int64
}

// ReadAt implements io.ReaderAt.
func (d *document) ReadAt(b []byte, at int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.from == nil {
		return 0, errEnded
	}
	if _, err := d.from.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(d.from, b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

var errEnded = errors.New("the writing has ended")

// reader reads the document from its start.
func (d *document) reader() *io.SectionReader { return io.NewSectionReader(d, 0, d.size) }

// end gives the body back to its owner.
func (d *document) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.from = nil
}

// carry makes a request carry a body of that size.
func carry(req *http.Request, from io.ReaderAt, size int64) {
	req.ContentLength = size
	req.GetBody = func() (io.ReadCloser, error) {
		if size == 0 {
			return http.NoBody, nil
		}
		return io.NopCloser(io.NewSectionReader(from, 0, size)), nil
	}
	req.Body, _ = req.GetBody()
}
