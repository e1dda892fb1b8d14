package credentials_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
)

func TestAKeyringThatHangsIsLeftBehind(t *testing.T) {
	k := credentials.NeverAnswers(30 * time.Millisecond)
	for name, ask := range map[string]func() error{
		"Password": func() error { _, err := k.Password(t.Context(), place, user); return err },
		"Keep":     func() error { return k.Save(t.Context(), place, user, "word") },
		"Forget":   func() error { return k.Forget(t.Context(), place, user) },
	} {
		if err := ask(); !errors.Is(err, credentials.ErrNoKeyring) {
			t.Errorf("%s: error %v, want ErrNoKeyring", name, err)
		}
	}
}

func TestWhoGivesUpDoesNotWaitForTheKeyring(t *testing.T) {
	k := credentials.NeverAnswers(time.Hour)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	err := k.Save(ctx, place, user, "word")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestAKeyringThatPanicsIsAnError(t *testing.T) {
	k := credentials.Confused()
	_, err := k.Password(t.Context(), place, user)
	if !errors.Is(err, transport.ErrNoPassword) || !strings.Contains(err.Error(), "invalid response") {
		t.Errorf("error %v", err)
	}
	if err := k.Save(t.Context(), place, user, "word"); err == nil {
		t.Error("keeping is no error")
	}
}

// Sessions without a bus are those over ssh, in containers, and of services.
func TestWithoutABusNothingIsStartedAndNothingHangs(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
	// The library would start one with a program from the PATH.
	t.Setenv("PATH", t.TempDir())
	k := credentials.NewKeyring()
	if k.Available(t.Context()) {
		t.Error("a keyring is available")
	}
	_, err := k.Password(t.Context(), place, user)
	if !errors.Is(err, transport.ErrNoPassword) || !errors.Is(err, credentials.ErrNoKeyring) {
		t.Errorf("error %v, want ErrNoPassword and ErrNoKeyring", err)
	}
	if err := k.Save(t.Context(), place, user, "word"); !errors.Is(err, credentials.ErrNoKeyring) {
		t.Errorf("keeping: error %v, want ErrNoKeyring", err)
	}
}
