package contentsync

import (
	"context"
	"fmt"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Want puts what a person asked for in the queue: files and nested feeds by their
// addresses, on demand or removed ones included. An address that no item of the library
// links to is an error, and then nothing is put in the queue.
func Want(ctx context.Context, p Parts, library int64, addresses ...string) error {
	return p.Store.Update(ctx, func(w store.Writer) error {
		if _, err := Library(w, library); err != nil {
			return err
		}
		for _, address := range addresses {
			if err := want(w, library, address); err != nil {
				return err
			}
		}
		return nil
	})
}

// want queues an address as the items say that link to it: as a file, as a nested feed, or
// as both.
func want(w store.Writer, library int64, address string) error {
	by, err := referrers(w, library, address)
	if err != nil {
		return err
	}
	if len(by) == 0 {
		return fmt.Errorf("%s: nothing in the library leads there: look it up with content list", location.Redact(address))
	}
	asked := map[bool]bool{}
	for _, one := range by {
		if asked[one.Link.Nested] {
			continue
		}
		asked[one.Link.Nested] = true
		if _, err := w.Enqueue(library, wantedBy(one, true)); err != nil {
			return err
		}
		if one.Link.Nested {
			if err := wantBelow(w, library, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// wantBelow queues the files below a nested feed that a person removed: those that a sync
// would have fetched.
func wantBelow(w store.Writer, library int64, feed string) error {
	below, err := reach(w, library, feed, func(l store.ContentLink) bool { return !l.OnDemand })
	if err != nil {
		return err
	}
	for _, one := range below {
		var wanted []store.ContentWanted
		err := eachLink(w, library, one.Address, func(l store.ContentLink) error {
			if l.Nested || l.OnDemand {
				return nil
			}
			file, there, err := w.ContentFile(library, l.Address)
			if there && file.State == store.FileRemoved {
				wanted = append(wanted, store.ContentWanted{Address: l.Address, From: one.Address, Depth: one.Depth + 1, Asked: true})
			}
			return err
		})
		if err != nil {
			return err
		}
		if _, err := w.Enqueue(library, wanted...); err != nil {
			return err
		}
	}
	return nil
}
