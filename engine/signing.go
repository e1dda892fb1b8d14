package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/location"
	"crossfeed/engine/secret"
	"crossfeed/engine/store"
)

// ErrNoKeeper means that this engine keeps no passwords.
var ErrNoKeeper = errors.New("passwords are not kept here")

// Keeps tells where passwords are kept.
func (e *Engine) Keeps() secret.Where {
	if e.parts.Secrets == nil {
		return secret.Where{}
	}
	return e.parts.Secrets.Where()
}

// SignIn keeps the password of a user at the place of a location: its server or bucket.
func (e *Engine) SignIn(ctx context.Context, at, user, password string) error {
	return e.withPlace(at, func(k secret.Keeper, place string) error { return k.Keep(ctx, place, user, password) })
}

// SignOut forgets the password of a user at the place of a location.
func (e *Engine) SignOut(ctx context.Context, at, user string) error {
	return e.withPlace(at, func(k secret.Keeper, place string) error { return k.Forget(ctx, place, user) })
}

// SignsInAs lists who signs in where for what the lists and libraries read and publish,
// each once.
func (e *Engine) SignsInAs(ctx context.Context) (all []secret.Account, err error) {
	add := func(at string, a location.Access) {
		if who := accountAt(at, a); who != (secret.Account{}) && !slices.Contains(all, who) {
			all = append(all, who)
		}
	}
	err = e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		for _, s := range sets {
			add(s.Location, s.Publication.Access)
		}
		if err != nil {
			return err
		}
		subscriptions, err := r.Subscriptions(0)
		for _, s := range subscriptions {
			add(s.Location, s.Access)
		}
		if err != nil {
			return err
		}
		libraries, err := libraryRows(r)
		for _, l := range libraries {
			add(l.Address, l.Access)
		}
		if err != nil {
			return err
		}
		folders, err := r.PublishedFolders()
		for _, f := range folders {
			add(f.Address, f.Access)
		}
		return err
	})
	return all, err
}

// withPlace works on what is kept for the place of a location.
func (e *Engine) withPlace(at string, do func(k secret.Keeper, place string) error) error {
	address, err := location.Parse(at)
	if err != nil {
		return err
	}
	place := location.PlaceOf(address)
	if place == "" {
		return fmt.Errorf("%s: a file of this computer needs no password", address)
	}
	if e.parts.Secrets == nil {
		return fmt.Errorf("%s: %w", place, ErrNoKeeper)
	}
	return do(e.parts.Secrets, place)
}

// keptPassword is the one that is kept, or "". What else would be given, by the
// environment or by a person, is not: putBack would keep it.
func (e *Engine) keptPassword(ctx context.Context, at, user string) (password string, err error) {
	err = e.withPlace(at, func(k secret.Keeper, place string) error {
		kept := k.Password
		if several, is := k.(secret.Chain); is {
			kept = several.Kept
		}
		password, err = kept(ctx, place, user)
		if errors.Is(err, location.ErrNoPassword) {
			return nil
		}
		return err
	})
	return password, err
}

// putBack keeps what keptPassword gave.
func (e *Engine) putBack(ctx context.Context, at, user, password string) error {
	if password == "" {
		return e.SignOut(ctx, at, user)
	}
	return e.SignIn(ctx, at, user, password)
}

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
