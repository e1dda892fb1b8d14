package credentials

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zalando/go-keyring"
)

// service is the name under which the keyring lists Crossfeed's passwords.
const service = "crossfeed"

// The keyring may ask a person to unlock it, who needs time to type. A broken keyring must not
// block anything for longer than that.
const (
	unlockTimeout = time.Minute
	probeTimeout  = 2 * time.Second
)

// ErrNoKeyring means that this system has no keyring, or none that responds.
var ErrNoKeyring = errors.New("this system has no working keyring")

// Keyring stores passwords in the system's keyring: the Secret Service on Linux, the macOS
// keychain, or the Windows credential manager.
type Keyring struct {
	ring  keyring.Keyring
	limit time.Duration
	// there reports whether there is a keyring.
	there func(context.Context) bool
	// turn allows one request at a time: a locked keyring would otherwise ask the person once
	// for each feed.
	turn chan struct{}
}

// NewKeyring returns the system's keyring, whether or not there is one (Available).
func NewKeyring() *Keyring { return keyringOf(systems{}, unlockTimeout) }

func keyringOf(ring keyring.Keyring, limit time.Duration) *Keyring {
	return &Keyring{ring, limit, available, make(chan struct{}, 1)}
}

// Available reports within two seconds whether there is a keyring, without asking a person and
// without starting a program.
func (k *Keyring) Available(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	there, err := within(ctx, func() (bool, error) { return k.there(ctx), nil })
	return err == nil && there
}

// Password implements PasswordStore.
func (k *Keyring) Password(ctx context.Context, place, user string) (string, error) {
	password, err := k.asked(ctx, func() (string, error) { return k.ring.Get(service, account(place, user)) })
	switch {
	case errors.Is(err, keyring.ErrNotFound):
		return "", none(place, user, nil)
	case err != nil:
		return "", none(place, user, err)
	}
	return password, nil
}

// Save implements PasswordStore.
func (k *Keyring) Save(ctx context.Context, place, user, password string) error {
	_, err := k.asked(ctx, func() (string, error) { return "", k.ring.Set(service, account(place, user), password) })
	if err != nil {
		return fmt.Errorf("storing the password of %s: %w", who(place, user), err)
	}
	return nil
}

// Forget implements PasswordStore.
func (k *Keyring) Forget(ctx context.Context, place, user string) error {
	_, err := k.asked(ctx, func() (string, error) { return "", k.ring.Delete(service, account(place, user)) })
	if err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return fmt.Errorf("deleting the password of %s: %w", who(place, user), err)
	}
	return nil
}

// Where implements PasswordStore.
func (k *Keyring) Where() Where { return Where{Safe: true} }

func account(place, user string) string { return place + "|" + user }

// asked waits its turn and asks the keyring, at most until the limit.
func (k *Keyring) asked(ctx context.Context, ask func() (string, error)) (string, error) {
	if !k.Available(ctx) {
		return "", errors.Join(ctx.Err(), ErrNoKeyring)
	}
	limited, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	select {
	case k.turn <- struct{}{}:
	case <-limited.Done():
		return "", ended(ctx)
	}
	answer, err := within(limited, func() (string, error) {
		defer func() { <-k.turn }()
		return ask()
	})
	if errors.Is(err, errWaited) {
		return "", ended(ctx)
	}
	if err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return "", fmt.Errorf("the system's keyring: %w", err)
	}
	return answer, err
}

// ended returns why the wait ended: the caller's context, or the limit.
func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("the system's keyring did not answer in time: %w", ErrNoKeyring)
}

// errWaited means that a function did not return in time.
var errWaited = errors.New("it did not answer in time")

// within runs a function that takes no context, and abandons it when ctx ends. It turns a
// panic into an error: keyrings send responses that the library does not expect.
func within[T any](ctx context.Context, ask func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = fmt.Errorf("it sent an invalid response: %v", p)
			}
			done <- a
		}()
		a.value, a.err = ask()
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		var nothing T
		return nothing, errWaited
	}
}

// systems is the keyring of this system, or the replacement that a test installed.
type systems struct{}

func (systems) Set(service, user, password string) error { return keyring.Set(service, user, password) }
func (systems) Get(service, user string) (string, error) { return keyring.Get(service, user) }
func (systems) Delete(service, user string) error        { return keyring.Delete(service, user) }
func (systems) DeleteAll(service string) error           { return keyring.DeleteAll(service) }
