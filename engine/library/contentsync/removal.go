package contentsync

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Remove deletes files from the disk at a person's request, and records that they are not to
// be fetched again automatically. A nested feed means all files below it that nothing else
// links to. Remove returns the number of bytes freed. If the library does not know an address,
// Remove returns an error and removes nothing.
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

// removeSome removes files that are here or waiting to be fetched.
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

// removeFile records that a file is removed, and returns its previous record. is reports
// whether it was here or waiting to be fetched.
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

// removal determines what a person wants removed.
type removal struct {
	s       store.Reader
	library int64
	// files are the addresses of the files, without duplicates.
	files []string
	noted map[string]bool
}

func (r *removal) note(address string) {
	if !r.noted[address] {
		r.noted[address], r.files = true, append(r.files, address)
	}
}

func (r *removal) address(address string) error {
	_, there, err := r.s.ContentFile(r.library, address)
	if err != nil {
		return err
	}
	by, err := referrers(r.s, r.library, address)
	if err != nil {
		return err
	}
	nested := false
	for _, one := range by {
		nested, there = nested || one.Link.Nested, there || !one.Link.Nested
	}
	if _, feed, err := r.s.ContentFeed(r.library, address); err != nil || feed || nested {
		if err == nil {
			err = r.below(address)
		}
		if err != nil || !there {
			return err
		}
	}
	if !there {
		return fmt.Errorf("%s: the library has nothing of that address", transport.Redact(address))
	}
	r.note(address)
	return nil
}

// below adds the files below a feed, except those that are linked from feeds that can be
// reached from the root without it.
func (r *removal) below(feed string) error {
	library, err := r.s.Library(r.library)
	if err != nil {
		return err
	}
	inside, err := reach(r.s, r.library, feed, func(store.ContentLink) bool { return true })
	if err != nil {
		return err
	}
	outside := map[string]bool{}
	if feed != library.Address {
		others, err := reach(r.s, r.library, library.Address, func(l store.ContentLink) bool { return l.Address != feed })
		if err != nil {
			return err
		}
		for _, f := range others {
			outside[f.Address] = true
		}
	}
	for _, f := range inside {
		if outside[f.Address] {
			continue
		}
		if err := r.filesOf(f.Address, outside); err != nil {
			return err
		}
	}
	return nil
}

// filesOf adds the files of a feed that none of the others links to.
func (r *removal) filesOf(feed string, others map[string]bool) error {
	var addresses []string
	seen := map[string]bool{}
	err := eachLink(r.s, r.library, feed, func(l store.ContentLink) error {
		if !l.Nested && !r.noted[l.Address] && !seen[l.Address] {
			seen[l.Address], addresses = true, append(addresses, l.Address)
		}
		return nil
	})
	for _, address := range addresses {
		if err == nil {
			err = r.unlessLinked(address, others)
		}
	}
	return err
}

func (r *removal) unlessLinked(address string, others map[string]bool) error {
	by, err := referrers(r.s, r.library, address)
	for _, one := range by {
		if others[one.Feed] && !one.Link.Nested {
			return err
		}
	}
	if err == nil {
		r.note(address)
	}
	return err
}
