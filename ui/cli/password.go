package cli

import (
	"context"
	"fmt"

	"crossfeed/engine/location"
	"crossfeed/engine/secret"
)

// secrets gives and keeps passwords: what the environment holds, then what is kept for
// the store in a folder, then what a person types.
func (r *run) secrets(dir string) secret.Keeper {
	c := secret.Chain{
		Before: []location.Passwords{secret.Env{Getenv: r.env.Getenv}},
		Keeper: &secret.Memory{},
	}
	if r.env.Secrets != nil {
		c.Keeper = r.env.Secrets(dir)
	}
	if r.env.Ask != nil {
		c.After = []location.Passwords{secret.NewAsking(r.askPassword)}
	}
	return c
}

// askPassword asks the person at the terminal.
func (r *run) askPassword(ctx context.Context, place, user string) (string, error) {
	question := fmt.Sprintf("password for %s: ", place)
	if user != "" {
		question = fmt.Sprintf("password of %s for %s: ", user, place)
	}
	password, err := r.env.Ask(ctx, harmless("%s", []any{question}))
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: set %s, or type it at a terminal (%w)", location.ErrNoPassword, secret.Variable, err)
	}
	return password, err
}
