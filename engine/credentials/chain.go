package credentials

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"crossfeed/engine/transport"
)

// Chain asks several sources for a password, one after another, and stores passwords in one of
// them.
type Chain struct {
	// Before are asked before the PasswordStore, and After after it.
	Before []transport.Passwords
	PasswordStore
	After []transport.Passwords
}

// Password returns the first password found. If there is none, the error also reports what
// went wrong, such as a keyring that stays locked.
func (c Chain) Password(ctx context.Context, place, user string) (string, error) {
	var wrong error
	for _, p := range c.all() {
		password, err := p.Password(ctx, place, user)
		if err == nil {
			return password, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		wrong = graver(wrong, err)
	}
	if wrong == nil {
		wrong = none(place, user, nil)
	}
	return "", wrong
}

// Stored returns only what the PasswordStore stores, not what the environment has or a person
// would have to type.
func (c Chain) Stored(ctx context.Context, place, user string) (string, error) {
	if c.PasswordStore == nil {
		return "", none(place, user, nil)
	}
	return c.PasswordStore.Password(ctx, place, user)
}

// graver returns the more informative of two errors.
func graver(a, b error) error {
	if a == nil || wraps(b) > wraps(a) {
		return b
	}
	return a
}

// wraps returns 1 if an error has a reason besides ErrNoPassword, and 0 otherwise.
func wraps(err error) int {
	if several, is := err.(interface{ Unwrap() []error }); is && len(several.Unwrap()) > 1 {
		return 1
	}
	if errors.Is(err, transport.ErrNoPassword) {
		return 0
	}
	return 1
}

// Forget removes a password wherever it is stored or remembered.
func (c Chain) Forget(ctx context.Context, place, user string) error {
	var all []error
	for _, p := range c.all() {
		if f, forgets := p.(interface {
			Forget(ctx context.Context, place, user string) error
		}); forgets {
			all = append(all, f.Forget(ctx, place, user))
		}
	}
	return errors.Join(all...)
}

func (c Chain) all() []transport.Passwords {
	all := append([]transport.Passwords{}, c.Before...)
	if c.PasswordStore != nil {
		all = append(all, c.PasswordStore)
	}
	return append(all, c.After...)
}

// Ask asks a person for a password. Both "" and an error that wraps transport.ErrNoPassword
// mean that the person gave none.
type Ask func(ctx context.Context, place, user string) (string, error)

// Asking asks a person once for each place and user. It remembers the answer until the program
// ends, or until the password turns out to be wrong and is forgotten.
type Asking struct {
	ask   Ask
	turn  chan struct{}
	given Memory
}

// NewAsking returns an Asking.
func NewAsking(ask Ask) *Asking { return &Asking{ask: ask, turn: make(chan struct{}, 1)} }

// Password returns the answer. Concurrent callers wait while the person types, and get the
// same answer.
func (a *Asking) Password(ctx context.Context, place, user string) (string, error) {
	select {
	case a.turn <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-a.turn }()
	if password, err := a.given.Password(ctx, place, user); err == nil {
		return password, nil
	}
	password, err := a.ask(ctx, place, user)
	if err != nil {
		return "", err
	}
	if password == "" {
		return "", none(place, user, nil)
	}
	return password, a.given.Save(ctx, place, user, password)
}

// Forget lets the person be asked again.
func (a *Asking) Forget(ctx context.Context, place, user string) error {
	return a.given.Forget(ctx, place, user)
}

// FileName is the name of the private file next to the store.
const FileName = "passwords"

// System returns the best PasswordStore that this system offers: its keyring, or the private
// file in the data folder if there is none. Where returns which one it is; callers show that to
// the person before they store a password. It looks for the keyring when a password is first
// read or stored, because most commands need none.
func System(dataDir string) PasswordStore { return newSystem(NewKeyring(), dataDir) }

func newSystem(ring *Keyring, dataDir string) *system {
	file := NewFile(filepath.Join(dataDir, FileName))
	return &system{file: file, store: sync.OnceValue(func() PasswordStore {
		if !ring.Available(context.Background()) {
			return file
		}
		if _, err := os.Stat(file.path); err != nil {
			return ring
		}
		// Passwords stored in the file while there was no keyring can still be read.
		return Chain{PasswordStore: ring, After: []transport.Passwords{file}}
	})}
}

// system is a PasswordStore that is chosen at its first use.
type system struct {
	store func() PasswordStore
	file  *File
	// refused reports whether the keyring exists but did not accept a password (RefusedError).
	refused atomic.Bool
}

func (s *system) Password(ctx context.Context, place, user string) (string, error) {
	if s.refused.Load() {
		return Chain{PasswordStore: s.file, After: []transport.Passwords{s.store()}}.Password(ctx, place, user)
	}
	return s.store().Password(ctx, place, user)
}

func (s *system) Save(ctx context.Context, place, user, password string) error {
	if s.refused.Load() {
		return s.file.Save(ctx, place, user, password)
	}
	err := s.store().Save(ctx, place, user, password)
	if err == nil || ctx.Err() != nil || !s.store().Where().Safe {
		return err
	}
	s.refused.Store(true)
	return &RefusedError{Err: err, File: s.file.path}
}

func (s *system) Forget(ctx context.Context, place, user string) error {
	if s.refused.Load() {
		return s.file.Forget(ctx, place, user)
	}
	return s.store().Forget(ctx, place, user)
}

func (s *system) Where() Where {
	if s.refused.Load() {
		return Where{File: s.file.path, Refused: true}
	}
	return s.store().Where()
}

// RefusedError means that the keyring exists but did not accept a password: perhaps it is
// locked, or its prompt was dismissed. From then on, passwords are stored in the file, so a
// person who tries again has agreed to that.
type RefusedError struct {
	Err error
	// File is the path of the private file.
	File string
}

// Error says what can be done.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%v: unlock the keyring and start Crossfeed again, or try again to have the password kept in the file %s, which is not encrypted and which only you can read", e.Err, e.File)
}

// Unwrap returns the keyring's error.
func (e *RefusedError) Unwrap() error { return e.Err }
