package serve

import (
	"io"
	"sync"

	"crossfeed/engine/location"
)

// file is a spooled document that several read at once.
type file struct {
	spooled location.Spooled
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
