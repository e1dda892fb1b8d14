package credentials

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"crossfeed/engine/transport"
)

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
