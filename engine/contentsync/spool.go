package contentsync

import (
	"bufio"
	"encoding/gob"
	"errors"
	"hash/maphash"
	"io"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// spool has the items of a feed that was read in a file that is gone with it: as many as
// there are, few are in memory.
type spool struct {
	file location.Spooled
	to   *bufio.Writer
	code *gob.Encoder
	n    int
	// seed is that of hashes of IDs: few bytes an item.
	seed maphash.Seed
}

func newSpool() (*spool, error) {
	file, err := location.TempSpool{}.New()
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriter(file)
	return &spool{file: file, to: to, code: gob.NewEncoder(to), seed: maphash.MakeSeed()}, nil
}

func (s *spool) add(i store.ContentItem) error {
	s.n++
	return s.code.Encode(i)
}

// items gives them from the first on: each is nil behind the last.
func (s *spool) items() (next func() (*store.ContentItem, error), err error) {
	if err := s.to.Flush(); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	from := gob.NewDecoder(bufio.NewReader(s.file))
	return func() (*store.ContentItem, error) {
		i := new(store.ContentItem)
		if err := from.Decode(i); errors.Is(err, io.EOF) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		return i, nil
	}, nil
}

// hash is one of an ID, for as long as the spool is there.
func (s *spool) hash(id string) uint64 { return maphash.String(s.seed, id) }

func (s *spool) close() {
	if s != nil {
		_ = s.file.Close() // nothing of it is to be kept
	}
}
