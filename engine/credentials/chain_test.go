package credentials_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
)

func TestTheFirstThatKnowsAPasswordGivesIt(t *testing.T) {
	kept := &credentials.Memory{}
	environment := ""
	asked := credentials.NewAsking(func(context.Context, string, string) (string, error) { return "typed", nil })
	c := credentials.Chain{
		Before: []transport.Passwords{credentials.Env{Getenv: func(name string) string {
			if name == "CROSSFEED_PASSWORD" {
				return environment
			}
			return ""
		}, For: func() []credentials.Account { return []credentials.Account{{Place: place, User: user}} }}},
		PasswordStore: kept, After: []transport.Passwords{asked},
	}
	has(t, c, place, user, "typed")
	save(t, c, place, user, "kept")
	has(t, kept, place, user, "kept")
	has(t, c, place, user, "kept")
	environment = "of the environment"
	has(t, c, place, user, "of the environment")
}

func TestAPersonIsAskedOnceUntilTheAnswerWasWrong(t *testing.T) {
	var questions []string
	asked := credentials.NewAsking(func(_ context.Context, place, user string) (string, error) {
		questions = append(questions, user+" at "+place)
		return strings.Repeat("x", len(questions)), nil
	})
	c := credentials.Chain{PasswordStore: &credentials.Memory{}, After: []transport.Passwords{asked}}
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { has(t, c, place, user, "x") })
	}
	all.Wait()
	has(t, c, place, "guest", "xx")
	if err := c.Forget(t.Context(), place, user); err != nil {
		t.Fatal(err)
	}
	has(t, c, place, user, "xxx")
	if got := strings.Join(questions, ", "); got != "member at https://dav.example, guest at https://dav.example, member at https://dav.example" {
		t.Errorf("asked %s", got)
	}
}

func TestWhoGivesUpDoesNotWaitForAPerson(t *testing.T) {
	typing, typed := make(chan struct{}), make(chan struct{})
	asked := credentials.NewAsking(func(context.Context, string, string) (string, error) {
		close(typing)
		<-typed
		return "word", nil
	})
	var all sync.WaitGroup
	all.Go(func() { has(t, asked, place, user, "word") })
	<-typing
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := asked.Password(ctx, place, user); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	close(typed)
	all.Wait()
}

func TestNoAnswerIsNoPassword(t *testing.T) {
	lacks(t, credentials.NewAsking(func(context.Context, string, string) (string, error) { return "", nil }), place, user)
	lacks(t, credentials.Chain{}, place, user)
	lacks(t, credentials.Env{Getenv: func(string) string { return "" }}, place, user)
	lacks(t, credentials.Chain{PasswordStore: &credentials.Memory{}, Before: []transport.Passwords{credentials.Env{Getenv: func(string) string { return "" }}}}, place, user)
}

func TestWhatWentWrongOnTheWayIsSaid(t *testing.T) {
	c := credentials.Chain{PasswordStore: credentials.Confused(), After: []transport.Passwords{&credentials.Memory{}}}
	_, err := c.Password(t.Context(), place, user)
	if !errors.Is(err, transport.ErrNoPassword) || !strings.Contains(err.Error(), "keyring") {
		t.Errorf("error %v, want ErrNoPassword, and what is with the keyring", err)
	}
}

func TestTheSystemSaysWherePasswordsAre(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "passwords")
	without := credentials.SystemWith(credentials.ThereIsNone(credentials.NewKeyring()), folder)
	if got := without.Where(); got != (credentials.Where{File: file}) || !strings.Contains(got.Text(), "no keyring") ||
		!strings.Contains(got.Text(), "unencrypted") || !strings.Contains(got.Text(), file) {
		t.Errorf("without a keyring: %+v: %s", got, got.Text())
	}
	save(t, without, place, user, "kept before")
	with := credentials.SystemWith(aRing(t), folder)
	if got := with.Where(); got != (credentials.Where{Safe: true}) || !strings.Contains(got.Text(), "system's keyring") {
		t.Errorf("with a keyring: %+v: %s", got, got.Text())
	}
	has(t, with, place, user, "kept before")
	save(t, with, place, user, "kept after")
	has(t, with, place, user, "kept after")
	if strings.Contains(text(t, file), "kept after") {
		t.Error("the file has what was given to the keyring")
	}
	if err := with.Forget(t.Context(), place, user); err != nil {
		t.Fatal(err)
	}
	lacks(t, with, place, user)
	if got := (&credentials.Memory{}).Where().Text(); !strings.Contains(got, "forgotten when the program ends") {
		t.Errorf("in memory: %s", got)
	}
}

func TestThePasswordOfTheEnvironmentGoesToOneAccountAlone(t *testing.T) {
	var accounts []credentials.Account
	env := credentials.Env{
		Getenv: func(string) string { return "word" },
		For:    func() []credentials.Account { return accounts },
	}
	lacks(t, env, place, user)
	accounts = []credentials.Account{{Place: place, User: user}}
	has(t, env, place, user, "word")
	lacks(t, env, place, "guest")
	lacks(t, env, "https://elsewhere.example", user)
	accounts = append(accounts, credentials.Account{Place: "https://elsewhere.example", User: user})
	_, err := env.Password(t.Context(), place, user)
	if !errors.Is(err, transport.ErrNoPassword) || !strings.Contains(err.Error(), "store their passwords first") {
		t.Errorf("for several: error %v, want ErrNoPassword and the remedy", err)
	}
}

func TestWhatIsKeptIsNeitherTheEnvironmentsNorTyped(t *testing.T) {
	kept := &credentials.Memory{}
	c := credentials.Chain{
		Before: []transport.Passwords{credentials.Env{
			Getenv: func(string) string { return "of the environment" },
			For:    func() []credentials.Account { return []credentials.Account{{Place: place, User: user}} },
		}},
		PasswordStore: kept,
		After:         []transport.Passwords{credentials.NewAsking(func(context.Context, string, string) (string, error) { return "typed", nil })},
	}
	if password, err := c.Stored(t.Context(), place, user); !errors.Is(err, transport.ErrNoPassword) {
		t.Errorf("kept %q, error %v, want none", password, err)
	}
	save(t, c, place, user, "kept")
	if password, err := c.Stored(t.Context(), place, user); err != nil || password != "kept" {
		t.Errorf("kept %q, error %v", password, err)
	}
}
