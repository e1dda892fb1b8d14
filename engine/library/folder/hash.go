package folder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"time"

	"crossfeed/engine/transport"
)

// certainAfter is how old a file must be before its size, time and number reliably distinguish
// it from a later version, because timestamps of file systems are coarse.
const certainAfter = 2 * time.Second

// hash hashes the files that may have changed.
func (r *run) hash(ctx context.Context) error {
	return r.tree.each(func(f *file) error {
		if f.unreadable || f.unchanged() {
			return nil
		}
		if err := r.take(ctx, f); err != nil {
			return err
		}
		return r.book.room(ctx)
	})
}

// unchanged reports whether the file still is the one whose hash is known.
func (f *file) unchanged() bool {
	return f.Hash != "" && f.found.Size == f.Size && f.found.Changed.Equal(f.Changed) && f.found.Number == f.Number
}

// take hashes a file. A file that cannot be read stays as it was published.
func (r *run) take(ctx context.Context, f *file) error {
	hash, size, err := r.read(ctx, f.Path)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		f.out = true
		return nil
	case err != nil:
		r.reporter.skip(f.Path, plain(err))
		f.unreadable = true
		return nil
	}
	f.Hash, f.Size, f.Changed, f.Number = hash, size, f.found.Changed, f.found.Number
	if size != f.found.Size || f.found.Changed.Add(certainAfter).After(r.now) {
		f.Changed, f.Number = time.Time{}, 0 // it may change again unnoticed
	}
	if !r.Dry {
		r.book.file(f.FolderFile)
	}
	return nil
}

func (r *run) read(ctx context.Context, path string) (hash string, size int64, err error) {
	body, err := r.open(path)
	if err != nil {
		return "", 0, err
	}
	hash, size, err = transport.Hash(transport.Until(ctx, body))
	return hash, size, errors.Join(err, body.Close())
}

// open opens a file of the folder. It does not follow a link that has replaced the file.
func (r *run) open(path string) (io.ReadCloser, error) {
	return r.Files.Inside(r.folder).Open(r.file(path))
}

// body is the contents of a file being sent. If the file no longer has the recorded hash,
// reading from the start never reaches the end, so that nothing of it is put in place.
type body struct {
	file io.ReadSeeker
	// close closes the underlying file.
	close func() error
	size  int64
	hash  string
	// at is the current offset, and sum the hash up to there, nil if not read from the start.
	at  int64
	sum hash.Hash
	// changed reports that the file has changed.
	changed bool
	// received is called with the number of bytes read; counted is the total since the start.
	received func(int64)
	counted  int64
}

// newBody returns a body for an open file. It copies a file that cannot be read twice.
func newBody(f io.ReadCloser, temp transport.TempFiles, size int64, hash string) (*body, error) {
	b := &body{size: size, hash: hash, sum: sha256.New(), close: f.Close}
	if s, can := f.(io.ReadSeeker); can {
		b.file = s
		return b, nil
	}
	held, err := temp.New()
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
		return 0, ErrChanged
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
	if b.counted += more; b.received != nil && more != 0 {
		b.received(more)
	}
}

// errNotOurs means that somebody else wrote the existing document.
var errNotOurs = errors.New("it is not what was published from this folder")

// begins returns nil if the document there is the beginning of the document of, left by an
// interrupted write. Otherwise it returns errNotOurs.
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
