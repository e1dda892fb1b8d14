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

// FileName is that of the private file beside the store.
const FileName = "passwords"

// System keeps passwords as well as this system can: in its keyring, or in the private
// file in the data folder where there is none. Where tells which; whoever keeps a
// password says that to the person before. The keyring is looked for when a password is
// asked for or kept for the first time, because most commands need none.
func System(dataDir string) Keeper { return newSystem(NewKeyring(), dataDir) }

func newSystem(ring *Keyring, dataDir string) *system {
	file := NewFile(filepath.Join(dataDir, FileName))
	return &system{file: file, keeper: sync.OnceValue(func() Keeper {
		if !ring.Available(context.Background()) {
			return file
		}
		if _, err := os.Stat(file.path); err != nil {
			return ring
		}
		// What the file holds from a time without a keyring is read on.
		return Chain{Keeper: ring, After: []transport.Passwords{file}}
	})}
}

// system is a Keeper that is found out when it is used.
type system struct {
	keeper func() Keeper
	file   *File
	// refused tells that the keyring is there and did not take a password (RefusedError).
	refused atomic.Bool
}

func (s *system) Password(ctx context.Context, place, user string) (string, error) {
	if s.refused.Load() {
		return Chain{Keeper: s.file, After: []transport.Passwords{s.keeper()}}.Password(ctx, place, user)
	}
	return s.keeper().Password(ctx, place, user)
}

func (s *system) Keep(ctx context.Context, place, user, password string) error {
	if s.refused.Load() {
		return s.file.Keep(ctx, place, user, password)
	}
	err := s.keeper().Keep(ctx, place, user, password)
	if err == nil || ctx.Err() != nil || !s.keeper().Where().Safe {
		return err
	}
	s.refused.Store(true)
	return &RefusedError{Err: err, File: s.file.path}
}

func (s *system) Forget(ctx context.Context, place, user string) error {
	if s.refused.Load() {
		return s.file.Forget(ctx, place, user)
	}
	return s.keeper().Forget(ctx, place, user)
}

func (s *system) Where() Where {
	if s.refused.Load() {
		return Where{File: s.file.path, Refused: true}
	}
	return s.keeper().Where()
}

// RefusedError means that the keyring is there and did not take a password: it is locked,
// perhaps, or its question was dismissed. From then on passwords are kept in the file, so
// that whoever tries again has agreed to that.
type RefusedError struct {
	Err error
	// File is the path of the private file.
	File string
}

// Error says what can be done.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%v: unlock the keyring and start Crossfeed again, or try again to have the password kept in the file %s, which is not encrypted and which only you can read", e.Err, e.File)
}

// Unwrap gives the keyring's reason.
func (e *RefusedError) Unwrap() error { return e.Err }
