package secret

import "context"

// Ask asks a person for a password. "" and an error that wraps location.ErrNoPassword
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
