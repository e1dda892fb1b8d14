package engine

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/location"
	"crossfeed/engine/secret"
)

// accountAt is who signs in at an address; zero where nobody does.
func accountAt(at string, a location.Access) secret.Account {
	who := secret.Account{Place: location.PlaceOf(at), User: a.User}
	if who.Place == "" || a.User == "" && a.Scheme == "" {
		return secret.Account{}
	}
	return who
}

// forgetUnused forgets the password for an address, unless a list still reads or publishes
// at its place as that user. An error tells that it is still kept.
func (e *Engine) forgetUnused(ctx context.Context, at string, a location.Access) error {
	who := accountAt(at, a)
	if who == (secret.Account{}) || e.parts.Secrets == nil {
		return nil
	}
	used, err := e.SignsInAs(ctx)
	if err == nil && !slices.Contains(used, who) {
		err = e.parts.Secrets.Forget(ctx, who.Place, who.User)
	}
	if err != nil {
		return fmt.Errorf("it is done, but the password of %q at %s is still kept: %w", who.User, who.Place, err)
	}
	return nil
}
