package contentsync

import (
	"encoding/hex"
	"errors"
	"slices"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
)

// short is the start of a cached file's name, which is a hash.
type short [16]byte

func shortOf(name string) (s short) {
	_, _ = hex.Decode(s[:], []byte(name[:min(len(name), 2*len(s))])) // all names are hashes
	return s
}

// compare makes sure that the cache matches the store: "Data is not deleted from the cache by
// another process" may not hold.
func (r *run) compare() error {
	known, waits := map[short]bool{}, map[short]bool{}
	var lost []store.ContentFile
	err := r.Store.View(r.ctx, func(s store.Reader) error {
		var after int64
		err := r.pages(s, &after, func(w store.ContentWanted) (bool, error) {
			waits[shortOf(cache.Name(w.Address))] = true
			return true, nil
		})
		if err != nil {
			return err
		}
		return s.ContentFiles(r.Library, func(f store.ContentFile) error {
			if f.State != store.FileHere {
				return nil
			}
			known[shortOf(f.Name)] = true
			if r.isLost(f) {
				lost = append(lost, f)
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	if err := r.sweep(known, waits); err != nil {
		return r.stop(err)
	}
	return r.findAgain(lost)
}

// isLost reports whether another program removed a file, or changed its size.
func (r *run) isLost(f store.ContentFile) bool {
	size, there, err := r.cache.Size(f.Name)
	if err != nil {
		_ = r.stop(err)
		return false
	}
	return !there || size != f.Size
}

// sweep deletes what belongs to nothing: unknown files, and remains of downloads that the
// store already knows of, if the program was stopped before the cache was told.
func (r *run) sweep(known, waits map[short]bool) error {
	err := r.cache.Names(func(name string) error {
		if s := shortOf(name); known[s] || waits[s] {
			return nil
		}
		return r.cache.Remove(name)
	})
	if err != nil {
		return err
	}
	return r.cache.Unfinished(func(name string) error {
		if waits[shortOf(name)] {
			return nil
		}
		return r.cache.Confirm(name)
	})
}

// findAgain queues files that another program removed or changed.
func (r *run) findAgain(lost []store.ContentFile) error {
	for some := range slices.Chunk(lost, atOnce) {
		err := r.update(r.ctx, func(w store.Writer) error {
			for _, f := range some {
				if err := r.enqueueAgain(w, f); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// enqueueAgain queues a file as specified by the first item that links to it and for which it
// is fetched automatically or was requested. If there is no such item, the store forgets the
// file.
func (r *run) enqueueAgain(w store.Writer, f store.ContentFile) error {
	by, err := referrers(w, r.Library, f.Address)
	for _, one := range by {
		if !one.Link.Nested && (!one.Link.OnDemand || f.Asked) {
			_, err := w.Enqueue(r.Library, wantedBy(one, f.Asked))
			return err
		}
	}
	return errors.Join(err, w.RemoveContentFile(r.Library, f.Address))
}

func wantedBy(by store.ContentReferrer, asked bool) store.ContentWanted {
	return store.ContentWanted{Address: by.Link.Address, Nested: by.Link.Nested, From: by.Feed, Depth: by.Depth + 1, Asked: asked}
}
