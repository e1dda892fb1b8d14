package cli

import (
	"encoding/hex"
	"path/filepath"
	"strings"

	"crossfeed/engine/location"
)

// accessFlags say how a place is reached.
type accessFlags struct {
	User        string `placeholder:"NAME" help:"Name to sign in with. The password is taken from CROSSFEED_PASSWORD or the keyring, or asked for."`
	Scheme      string `placeholder:"SCHEME" help:"How to sign in: basic, digest or bearer. Default: what the server asks for. For bearer the password is the token."`
	Authority   string `placeholder:"FILE" help:"PEM file with certificate authorities to trust beside those of the system."`
	Fingerprint string `placeholder:"HEX" help:"SHA-256 of the one server certificate to trust, whoever signed it."`
	Certificate string `placeholder:"FILE" help:"PEM file with the certificate by which this client identifies itself."`
	Key         string `placeholder:"FILE" help:"PEM file with its key."`
	Proxy       string `placeholder:"ADDRESS" help:"Proxy to use, or none. Default: what the environment says."`
}

// access is what the flags say for a location. They name the account that signs in there.
func (a accessFlags) access(r *run, at string) (location.Access, error) {
	if a.User != "" || a.Scheme != "" {
		r.signsIn(at, a.User)
	}
	switch a.Scheme {
	case "", "basic", "digest", "bearer":
	default:
		return location.Access{}, misuse("--scheme %s: choose basic, digest or bearer", a.Scheme)
	}
	if (a.Certificate == "") != (a.Key == "") {
		return location.Access{}, misuse("--certificate and --key go together")
	}
	if _, err := location.Proxy(a.Proxy); err != nil {
		return location.Access{}, misuse("--proxy: %v", err)
	}
	fingerprint, err := a.fingerprint()
	if err != nil {
		return location.Access{}, err
	}
	access := location.Access{User: a.User, Scheme: a.Scheme, Fingerprint: fingerprint, Proxy: a.Proxy}
	for _, f := range []struct{ from, to *string }{{&a.Authority, &access.Authority}, {&a.Certificate, &access.Certificate}, {&a.Key, &access.Key}} {
		if *f.from == "" {
			continue
		}
		if *f.to, err = filepath.Abs(*f.from); err != nil {
			return location.Access{}, err
		}
	}
	return access, nil
}

// fingerprint is one as it is kept. Programs write them with colons, too.
func (a accessFlags) fingerprint() (string, error) {
	text := strings.ToLower(strings.ReplaceAll(a.Fingerprint, ":", ""))
	const bytes = 32
	if b, err := hex.DecodeString(text); err != nil || text != "" && len(b) != bytes {
		return "", misuse("--fingerprint %s: a SHA-256 is %d hexadecimal digits", a.Fingerprint, 2*bytes)
	}
	return text, nil
}
