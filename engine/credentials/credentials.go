// Package credentials keeps passwords: in the system's keyring, or, where there is none and
// the user agrees, in a file that says plainly what it is. Passwords are never in the
// store, in logs, in published feeds, in exports or in backups.
package credentials

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"crossfeed/engine/transport"
)

// Keeper keeps passwords by place and user (transport.PlaceOf).
type Keeper interface {
	// Password gives one, or an error that wraps transport.ErrNoPassword.
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

// Memory keeps passwords until the program ends. The zero value is empty and ready.
type Memory struct {
	mu   sync.Mutex
	kept map[key]string
}

// key is what a password is kept for.
type key struct{ place, user string }

// Password implements Keeper.
func (m *Memory) Password(_ context.Context, place, user string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	password, there := m.kept[key{place, user}]
	if !there {
		return "", none(place, user, nil)
	}
	return password, nil
}

// Keep implements Keeper.
func (m *Memory) Keep(_ context.Context, place, user, password string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[key]string{}
	}
	m.kept[key{place, user}] = password
	return nil
}

// Forget implements Keeper.
func (m *Memory) Forget(_ context.Context, place, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, key{place, user})
	return nil
}

// Where implements Keeper.
func (m *Memory) Where() Where { return Where{} }

// Variable is the name of the environment's variable that holds a password for a
// command.
const Variable = "CROSSFEED_PASSWORD"

// Account is a user at a place (transport.PlaceOf).
type Account struct{ Place, User string }

// ErrSeveral says why the environment's password went nowhere.
var ErrSeveral = errors.New(Variable + " is one password, and the lists sign in as several: keep theirs first")

// Env gives the password that the environment holds. It keeps none.
type Env struct {
	Getenv func(string) string
	// For tells whose password it is. Where that is not one account alone, nobody gets it:
	// a server must not learn the password of another.
	For func() []Account
}

// Password gives what Variable holds to the one account that it is for.
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
		return "", none(place, user, fmt.Errorf("%s is that of %s", Variable, who(accounts[0].Place, accounts[0].User)))
	}
	return "", none(place, user, nil)
}
