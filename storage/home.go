package storage

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"crossfeed/engine/store"
)

// Home tells where the database is. A copy of it has another file, which was born at another
// time; one that was moved within its file system is the same.
func (s *Store) Home() store.Home {
	file, born := fileOf(s.path)
	return store.Home{File: file, Born: born}
}

// Machine is what store.Home calls this installation of the operating system, or "" where
// it has no name. It is a hash: nobody who reads the database learns the name.
func Machine() string {
	name := strings.TrimSpace(machineName())
	if name == "" || name == "uninitialized" {
		return ""
	}
	sum := sha256.Sum256([]byte("crossfeed " + name))
	return hex.EncodeToString(sum[:8])
}

// platformUUID finds the name of a Mac in what ioreg says.
func platformUUID(ioreg string) string {
	_, rest, found := strings.Cut(ioreg, `"IOPlatformUUID" = "`)
	name, _, closed := strings.Cut(rest, `"`)
	if !found || !closed {
		return ""
	}
	return name
}
