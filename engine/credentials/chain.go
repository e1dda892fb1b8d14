package credentials

import (
	"context"
	"errors"

	"crossfeed/engine/transport"
)

// Chain asks several for a password, one after another, and keeps passwords in one.
type Chain struct {
	// Before are asked before the Keeper, After behind it.
	Before []transport.Passwords
	Keeper
	After []transport.Passwords
}

// Password gives the first that there is. Where there is none the error says what went
// wrong on the way, too: a keyring that stays locked, perhaps.
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

// Kept gives what the Keeper keeps, and nothing that the environment holds or that a
// person would have to type.
func (c Chain) Kept(ctx context.Context, place, user string) (string, error) {
	if c.Keeper == nil {
		return "", none(place, user, nil)
	}
	return c.Keeper.Password(ctx, place, user)
}

// graver is the error of two that tells more than that there is no password.
func graver(a, b error) error {
	if a == nil || wraps(b) > wraps(a) {
		return b
	}
	return a
}

// wraps is 1 where an error has a reason beside ErrNoPassword, and 0 where it has none.
func wraps(err error) int {
	if several, is := err.(interface{ Unwrap() []error }); is && len(several.Unwrap()) > 1 {
		return 1
	}
	if errors.Is(err, transport.ErrNoPassword) {
		return 0
	}
	return 1
}

// Forget takes a password away wherever it is kept or remembered.
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
	if c.Keeper != nil {
		all = append(all, c.Keeper)
	}
	return append(all, c.After...)
}

// Ask asks a person for a password. "" and an error that wraps transport.ErrNoPassword
// both say that the person gave none.
type Ask func(ctx context.Context, place, user string) (string, error)

// Asking asks a person, once for each place and user: the answer is known until the
// program ends, or until it is forgotten because it was wrong.
type Asking struct {
	ask   Ask
	turn  chan struct{}
	given Memory
}

// NewAsking makes an Asking.
func NewAsking(ask Ask) *Asking { return &Asking{ask: ask, turn: make(chan struct{}, 1)} }

// Password gives the answer. Who asks while the person types waits for that answer.
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
	return password, a.given.Keep(ctx, place, user, password)
}

// Forget lets the person be asked again.
func (a *Asking) Forget(ctx context.Context, place, user string) error {
	return a.given.Forget(ctx, place, user)
}
