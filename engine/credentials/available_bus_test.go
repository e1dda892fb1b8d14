//go:build !windows && !darwin

package credentials_test

import (
	"os"
	"path/filepath"
	"testing"

	"crossfeed/engine/credentials"
)

// The library would start a bus that outlives this program.
func TestNoBusIsStarted(t *testing.T) {
	folder := t.TempDir()
	started := filepath.Join(folder, "started")
	script := "#!/bin/sh\n: > '" + started + "'\n"
	if err := os.WriteFile(filepath.Join(folder, "dbus-launch"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder)
	for _, address := range []string{"", "autolaunch:"} {
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		credentials.NewKeyring().Available(t.Context())
		if _, err := os.Stat(started); err == nil {
			t.Errorf("%q: a bus was started", address)
		}
	}
}
