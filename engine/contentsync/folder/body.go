package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"crossfeed/engine/location"
)

// errChanged means that a file changed while it was sent.
var errChanged = errors.New("it changed while it was read: it is published once it stays as it is")

// body is a file on its way. Whoever reads it from its start never gets the end of one
// that is not the file whose hash was taken, so that nothing of it is put in place.
type body struct {
	file io.ReadSeeker
	// close ends the use of what is read.
	close func() error
	size  int64
	hash  string
	// at is how far it was read, sum the hash of that; nil where it was not from the start.
	at  int64
	sum hash.Hash
	// changed tells that it was another file.
	changed bool
	// came is told how many bytes more were read; counted are those since the start.
	came    func(int64)
	counted int64
}

// newBody makes one of an open file. What cannot be read twice is copied before.
func newBody(f io.ReadCloser, spool location.Spool, size int64, hash string) (*body, error) {
	b := &body{size: size, hash: hash, sum: sha256.New(), close: f.Close}
	if s, can := f.(io.ReadSeeker); can {
		b.file = s
		return b, nil
	}
	held, err := spool.New()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	_, err = io.Copy(held, f)
	if err = errors.Join(err, f.Close()); err == nil {
		_, err = held.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	b.file, b.close = held, held.Close
	return b, nil
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if left := b.size - b.at; left == 0 {
		return 0, io.EOF
	} else if int64(len(p)) > left {
		p = p[:left]
	}
	n, err := b.file.Read(p)
	b.at += int64(n)
	b.count(int64(n))
	if b.sum != nil {
		b.sum.Write(p[:n])
	}
	ended := err == io.EOF && b.at < b.size
	if ended || b.at == b.size && b.sum != nil && hex.EncodeToString(b.sum.Sum(nil)) != b.hash {
		b.changed = true
		return 0, errChanged
	}
	return n, err
}

// Seek implements io.Seeker.
func (b *body) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += b.at
	case io.SeekEnd:
		offset += b.size
	}
	at, err := b.file.Seek(offset, io.SeekStart)
	if err != nil {
		return 0, err
	}
	if b.at, b.sum = at, nil; at == 0 {
		b.sum = sha256.New()
		b.count(-b.counted)
	}
	return at, nil
}

func (b *body) count(more int64) {
	if b.counted += more; b.came != nil && more != 0 {
		b.came(more)
	}
}

// errNotOurs tells of what somebody else wrote.
var errNotOurs = errors.New("it is not what was published from this folder")

// begins tells whether what lies there is the beginning of a document: one that was
// interrupted while it was written.
func begins(there, of io.Reader) error {
	a, b := make([]byte, 32<<10), make([]byte, 32<<10)
	for {
		n, err := io.ReadFull(there, a)
		if m, _ := io.ReadFull(of, b[:n]); m < n || !bytes.Equal(a[:n], b[:n]) {
			return errNotOurs
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
