package engine

import (
	"context"
	"fmt"

	"crossfeed/engine/store"
)

// SharedError means that a list is published, and that nobody has said what becomes of
// its feed.
type SharedError struct{ List, Address string }

func (e *SharedError) Error() string {
	return fmt.Sprintf("%q is published at %s", e.List, e.Address)
}

// DeleteSet deletes a list, which Undo brings back with all that is in it. One that is
// published is refused with a *SharedError: see DeleteShared.
func (e *Engine) DeleteSet(ctx context.Context, name string) error {
	return e.Edit.DeleteList(ctx, name, func(s store.Set) error {
		if s.Location == "" {
			return nil
		}
		return &SharedError{s.Name, e.feedAddress(s)}
	})
}

// DeleteShared deletes a list that is published, and removes its feed where remove says
// so. Undo brings the list back: it goes on being published only where its feed stayed. The
// address of the feed is returned.
func (e *Engine) DeleteShared(ctx context.Context, name string, remove bool) (address string, err error) {
	s, err := store.ReadSet(ctx, e.store, name)
	if err != nil {
		return "", err
	}
	if s.Location != "" {
		address = e.feedAddress(s)
	}
	if remove && address != "" {
		if address, err = e.StopSharing(ctx, name, true); err != nil {
			return address, err
		}
	}
	return address, e.Edit.DeleteList(ctx, name, func(store.Set) error { return nil })
}
