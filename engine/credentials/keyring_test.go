package credentials_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
)

const (
	place = "https://dav.example"
	user  = "member"
)

func TestEveryKeeperKeepsReplacesAndForgets(t *testing.T) {
	for name, k := range map[string]credentials.PasswordStore{
		"keyring": aRing(t), "file": credentials.NewFile(t.TempDir() + "/passwords"), "memory": &credentials.Memory{},
	} {
		t.Run(name, func(t *testing.T) {
			lacks(t, k, place, user)
			if err := k.Forget(t.Context(), place, user); err != nil {
				t.Errorf("forgetting what is not there: %v", err)
			}
			save(t, k, place, user, "first")
			save(t, k, place, user, "se\"cond\n# |é")
			save(t, k, place, "bert", "other")
			save(t, k, place, "", "token")
			save(t, k, "s3://host/bucket", user, "third")
			has(t, k, place, user, "se\"cond\n# |é")
			if err := k.Forget(t.Context(), place, user); err != nil {
				t.Fatal(err)
			}
			lacks(t, k, place, user)
			has(t, k, place, "bert", "other")
			has(t, k, place, "", "token")
			has(t, k, "s3://host/bucket", user, "third")
		})
	}
}

func TestTheKeyringListsPasswordsByPlaceAndUser(t *testing.T) {
	save(t, aRing(t), place, user, "word")
	if got, err := keyring.Get("crossfeed", "https://dav.example|member"); got != "word" || err != nil {
		t.Errorf("the keyring has %q, %v", got, err)
	}
}

func TestAKeyringThatFailsIsNamedAndHasNoPassword(t *testing.T) {
	k := aRing(t)
	keyring.MockInitWithError(errors.New("the prompt was dismissed"))
	_, err := k.Password(t.Context(), place, user)
	if !errors.Is(err, transport.ErrNoPassword) {
		t.Errorf("error %v, want ErrNoPassword", err)
	}
	for what, err := range map[string]error{
		"Password": err,
		"Keep":     k.Save(t.Context(), place, user, "secret word"),
		"Forget":   k.Forget(t.Context(), place, user),
	} {
		if err == nil || !strings.Contains(err.Error(), "the prompt was dismissed") || !strings.Contains(err.Error(), place) || strings.Contains(err.Error(), "secret word") {
			t.Errorf("%s: error %v, want the place and the reason, and no password", what, err)
		}
	}
}

// The first failure must be reported before the file is used: trying again means agreement.
func TestAKeyringThatTakesNothingIsSaidBeforeTheFileIsUsed(t *testing.T) {
	folder := t.TempDir()
	ring := aRing(t)
	save(t, ring, place, "other", "in the keyring")
	k := credentials.SystemWith(ring, folder)
	if got := k.Where(); !got.Safe {
		t.Errorf("at first %+v", got)
	}
	keyring.MockInitWithError(errors.New("failed to unlock"))
	err := k.Save(t.Context(), place, user, "word")
	var refused *credentials.RefusedError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "failed to unlock") || !strings.Contains(err.Error(), refused.File) {
		t.Fatalf("error %v, want what went wrong and where the password would be kept", err)
	}
	if _, err := os.Stat(refused.File); err == nil {
		t.Error("the password is in the file, though nobody agreed")
	}
	if got := k.Where(); got.Safe || got.File != refused.File || !strings.Contains(got.Text(), "did not accept the password") {
		t.Errorf("then %+v: %s", got, got.Text())
	}
	save(t, k, place, user, "word")
	has(t, k, place, user, "word")
	if err := k.Forget(t.Context(), place, user); err != nil {
		t.Error(err)
	}
	lacks(t, k, place, user)
}

// aRing returns an in-memory keyring.
func aRing(t *testing.T) *credentials.Keyring {
	t.Helper()
	keyring.MockInit()
	return credentials.ThereIs(credentials.NewKeyring())
}

func save(t *testing.T, k credentials.PasswordStore, place, user, password string) {
	t.Helper()
	if err := k.Save(t.Context(), place, user, password); err != nil {
		t.Fatal(err)
	}
}

func has(t *testing.T, p transport.Passwords, place, user, want string) {
	t.Helper()
	if got, err := p.Password(t.Context(), place, user); err != nil || got != want {
		t.Errorf("%s at %s: %q, %v; want %q", user, place, got, err, want)
	}
}

func lacks(t *testing.T, p transport.Passwords, place, user string) {
	t.Helper()
	if got, err := p.Password(t.Context(), place, user); !errors.Is(err, transport.ErrNoPassword) || got != "" {
		t.Errorf("%s at %s: %q, %v; want ErrNoPassword", user, place, got, err)
	}
}
