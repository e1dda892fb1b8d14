//go:build !windows && !darwin

package credentials

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	secretservice "github.com/zalando/go-keyring/secret_service"
)

// secrets is the name of the Secret Service on the session bus.
const secrets = "org.freedesktop.secrets"

// available asks the bus whether a Secret Service is running or can be activated. Without a
// bus it does not ask, because the library would start one that outlives this program.
func available(ctx context.Context) bool {
	if !hasBus() {
		return false
	}
	service, err := secretservice.NewSecretService()
	if err != nil {
		return false
	}
	var there bool
	bus := service.BusObject()
	if err := bus.CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, secrets).Store(&there); err != nil {
		return false
	}
	if there {
		return true
	}
	var startable []string
	err = bus.CallWithContext(ctx, "org.freedesktop.DBus.ListActivatableNames", 0).Store(&startable)
	return err == nil && slices.Contains(startable, secrets)
}

// hasBus reports whether the session already has a bus where the library looks for one.
func hasBus() bool {
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" && address != "autolaunch:" {
		return true
	}
	folder := filepath.Join("/run/user", strconv.Itoa(os.Getuid()))
	for _, name := range []string{"bus", "dbus-session"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return true
		}
	}
	return false
}
