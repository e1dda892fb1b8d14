package engine

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"crossfeed/engine/attach"
	"crossfeed/engine/record"
)

// ServedFile opens a file that published items of some sets refer to, by its name beside
// their feeds. What is none of theirs, or not here, is an error that wraps
// fs.ErrNotExist.
func (e *Engine) ServedFile(ctx context.Context, sets []string, name string) (io.ReadSeekCloser, error) {
	c, err := e.attached()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if attach.OfFile(name).File() == "" {
		return nil, fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	for _, set := range sets {
		s, err := e.setNamed(ctx, set)
		if err != nil {
			return nil, err
		}
		files, err := e.publishedFiles(ctx, s, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(files, func(a record.Attachment) bool { return a.File() == name }) {
			return c.Open(name)
		}
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}
