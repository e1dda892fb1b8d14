package cli

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
)

// secrets provides and stores passwords. It tries, in this order: the password in the
// environment, which belongs to the account that the command names, or to the only account of
// the store; the passwords stored for the data folder; and a prompt.
func (r *run) secrets(dir string) credentials.PasswordStore {
	c := credentials.Chain{
		Before:        []transport.Passwords{credentials.Env{Getenv: r.env.Getenv, For: func() []credentials.Account { return r.accounts }}},
		PasswordStore: &credentials.Memory{},
	}
	if r.env.Secrets != nil {
		c.PasswordStore = r.env.Secrets(dir)
	}
	if r.env.Ask != nil {
		c.After = []transport.Passwords{credentials.NewAsking(r.askPassword)}
	}
	return c
}

// signsIn records that the command names an account: the password in the environment belongs
// to it.
func (r *run) signsIn(at, user string) {
	if address, err := transport.Entered(r.env.Files, at); err == nil && transport.KindOf(address) != transport.Local {
		r.accounts = []credentials.Account{{Place: transport.PlaceOf(address), User: user}}
	}
}

// accountsOf determines which accounts the password in the environment may belong to, if the
// command does not name one.
func (r *run) accountsOf(e *engine.Engine) (err error) {
	if r.accounts == nil && r.env.Getenv(credentials.Variable) != "" {
		r.accounts, err = e.Accounts.Used(r.ctx)
	}
	return err
}

// askPassword prompts for a password at the terminal.
func (r *run) askPassword(ctx context.Context, place, user string) (string, error) {
	question := fmt.Sprintf("Password for %s: ", place)
	if user != "" {
		question = fmt.Sprintf("Password of %s for %s: ", user, place)
	}
	defer r.progress.pause()()
	password, err := r.env.Ask(ctx, harmless("%s", []any{question}))
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w; set %s, or enter it at a terminal (%w)", transport.ErrNoPassword, credentials.Variable, err)
	}
	return password, err
}

type passwordCommands struct {
	Keep   passwordKeep   `cmd:"" help:"Store the password for a server or bucket."`
	Forget passwordForget `cmd:"" help:"Delete a stored password."`
	Where  passwordWhere  `cmd:"" help:"Show where passwords are stored."`
}

// onePassword names a password.
type onePassword struct {
	Location string `arg:"" help:"Any address on the server or in the bucket. The password applies to all of it."`
	User     string `arg:"" help:"User name or access key."`
}

type passwordKeep struct{ onePassword }

func (c passwordKeep) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		address, err := transport.Entered(r.env.Files, c.Location)
		if err != nil {
			return err
		}
		r.message("%s", e.Accounts.Where().Text())
		password, err := r.newPassword(transport.PlaceOf(address), c.User)
		if err != nil {
			return err
		}
		return e.Accounts.SignIn(r.ctx, c.Location, c.User, password)
	})
}

// newPassword returns the password to store: from the environment, or from a prompt.
func (r *run) newPassword(place, user string) (password string, err error) {
	password = r.env.Getenv(credentials.Variable)
	if password == "" && r.env.Ask != nil {
		if password, err = r.askPassword(r.ctx, place, user); err != nil {
			return "", err
		}
	}
	if password == "" {
		return "", fmt.Errorf("password of %s: %w; set %s, or enter it at a terminal", user, transport.ErrNoPassword, credentials.Variable)
	}
	return password, nil
}

type passwordForget struct{ onePassword }

func (c passwordForget) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Accounts.SignOut(r.ctx, c.Location, c.User) })
}

type passwordWhere struct{}

func (passwordWhere) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		where := e.Accounts.Where()
		return r.jsonOr(map[string]any{"keyring": where.Safe, "file": where.File}, "%s", where.Text())
	})
}

// accessFlags say how to access a location.
type accessFlags struct {
	User        string `placeholder:"NAME" help:"User name. The password is taken from CROSSFEED_PASSWORD or the keyring, or asked for."`
	Scheme      string `placeholder:"SCHEME" help:"How to sign in: basic, digest or bearer. Default: what the server asks for. For bearer, the password is the token."`
	Authority   string `placeholder:"FILE" help:"PEM file with additional certificate authorities to trust."`
	Fingerprint string `placeholder:"HEX" help:"SHA-256 of the only server certificate to trust."`
	Certificate string `placeholder:"FILE" help:"PEM file with a client certificate."`
	Key         string `placeholder:"FILE" help:"PEM file with the key of the client certificate."`
	Proxy       string `placeholder:"ADDRESS" help:"Proxy URL, or none. Default: from the environment."`
}

// access returns the access to a location that the flags describe. They also name the account
// that signs in there.
func (a accessFlags) access(r *run, at string) (transport.Access, error) {
	if a.User != "" || a.Scheme != "" {
		r.signsIn(at, a.User)
	}
	switch a.Scheme {
	case "", "basic", "digest", "bearer":
	default:
		return transport.Access{}, misuse("--scheme %s: must be basic, digest or bearer", a.Scheme)
	}
	if (a.Certificate == "") != (a.Key == "") {
		return transport.Access{}, misuse("--certificate and --key must be used together")
	}
	if _, err := transport.Proxy(a.Proxy); err != nil {
		return transport.Access{}, misuse("--proxy: %v", err)
	}
	fingerprint, err := a.fingerprint()
	if err != nil {
		return transport.Access{}, err
	}
	access := transport.Access{User: a.User, Scheme: a.Scheme, Fingerprint: fingerprint, Proxy: a.Proxy}
	for _, f := range []struct{ from, to *string }{{&a.Authority, &access.Authority}, {&a.Certificate, &access.Certificate}, {&a.Key, &access.Key}} {
		if *f.from == "" {
			continue
		}
		if *f.to, err = filepath.Abs(*f.from); err != nil {
			return transport.Access{}, err
		}
	}
	return access, nil
}

// flagsOf returns the flags that describe an access.
func flagsOf(a transport.Access) (flags []string) {
	for _, f := range []struct{ name, value string }{
		{"user", a.User}, {"scheme", a.Scheme}, {"authority", a.Authority}, {"fingerprint", a.Fingerprint},
		{"certificate", a.Certificate}, {"key", a.Key}, {"proxy", a.Proxy},
	} {
		if f.value != "" {
			flags = append(flags, quoted("--"+f.name+"="+f.value))
		}
	}
	return flags
}

// fingerprint returns the fingerprint in its stored form. Other programs write it with colons.
func (a accessFlags) fingerprint() (string, error) {
	text := strings.ToLower(strings.ReplaceAll(a.Fingerprint, ":", ""))
	const bytes = 32
	if b, err := hex.DecodeString(text); err != nil || text != "" && len(b) != bytes {
		return "", misuse("--fingerprint %s: must be a SHA-256 of %d hexadecimal digits", a.Fingerprint, 2*bytes)
	}
	return text, nil
}

// atTerminal reports whether a person can answer questions.
func (r *run) atTerminal() bool {
	return r.env.Stdin != nil && r.env.Columns != nil && r.env.Columns() > 0
}

// asked asks a question and reports whether the answer is yes.
func (r *run) asked(question string) bool {
	fmt.Fprint(r.env.Stderr, question+" [y/N] ")
	answer, err := bufio.NewReader(r.env.Stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}
