package storage

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// identity is that of a version in JSON: base64.
type identity [sha256.Size]byte

// MarshalText writes an identity.
func (i identity) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, i[:]), nil
}

// UnmarshalText reads an identity.
func (i *identity) UnmarshalText(text []byte) error {
	all, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(all) != len(i) {
		return fmt.Errorf("%q is no version's identity", text)
	}
	copy(i[:], all)
	return nil
}

// identities are those of versions as JSON has them; nil stays nil.
func identities(all [][sha256.Size]byte) []identity {
	if all == nil {
		return nil
	}
	texts := make([]identity, len(all))
	for i, one := range all {
		texts[i] = one
	}
	return texts
}

// hashes are the identities that JSON has; nil stays nil.
func hashes(all []identity) [][sha256.Size]byte {
	if all == nil {
		return nil
	}
	found := make([][sha256.Size]byte, len(all))
	for i, one := range all {
		found[i] = one
	}
	return found
}
