// Package credentials stores passwords: in the system's keyring or, if there is none and the
// user agrees, in a file that plainly says what it is. Passwords are never in the store, in
// logs, in published feeds, in exports or in backups.
package credentials

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"crossfeed/engine/transport"
)

// PasswordStore stores passwords by place and user (transport.PlaceOf).
type PasswordStore interface {
	// Password returns a password, or an error that wraps transport.ErrNoPassword.
	Password(ctx context.Context, place, user string) (string, error)
	// Save stores a password, replacing any previous one.
	Save(ctx context.Context, place, user, password string) error
	// Forget removes a password. A missing password is not an error.
	Forget(ctx context.Context, place, user string) error
	// Where says where passwords are stored.
	Where() Where
}

// Where is where passwords are stored.
type Where struct {
	// Safe reports whether it is the system's keyring.
	Safe bool
	// File is the path of the private file otherwise, or "" if passwords are only held until
	// the program ends.
	File string
	// Refused reports whether there is a keyring that did not accept a password.
	Refused bool
}

// Text says it in English, for a person who is about to store a password.
func (w Where) Text() string {
	switch {
	case w.Safe:
		return "The password is stored in the system's keyring."
	case w.Refused:
		return "The system's keyring did not accept the password: it is stored unencrypted in the file " + w.File + ", which only you can read."
	case w.File != "":
		return "This system has no keyring: the password is stored unencrypted in the file " + w.File + ", which only you can read."
	}
	return "This system has no keyring: the password is not saved, and forgotten when the program ends."
}

// none returns the error for a missing password; why is the underlying error, or nil.
func none(place, user string, why error) error {
	if why != nil {
		return fmt.Errorf("the password of %s: %w: %w", who(place, user), transport.ErrNoPassword, why)
	}
	return fmt.Errorf("the password of %s: %w", who(place, user), transport.ErrNoPassword)
}

// who names a user at a place.
func who(place, user string) string {
	if user == "" {
		return place
	}
	return fmt.Sprintf("%q at %s", user, place)
}

// Memory holds passwords until the program ends. The zero value is empty and ready.
type Memory struct {
	mu        sync.Mutex
	passwords map[key]string
}

// key identifies a password.
type key struct{ place, user string }

// Password implements PasswordStore.
func (m *Memory) Password(_ context.Context, place, user string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	password, there := m.passwords[key{place, user}]
	if !there {
		return "", none(place, user, nil)
	}
	return password, nil
}

// Save implements PasswordStore.
func (m *Memory) Save(_ context.Context, place, user, password string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.passwords == nil {
		m.passwords = map[key]string{}
	}
	m.passwords[key{place, user}] = password
	return nil
}

// Forget implements PasswordStore.
func (m *Memory) Forget(_ context.Context, place, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.passwords, key{place, user})
	return nil
}

// Where implements PasswordStore.
func (m *Memory) Where() Where { return Where{} }

// Variable is the name of the environment variable that holds a password for a command.
const Variable = "CROSSFEED_PASSWORD"

// Account is a user at a place (transport.PlaceOf).
type Account struct{ Place, User string }

// ErrSeveral says why the password from the environment was not used.
var ErrSeveral = errors.New(Variable + " is one password, but the lists use several accounts: store their passwords first")

// Env returns the password from the environment. It stores none.
type Env struct {
	Getenv func(string) string
	// For returns whose password it is. Unless that is exactly one account, nobody gets it,
	// because a server must not learn the password for another.
	For func() []Account
}

// Password returns the value of Variable for the one account that it belongs to.
func (e Env) Password(_ context.Context, place, user string) (string, error) {
	password := e.Getenv(Variable)
	if password == "" || e.For == nil {
		return "", none(place, user, nil)
	}
	accounts := e.For()
	switch asking := (Account{place, user}); {
	case len(accounts) == 1 && accounts[0] == asking:
		return password, nil
	case len(accounts) > 1 && slices.Contains(accounts, asking):
		return "", none(place, user, ErrSeveral)
	case len(accounts) == 1:
		return "", none(place, user, fmt.Errorf("%s is for %s", Variable, who(accounts[0].Place, accounts[0].User)))
	}
	return "", none(place, user, nil)
}
