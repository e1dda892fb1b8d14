package contentsync

import (
	"fmt"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// removal finds out what a person wants gone.
type removal struct {
	s       store.Reader
	library int64
	// files are the addresses of the files, each once.
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
		return fmt.Errorf("%s: the library has nothing of that address", location.Redact(address))
	}
	r.note(address)
	return nil
}

// below removes the files below a feed that no item of a feed links to that the root leads
// to without it.
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

// filesOf removes the files of a feed that no other feed links to.
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
