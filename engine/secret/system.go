package secret

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"crossfeed/engine/location"
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
	return &system{keeper: sync.OnceValue(func() Keeper {
		if !ring.Available(context.Background()) {
			return file
		}
		if _, err := os.Stat(file.path); err != nil {
			return ring
		}
		// What the file holds from a time without a keyring is read on.
		return Chain{Keeper: ring, After: []location.Passwords{file}}
	})}
}

// system is a Keeper that is found out when it is used.
type system struct{ keeper func() Keeper }

func (s *system) Password(ctx context.Context, place, user string) (string, error) {
	return s.keeper().Password(ctx, place, user)
}

func (s *system) Keep(ctx context.Context, place, user, password string) error {
	return s.keeper().Keep(ctx, place, user, password)
}

func (s *system) Forget(ctx context.Context, place, user string) error {
	return s.keeper().Forget(ctx, place, user)
}

func (s *system) Where() Where { return s.keeper().Where() }
