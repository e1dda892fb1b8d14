//go:build windows || darwin

package credentials

import "context"

// available is always so: the keychain and the credentials are parts of the system.
func available(context.Context) bool { return true }
