package dav

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"
)

// sounding hashes what is read through it, and keeps its last bytes and the error that
// ended it.
type sounding struct {
	from io.Reader
	sum  hash.Hash
	size int64
	last []byte
	err  error
}

// kept is how many of the last bytes are kept.
const kept = 64

func newSounding(from io.Reader) *sounding { return &sounding{from: from, sum: sha256.New()} }

func (s *sounding) Read(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.from.Read(b)
	s.sum.Write(b[:n])
	s.size += int64(n)
	s.last = append(s.last, b[max(0, n-kept):n]...)
	s.last = s.last[max(0, len(s.last)-kept):]
	s.err = err
	return n, err
}

// end reads what is left, and gives the hash and the size of the whole.
func (s *sounding) end() (hash string, size int64, err error) {
	_, err = io.Copy(io.Discard, s)
	return hex.EncodeToString(s.sum.Sum(nil)), s.size, err
}

// closed tells whether the end of a feed was read.
func (s *sounding) closed() bool {
	end := bytes.TrimSpace(s.last)
	return slices.ContainsFunc([]string{"</rss>", "</feed>", "</opml>", "</rdf:RDF>"}, func(tag string) bool {
		return bytes.HasSuffix(end, []byte(tag))
	})
}
