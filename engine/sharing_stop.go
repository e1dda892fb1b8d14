package engine

import (
	"cmp"
	"context"
	"fmt"

	"crossfeed/engine/publish"
	"crossfeed/engine/store"
)

// StopSharing publishes a list no more. The feed is taken away from its place where remove
// says so; what others have read of it stays with them. The password goes where nothing else
// signs in there as that user. The address that it had is returned.
func (e *Engine) StopSharing(ctx context.Context, name string, remove bool) (address string, err error) {
	was, address, err := e.stopSharing(ctx, name, remove)
	if err != nil {
		return address, err
	}
	return address, e.forgetUnused(ctx, was.Location, was.Publication.Access)
}

// stopSharing is StopSharing with the password left where it is. was is the set before.
func (e *Engine) stopSharing(ctx context.Context, name string, remove bool) (was store.Set, address string, err error) {
	if was, err = e.setNamed(ctx, name); err != nil {
		return was, "", err
	}
	if was.Location == "" {
		return was, "", fmt.Errorf("stopping to share %q: %w", name, ErrNotShared)
	}
	leave, err := e.publishing.enter(ctx, was.Key)
	if err != nil {
		return was, "", err
	}
	defer leave()
	address = e.feedAddress(was)
	target := publish.Target{Set: was.Key, Endpoint: e.Endpoint(), Address: address}
	err = e.publisher().Stop(ctx, target, remove, e.parts.Clock.Now())
	if err == nil && remove {
		err = e.takeFilesAway(ctx, was, address)
	}
	return was, address, err
}

// feedAddress is where the feed of a published list is.
func (e *Engine) feedAddress(s store.Set) string {
	return cmp.Or(s.Publication.Address, e.ownAddress(s, s.Location))
}
