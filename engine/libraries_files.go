package engine

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/store"
)

// ErrNotHere means that a file of a library is not on this computer, or is not as it came.
var ErrNotHere = errors.New("it is not on this computer: get it")

// GetContent fetches files and nested feeds that are on demand, were removed, or failed,
// by their addresses. Where another program syncs the library, it is cache.ErrBusy: that
// one fetches them.
func (e *Engine) GetContent(ctx context.Context, library int64, o ContentOptions, addresses ...string) (contentsync.Report, error) {
	parts, err := e.contentParts()
	if err != nil {
		return contentsync.Report{}, err
	}
	e.gate.enter()
	err = contentsync.Want(ctx, parts, library, addresses...)
	e.gate.leave()
	if err != nil {
		return contentsync.Report{}, err
	}
	o.Queue = true
	report, err := e.SyncLibrary(ctx, library, o)
	if errors.Is(err, cache.ErrBusy) {
		err = fmt.Errorf("%w, which fetches what you asked for, too", err)
	}
	return report, err
}

// RemoveContent takes files from the disk; the library shows them as removed, and they
// can be had again. It returns how many bytes became free.
func (e *Engine) RemoveContent(ctx context.Context, library int64, addresses ...string) (freed int64, err error) {
	parts, err := e.contentParts()
	if err != nil {
		return 0, err
	}
	e.gate.enter()
	defer e.gate.leave()
	return contentsync.Remove(ctx, parts, library, addresses...)
}

// ContentPath is where a file of a library lies on this computer, to open it: whole, and
// as it came. One that is not here, or was changed or removed by another program, is an
// error that tells to get it again (ErrNotHere).
func (e *Engine) ContentPath(ctx context.Context, library int64, address string) (path string, err error) {
	parts, err := e.contentParts()
	if err != nil {
		return "", err
	}
	var f store.ContentFile
	err = e.store.View(ctx, func(r store.Reader) error {
		if _, err := contentsync.Library(r, library); err != nil {
			return err
		}
		f, _, err = r.ContentFile(library, address)
		return err
	})
	if err != nil {
		return "", err
	}
	if f.State != store.FileHere {
		return "", fmt.Errorf("%s: %w", address, ErrNotHere)
	}
	c := parts.Cache.Library(library)
	size, there, err := c.Size(f.Name)
	switch {
	case err != nil:
		return "", err
	case !there:
		return "", fmt.Errorf("%s was removed by another program: %w", address, ErrNotHere)
	case size != f.Size:
		return "", fmt.Errorf("%s was changed by another program: %w", address, ErrNotHere)
	}
	return c.Path(f.Name), nil
}

// came is how many bytes came of a file that waits, and of how many, -1 where that is not
// known.
func (e *Engine) came(library int64, address string) (came, whole int64) {
	if e.parts.Content == nil {
		return 0, -1
	}
	came, whole, err := e.parts.Content.Library(library).Came(cache.Name(address))
	if err != nil {
		return 0, -1
	}
	return came, whole
}
