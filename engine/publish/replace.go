package publish

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"crossfeed/engine/location"
)

// errSame breaks off the writing of a file that would become what it is.
var errSame = errors.New("the file holds the same already")

// replaceChanged replaces a file unless it holds what is written already, so
// that those who watch the file are not woken for nothing.
func replaceChanged(ctx context.Context, files location.Files, path string, write func(io.Writer) error) error {
	err := files.Replace(ctx, path, func(w io.Writer) error {
		old, err := files.Open(path)
		if err != nil {
			return write(w)
		}
		defer old.Close()
		c := comparer{to: w, old: bufio.NewReader(old), same: true}
		if err := write(&c); err != nil {
			return err
		}
		if c.sameToTheEnd() {
			return errSame
		}
		return nil
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return err
}

// comparer passes on what is written, and tells whether it is what an old file
// holds.
type comparer struct {
	to    io.Writer
	old   *bufio.Reader
	same  bool
	there []byte
}

func (c *comparer) Write(p []byte) (int, error) {
	if c.same {
		c.there = slices.Grow(c.there[:0], len(p))[:len(p)]
		n, _ := io.ReadFull(c.old, c.there)
		c.same = bytes.Equal(c.there[:n], p)
	}
	return c.to.Write(p)
}

// sameToTheEnd tells whether the old file holds what was written and no more. A
// file that cannot be read is not the same.
func (c *comparer) sameToTheEnd() bool {
	_, err := c.old.ReadByte()
	return c.same && err == io.EOF
}
