// Package secret keeps passwords: in the system's keyring, or, where there is none and
// the user agrees, in a file that says plainly what it is. Passwords are never in the
// store, in logs, in published feeds, in exports or in backups.
package secret

import (
	"context"
	"fmt"

	"crossfeed/engine/location"
)

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
	// Refused tells that there is a keyring, which did not take a password.
	Refused bool
}

// Text says it in English, for a person who is about to have a password kept.
func (w Where) Text() string {
	switch {
	case w.Safe:
		return "The password is kept in the system's keyring."
	case w.Refused:
		return "The system's keyring took no password: it is kept in the file " + w.File +
			", which is not encrypted and which only you can read."
	case w.File != "":
		return "This system has no keyring: the password is kept in the file " + w.File +
			", which is not encrypted and which only you can read."
	}
	return "This system has no keyring: the password is kept until the program ends."
}

// none is the error that there is no password; why is the reason beneath, or nil.
func none(place, user string, why error) error {
	if why != nil {
		return fmt.Errorf("the password of %s: %w: %w", who(place, user), location.ErrNoPassword, why)
	}
	return fmt.Errorf("the password of %s: %w", who(place, user), location.ErrNoPassword)
}

// who names a user at a place.
func who(place, user string) string {
	if user == "" {
		return place
	}
	return fmt.Sprintf("%q at %s", user, place)
}
