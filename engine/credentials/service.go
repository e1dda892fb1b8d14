package credentials

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrNoPasswordStore means that no passwords are stored.
var ErrNoPasswordStore = errors.New("passwords cannot be stored here")

// ErrNoServer means that a password is for a file.
var ErrNoServer = errors.New("a file on this computer needs no password")

// Service manages the passwords for reading and writing servers, for as long as something
// signs in there.
type Service struct {
	Store store.Store
	// Files is this computer's file system.
	Files transport.Lookup
	// Secrets is where passwords are stored; nil stores none.
	Secrets PasswordStore
}

// Where returns where passwords are stored.
func (s *Service) Where() Where {
	if s.Secrets == nil {
		return Where{}
	}
	return s.Secrets.Where()
}

// SignIn stores the password of a user at the place of a location: its server or bucket.
func (s *Service) SignIn(ctx context.Context, at, user, password string) error {
	return s.withPlace(at, func(k PasswordStore, place string) error { return k.Save(ctx, place, user, password) })
}

// SignOut forgets the password of a user at the place of a location.
func (s *Service) SignOut(ctx context.Context, at, user string) error {
	return s.withPlace(at, func(k PasswordStore, place string) error { return k.Forget(ctx, place, user) })
}

// Used lists the distinct accounts with which lists and libraries are read and published.
func (s *Service) Used(ctx context.Context) (all []Account, err error) {
	add := func(at string, a transport.Access) {
		if who := accountAt(at, a); who != (Account{}) && !slices.Contains(all, who) {
			all = append(all, who)
		}
	}
	err = s.Store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		for _, list := range sets {
			add(list.Location, list.Publication.Access)
		}
		if err != nil {
			return err
		}
		subscriptions, err := r.Subscriptions(0)
		for _, f := range subscriptions {
			add(f.Location, f.Access)
		}
		if err != nil {
			return err
		}
		libraries, err := r.Libraries()
		for _, l := range libraries {
			if !l.Gone {
				add(l.Address, l.Access)
			}
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

// withPlace calls do with the PasswordStore and the place of a location.
func (s *Service) withPlace(at string, do func(k PasswordStore, place string) error) error {
	address, err := transport.Entered(s.Files, at)
	if err != nil {
		return err
	}
	place := transport.PlaceOf(address)
	if place == "" {
		return fmt.Errorf("%s: %w", address, ErrNoServer)
	}
	if s.Secrets == nil {
		return fmt.Errorf("%s: %w", place, ErrNoPasswordStore)
	}
	return do(s.Secrets, place)
}

// With stores a password and calls do, which needs it. If do fails, With restores the previous
// password.
func (s *Service) With(ctx context.Context, at, user, password string, do func() error) error {
	if password == "" {
		return do()
	}
	putBack, err := s.Replace(ctx, at, user, password)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return errors.Join(err, putBack(context.WithoutCancel(ctx)))
	}
	return nil
}

// Replace stores a password. putBack restores the previous one.
func (s *Service) Replace(ctx context.Context, at, user, password string) (putBack func(context.Context) error, err error) {
	before, err := s.storedPassword(ctx, at, user)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		if before == "" {
			return s.SignOut(ctx, at, user)
		}
		return s.SignIn(ctx, at, user, before)
	}, s.SignIn(ctx, at, user, password)
}

// storedPassword returns the stored password, or "". It ignores passwords from the environment
// or from a person, because putBack would store them.
func (s *Service) storedPassword(ctx context.Context, at, user string) (password string, err error) {
	err = s.withPlace(at, func(k PasswordStore, place string) error {
		kept := k.Password
		if several, is := k.(Chain); is {
			kept = several.Stored
		}
		password, err = kept(ctx, place, user)
		if errors.Is(err, transport.ErrNoPassword) {
			return nil
		}
		return err
	})
	return password, err
}

// accountAt returns the account that signs in at an address; zero if there is none.
func accountAt(at string, a transport.Access) Account {
	who := Account{Place: transport.PlaceOf(at), User: a.User}
	if who.Place == "" || a.User == "" && a.Scheme == "" {
		return Account{}
	}
	return who
}

// ForgetUnused forgets the password for an address, unless something else still signs in at
// its place as that user. An error means that it is still stored.
func (s *Service) ForgetUnused(ctx context.Context, at string, a transport.Access) error {
	who := accountAt(at, a)
	if who == (Account{}) || s.Secrets == nil {
		return nil
	}
	used, err := s.Used(ctx)
	if err == nil && !slices.Contains(used, who) {
		err = s.Secrets.Forget(ctx, who.Place, who.User)
	}
	if err != nil {
		return fmt.Errorf("done, but the password of %q at %s is still stored: %w", who.User, who.Place, err)
	}
	return nil
}
