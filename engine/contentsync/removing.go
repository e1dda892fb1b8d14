package contentsync

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Remove takes files from the disk because a person asks, and notes that they are not to
// come back by themselves. A nested feed stands for all files below it that nothing else
// links to. It returns how many bytes became free. An address that the library knows
// nothing of is an error, and then nothing is removed.
func Remove(ctx context.Context, p Parts, library int64, addresses ...string) (freed int64, err error) {
	var files []store.ContentFile
	err = p.Store.Update(ctx, func(w store.Writer) error {
		if _, err := Library(w, library); err != nil {
			return err
		}
		r := removal{w: w, library: library}
		for _, address := range addresses {
			if err := r.address(address); err != nil {
				return err
			}
		}
		files = r.files
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

// removal is what a person wants gone.
type removal struct {
	w       store.Writer
	library int64
	// files are those that were noted, as they were.
	files []store.ContentFile
}

func (r *removal) address(address string) error {
	file, there, err := r.w.ContentFile(r.library, address)
	if err != nil {
		return err
	}
	by, err := referrers(r.w, r.library, address)
	if err != nil {
		return err
	}
	nested := false
	for _, one := range by {
		nested, there = nested || one.Link.Nested, there || !one.Link.Nested
	}
	if _, feed, err := r.w.ContentFeed(r.library, address); err != nil || feed || nested {
		if err == nil {
			err = r.below(address)
		}
		if err != nil || !there {
			return err
		}
	}
	if !there {
		return fmt.Errorf("%s: the library has nothing of that address", location.Redact(address))
	}
	file.Address = address
	return r.file(file)
}

// file notes that a file is removed: one that is here, or that waits to be fetched.
func (r *removal) file(f store.ContentFile) error {
	wanted, waits, err := r.w.WantedAt(r.library, f.Address, false)
	if err != nil || f.State != store.FileHere && !waits {
		return err
	}
	if waits {
		if err := r.w.Dequeue(r.library, wanted.Number); err != nil {
			return err
		}
	}
	r.files = append(r.files, f)
	return r.w.PutContentFile(r.library, store.ContentFile{
		Address: f.Address, State: store.FileRemoved, Name: cache.Name(f.Address), Type: f.Type,
	})
}

// below removes the files below a feed that no item of a feed links to that the root leads
// to without it.
func (r *removal) below(feed string) error {
	library, err := r.w.Library(r.library)
	if err != nil {
		return err
	}
	inside, err := reach(r.w, r.library, feed, func(store.ContentLink) bool { return true })
	if err != nil {
		return err
	}
	outside := map[string]bool{}
	if feed != library.Address {
		others, err := reach(r.w, r.library, library.Address, func(l store.ContentLink) bool { return l.Address != feed })
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

// filesOf removes the files of a feed that no other feed links to.
func (r *removal) filesOf(feed string, others map[string]bool) error {
	var addresses []string
	seen := map[string]bool{}
	err := eachLink(r.w, r.library, feed, func(l store.ContentLink) error {
		if !l.Nested && !seen[l.Address] {
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
	by, err := referrers(r.w, r.library, address)
	for _, one := range by {
		if others[one.Feed] && !one.Link.Nested {
			return err
		}
	}
	if err != nil {
		return err
	}
	file, _, err := r.w.ContentFile(r.library, address)
	file.Address = address
	if err != nil {
		return err
	}
	return r.file(file)
}
