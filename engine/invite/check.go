package invite

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"crossfeed/engine/location"
)

// mostPart is the largest part of an invitation, in bytes: as long as browsers let an
// address be.
const mostPart = 2048

// checked is the invitation as it may be used, or why it may not.
func (i Invitation) checked() (Invitation, error) {
	if err := i.plain(); err != nil {
		return Invitation{}, err
	}
	for _, need := range []struct{ name, value string }{
		{"address", i.Address}, {"name of the list", i.Title}, {"kind", i.Kind}, {"format", i.Format}, {"dialect", i.Dialect},
	} {
		if strings.TrimSpace(need.value) == "" {
			return Invitation{}, &Error{Problem: Missing, Part: need.name}
		}
	}
	if err := i.known(); err != nil {
		return Invitation{}, err
	}
	address, err := absolute(i.Address)
	if err != nil {
		return Invitation{}, &Error{Problem: Address, Err: err}
	}
	i.Address = address
	return i, nil
}

// elsewhere is a path of another system: a person says which one it is here.
var elsewhere = regexp.MustCompile(`^(/|[A-Za-z]:[\\/]|\\\\)`)

// absolute is the canonical form of an address. One that depends on where this program
// runs is none.
func absolute(address string) (string, error) {
	switch {
	case strings.Contains(address, "://"):
		return location.Parse(addressOf(address))
	case filepath.IsAbs(address):
		return location.Parse(address)
	case elsewhere.MatchString(address):
		return address, nil
	}
	return "", fmt.Errorf("%q is no address", address)
}

// addressOf is an address without the spaces that a broken line left in it; a path may
// have some.
func addressOf(address string) string {
	if strings.Contains(address, "://") {
		return strings.ReplaceAll(address, " ", "")
	}
	return address
}

// plain refuses what is too large or cannot be shown: what a person is shown has to be
// what they agree to.
func (i Invitation) plain() error {
	for _, p := range i.parts() {
		switch {
		case len(*p.value) > mostPart:
			return &Error{Problem: TooLarge}
		case strings.ContainsFunc(*p.value, deceives):
			return &Error{Problem: Control, Part: partNames[p.name]}
		}
	}
	return nil
}

// deceives tells of a character that is not seen, or turns the text around it.
func deceives(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
}

// partNames are what the parts are called in errors.
var partNames = map[string]string{
	"a": "address", "t": "name of the list", "w": "name of who invites", "k": "kind", "f": "format", "d": "dialect",
	"u": "user", "c": "fingerprint", "r": "feed that it answers", "i": "feed's identifier",
}

// known refuses values that mean nothing here.
func (i Invitation) known() error {
	hash, err := hex.DecodeString(i.Fingerprint)
	for _, c := range []struct {
		name string
		ok   bool
	}{
		{"kind", slices.Contains([]string{"todo", "contact", "note", "outline"}, i.Kind)},
		{"format", slices.Contains([]string{"rss", "atom", "opml"}, i.Format)},
		{"dialect", slices.Contains([]string{"feedsync-1.0", "sse-0.93", "sse-0.91"}, i.Dialect)},
		{"fingerprint", i.Fingerprint == "" || err == nil && len(hash) == 32},
	} {
		if !c.ok {
			return &Error{Problem: Unknown, Part: c.name}
		}
	}
	return nil
}
