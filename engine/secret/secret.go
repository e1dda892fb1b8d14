// Package secret keeps passwords: in the system's keyring, or, where there is none and
// the user agrees, in a file that says plainly what it is. Passwords are never in the
// store, in logs, in published feeds, in exports or in backups.
package secret

import "context"

// Keeper keeps passwords by place and user (location.PlaceOf).
type Keeper interface {
	// Password gives one, or an error that wraps location.ErrNoPassword.
	Password(ctx context.Context, place, user string) (string, error)
	// Keep replaces one.
	Keep(ctx context.Context, place, user, password string) error
	// Forget takes one away; one that is not there is no error.
	Forget(ctx context.Context, place, user string) error
	// Where says where passwords are kept.
	Where() Where
}

// Where is where passwords are kept.
type Where struct {
	// Safe tells that it is the system's keyring.
	Safe bool
	// File is the path of the private file otherwise, or "" where passwords are kept
	// only until the program ends.
	File string
}
