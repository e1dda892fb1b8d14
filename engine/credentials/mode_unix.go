//go:build !windows

package credentials

import "io/fs"

// othersRead reports whether anybody but its user can read or write a file.
func othersRead(mode fs.FileMode) bool { return mode.Perm()&0o077 != 0 }
