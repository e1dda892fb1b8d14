package contentsync

import (
	"encoding/hex"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/store"
)

// recover takes up what the last run left: "Once the sync process starts, it runs to
// completion" may not hold. Files that are in their place, and that the store does not
// know of, are kept without a request. It is done before any feed is read: what a feed
// says afterwards is newer.
func (r *run) recover() error {
	err := r.Store.View(r.ctx, func(s store.Reader) error {
		var after int64
		return r.pages(s, &after, func(w store.ContentWanted) (bool, error) {
			if w.Nested {
				return true, nil
			}
			l, there, err := r.arrived(s, w)
			if there {
				r.keeping = append(r.keeping, l)
			}
			return r.stopped == nil, err
		})
	})
	if err == nil {
		err = r.save()
	}
	if err != nil || !r.Root || r.stopped != nil {
		return err
	}
	return r.compare()
}

// arrived is a file that came and that the store does not know of. One that it knows of
// is not it: the program was stopped before the cache was told, and the entry is a later
// one.
func (r *run) arrived(s store.Reader, w store.ContentWanted) (l landing, there bool, err error) {
	name := cache.Name(w.Address)
	note, there, broken := r.cache.Arrived(name)
	if broken != nil {
		return l, false, r.stop(broken)
	}
	if !there {
		return l, false, nil
	}
	l = landing{entry: entry{ContentWanted: w}, file: r.came(name, note)}
	l.file.Address = w.Address
	l.entry.file, l.here, err = s.ContentFile(r.Library, w.Address)
	known := l.entry.file.Known
	if l.entry.file.State == store.FileHere && known.Hash == note.Hash && known.ETag == note.Known.ETag && known.LastModified == note.Known.LastModified {
		if broken := r.cache.Taken(name); broken != nil && err == nil {
			err = r.stop(broken)
		}
		return l, false, err
	}
	return l, err == nil, err
}

// short is the beginning of the name of a file in the cache, which is a hash.
type short [16]byte

func shortOf(name string) (s short) {
	_, _ = hex.Decode(s[:], []byte(name[:min(len(name), 2*len(s))])) // all names are hashes
	return s
}

// compare looks whether the cache has what the store says, and nothing else: "Data is not
// deleted from the cache by another process" may not hold either.
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
	if err != nil || r.stopped != nil {
		return err
	}
	if err := r.sweep(known, waits); err != nil {
		return r.stop(err)
	}
	return r.findAgain(lost)
}

// measure counts the room that files take, and downloads that broke off.
func (r *run) measure() error {
	err := r.Store.View(r.ctx, func(s store.Reader) error {
		use, err := s.ContentUse(r.Library)
		r.budget.freed(-use.Bytes)
		return err
	})
	if err != nil {
		return err
	}
	err = r.cache.Unfinished(func(name string) error {
		came, _, err := r.cache.Came(name)
		r.budget.freed(-came)
		return err
	})
	if err != nil {
		return r.stop(err)
	}
	return nil
}

// isLost tells whether another program removed a file, or changed its size.
func (r *run) isLost(f store.ContentFile) bool {
	size, there, err := r.cache.Size(f.Name)
	if err != nil {
		_ = r.stop(err)
		return false
	}
	return !there || size != f.Size
}

// sweep takes away what belongs to nothing: files that nobody knows, and what is left of
// downloads that the store knows of, where the program was stopped before the cache was
// told.
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
		return r.cache.Taken(name)
	})
}

// findAgain puts files in the queue that another program removed or changed.
func (r *run) findAgain(lost []store.ContentFile) error {
	for len(lost) > 0 {
		some := lost[:min(len(lost), atOnce)]
		lost = lost[len(some):]
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

// enqueueAgain queues a file as the first item says that links to it, and for that it is
// fetched unasked, or was asked for.
func (r *run) enqueueAgain(w store.Writer, f store.ContentFile) error {
	by, err := referrers(w, r.Library, f.Address)
	if err != nil {
		return err
	}
	for _, one := range by {
		if !one.Link.Nested && (!one.Link.OnDemand || f.Asked) {
			_, err := w.Enqueue(r.Library, wantedBy(one, f.Asked))
			return err
		}
	}
	return nil
}

// wantedBy is the entry for the link of an item.
func wantedBy(by store.ContentReferrer, asked bool) store.ContentWanted {
	return store.ContentWanted{Address: by.Link.Address, Nested: by.Link.Nested, From: by.Feed, Depth: by.Depth + 1, Asked: asked}
}
