package secret

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// ErrReadable means that others can read the file with the passwords.
var ErrReadable = errors.New("other users of this computer can read the passwords in it")

// File keeps passwords in a file that only its user can read. On Windows the file has
// no mode: what protects it is the folder, which is the user's own.
type File struct{ path string }

// NewFile keeps passwords at path. The file is made when the first one is kept; the
// folder has to be there.
func NewFile(path string) *File { return &File{path} }

// Password implements Keeper.
func (f *File) Password(_ context.Context, place, user string) (string, error) {
	all, err := f.read()
	if err != nil {
		return "", none(place, user, err)
	}
	i := slices.IndexFunc(all, func(e entry) bool { return e.isOf(place, user) })
	if i < 0 {
		return "", none(place, user, nil)
	}
	return all[i].Password, nil
}

// Keep implements Keeper.
func (f *File) Keep(ctx context.Context, place, user, password string) error {
	err := f.change(ctx, func(all []entry) []entry {
		return append(without(all, place, user), entry{place, user, password})
	})
	if err != nil {
		return fmt.Errorf("keeping the password of %s: %w", who(place, user), err)
	}
	return nil
}

// Forget implements Keeper.
func (f *File) Forget(ctx context.Context, place, user string) error {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := f.change(ctx, func(all []entry) []entry { return without(all, place, user) })
	if err != nil {
		return fmt.Errorf("forgetting the password of %s: %w", who(place, user), err)
	}
	return nil
}

// Where implements Keeper.
func (f *File) Where() Where { return Where{File: f.path} }

func without(all []entry, place, user string) []entry {
	return slices.DeleteFunc(all, func(e entry) bool { return e.isOf(place, user) })
}

// change reads the passwords and replaces them, while no other process does.
func (f *File) change(ctx context.Context, change func([]entry) []entry) (err error) {
	lock := flock.New(f.path+".lock", flock.SetPermissions(private))
	if _, err := lock.TryLockContext(ctx, 10*time.Millisecond); err != nil {
		return fmt.Errorf("waiting for %s: %w", f.path, err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	all, err := f.read()
	if err != nil {
		return err
	}
	return f.write(change(all))
}
