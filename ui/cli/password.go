package cli

import (
	"context"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/secret"
)

// secrets gives and keeps passwords: what the environment holds for the account that the
// command names, or for the only one of the store, then what is kept for the store in a
// folder, then what a person types.
func (r *run) secrets(dir string) secret.Keeper {
	c := secret.Chain{
		Before: []location.Passwords{secret.Env{Getenv: r.env.Getenv, For: func() []secret.Account { return r.accounts }}},
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

// signsIn notes that the command names an account, so that what the environment holds is
// its password.
func (r *run) signsIn(at, user string) {
	if address, err := location.Parse(at); err == nil && location.KindOf(address) != location.Local {
		r.accounts = []secret.Account{{Place: location.PlaceOf(address), User: user}}
	}
}

// accountsOf finds out whose password the environment holds, where the command does not
// say it.
func (r *run) accountsOf(e *engine.Engine) (err error) {
	if r.accounts == nil && r.env.Getenv(secret.Variable) != "" {
		r.accounts, err = e.SignsInAs(r.ctx)
	}
	return err
}

// askPassword asks the person at the terminal.
func (r *run) askPassword(ctx context.Context, place, user string) (string, error) {
	question := fmt.Sprintf("password for %s: ", place)
	if user != "" {
		question = fmt.Sprintf("password of %s for %s: ", user, place)
	}
	defer r.progress.pause()()
	password, err := r.env.Ask(ctx, harmless("%s", []any{question}))
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: set %s, or type it at a terminal (%w)", location.ErrNoPassword, secret.Variable, err)
	}
	return password, err
}
