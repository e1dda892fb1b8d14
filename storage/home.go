package storage

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"crossfeed/engine/store"
)

// Home returns where the database is. A copy of it is another file with another creation time;
// a file that was moved within its file system is the same.
func (s *Store) Home() store.Home {
	file, born := fileOf(s.path)
	return store.Home{File: file, Born: born}
}

// Machine returns the name of this operating system installation for store.Home, or "" if it
// has none. It is hashed, so that reading the database does not reveal it.
func Machine() string {
	name := strings.TrimSpace(machineName())
	if name == "" || name == "uninitialized" {
		return ""
	}
	sum := sha256.Sum256([]byte("crossfeed " + name))
	return hex.EncodeToString(sum[:8])
}

// platformUUID finds the identifier of a Mac in the output of ioreg.
func platformUUID(ioreg string) string {
	_, rest, found := strings.Cut(ioreg, `"IOPlatformUUID" = "`)
	name, _, closed := strings.Cut(rest, `"`)
	if !found || !closed {
		return ""
	}
	return name
}
