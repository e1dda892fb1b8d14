package contentsync

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/store"
)

// Remove takes files from the disk because a person asks, and notes that they are not to
// come back by themselves. A nested feed stands for all files below it that nothing else
// links to. It returns how many bytes became free. An address that the library knows
// nothing of is an error, and then nothing is removed.
func Remove(ctx context.Context, p Parts, library int64, addresses ...string) (freed int64, err error) {
	r := removal{library: library, noted: map[string]bool{}}
	err = p.Store.View(ctx, func(s store.Reader) error {
		if _, err := Library(s, library); err != nil {
			return err
		}
		r.s = s
		for _, address := range addresses {
			if err := r.address(address); err != nil {
				return err
			}
		}
		return nil
	})
	for some := range slices.Chunk(r.files, portion) {
		if err != nil {
			break
		}
		var n int64
		n, err = removeSome(ctx, p, library, some)
		freed += n
	}
	return freed, err
}

// removeSome removes files that are here, or that wait to be fetched.
func removeSome(ctx context.Context, p Parts, library int64, addresses []string) (freed int64, err error) {
	var files []store.ContentFile
	err = p.Store.Update(ctx, func(w store.Writer) error {
		files = nil
		for _, address := range addresses {
			f, is, err := removeFile(w, library, address)
			if err != nil {
				return err
			}
			if is {
				files = append(files, f)
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	var failed error
	for _, f := range files {
		if err := p.Cache.Library(library).Remove(cache.Name(f.Address)); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		freed += f.Size
	}
	return freed, failed
}

// removeFile notes that a file is removed, and gives it as it was: one that is here, or
// that waits to be fetched.
func removeFile(w store.Writer, library int64, address string) (f store.ContentFile, is bool, err error) {
	if f, _, err = w.ContentFile(library, address); err != nil {
		return f, false, err
	}
	f.Address = address
	wanted, waits, err := w.WantedAt(library, address, false)
	if err != nil || f.State != store.FileHere && !waits {
		return f, false, err
	}
	if waits {
		if err := w.Dequeue(library, wanted.Number); err != nil {
			return f, false, err
		}
	}
	return f, true, w.PutContentFile(library, store.ContentFile{
		Address: address, State: store.FileRemoved, Name: cache.Name(address), Type: f.Type,
	})
}
