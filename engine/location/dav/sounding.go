package dav

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// sounding hashes what is read through it, and keeps the error that ended it.
type sounding struct {
	from io.Reader
	sum  hash.Hash
	size int64
	err  error
}

func newSounding(from io.Reader) *sounding { return &sounding{from: from, sum: sha256.New()} }

func (s *sounding) Read(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.from.Read(b)
	s.sum.Write(b[:n])
	s.size += int64(n)
	s.err = err
	return n, err
}

// end reads what is left, and gives the hash and the size of the whole.
func (s *sounding) end() (hash string, size int64, err error) {
	_, err = io.Copy(io.Discard, s)
	return hex.EncodeToString(s.sum.Sum(nil)), s.size, err
}
