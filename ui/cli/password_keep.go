package cli

import (
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/secret"
)

type passwordCommands struct {
	Keep   passwordKeep   `cmd:"" help:"Keep the password of a user at a server or bucket, instead of asking each time."`
	Forget passwordForget `cmd:"" help:"Forget a password."`
	Where  passwordWhere  `cmd:"" help:"Say where passwords are kept."`
}

// Help gives an example.
func (passwordCommands) Help() string {
	return "Example:\n\n  crossfeed password keep https://example.com/lists/ ray"
}

// onePassword names a password.
type onePassword struct {
	Location string `arg:"" help:"An address there; the password is for its whole server or bucket."`
	User     string `arg:"" help:"Name to sign in with, or access key."`
}

type passwordKeep struct{ onePassword }

// Run keeps a password.
func (c passwordKeep) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		address, err := location.Parse(c.Location)
		if err != nil {
			return err
		}
		r.say("%s", e.Keeps().Text())
		password, err := r.newPassword(location.PlaceOf(address), c.User)
		if err != nil {
			return err
		}
		return e.SignIn(r.ctx, c.Location, c.User, password)
	})
}

// newPassword is one to be kept: what the environment holds, or what is typed.
func (r *run) newPassword(place, user string) (password string, err error) {
	password = r.env.Getenv(secret.Variable)
	if password == "" && r.env.Ask != nil {
		if password, err = r.askPassword(r.ctx, place, user); err != nil {
			return "", err
		}
	}
	if password == "" {
		return "", fmt.Errorf("the password of %s: %w: set %s, or type it", user, location.ErrNoPassword, secret.Variable)
	}
	return password, nil
}

type passwordForget struct{ onePassword }

// Run forgets a password.
func (c passwordForget) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.SignOut(r.ctx, c.Location, c.User) })
}

type passwordWhere struct{}

// Run says where passwords are.
func (passwordWhere) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		where := e.Keeps()
		if r.flags.JSON {
			return r.json(map[string]any{"keyring": where.Safe, "file": where.File})
		}
		return r.print("%s", where.Text())
	})
}
