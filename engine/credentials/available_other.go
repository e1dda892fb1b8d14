//go:build windows || darwin

package credentials

import "context"

// available always returns true: the keychain and the credential manager are part of the
// system.
func available(context.Context) bool { return true }
