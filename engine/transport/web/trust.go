package web

import (
	"cmp"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"crossfeed/engine/transport"
)

// trustOf returns which servers to trust, and how this client identifies itself.
func trustOf(w way) (*tls.Config, error) {
	trust := &tls.Config{MinVersion: tls.VersionTLS12}
	if w.authority != "" {
		authorities, err := authorities(w.authority)
		if err != nil {
			return nil, err
		}
		trust.RootCAs = authorities
	}
	if w.certificate != "" {
		// Certificate and key may be in one file.
		own, err := tls.LoadX509KeyPair(w.certificate, cmp.Or(w.key, w.certificate))
		if err != nil {
			return nil, fmt.Errorf("the client certificate: %w", err)
		}
		trust.Certificates = []tls.Certificate{own}
	}
	if w.fingerprint != "" {
		pin(trust, w.fingerprint)
	}
	return trust, nil
}

// authorities returns the authorities of the system and those in a file.
func authorities(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the file with certificate authorities: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, &transport.AuthoritiesError{File: file}
	}
	return pool, nil
}

// pin trusts exactly one certificate, whatever its issuer, expiry and names: the handshake
// proves that the server has its key.
func pin(trust *tls.Config, fingerprint string) {
	trust.InsecureSkipVerify = true
	trust.VerifyConnection = func(s tls.ConnectionState) error {
		if len(s.PeerCertificates) == 0 {
			return errors.New("the server presented no certificate")
		}
		if now := Fingerprint(s.PeerCertificates[0]); now != fingerprint {
			return changedCertificate{trusted: fingerprint, now: now}
		}
		return nil
	}
}

// Fingerprint returns the SHA-256 of a certificate, in the format of transport.Access.
func Fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	return hex.EncodeToString(sum[:])
}

// changedCertificate is the error of a server with a certificate other than the trusted one.
type changedCertificate struct{ trusted, now string }

func (c changedCertificate) Error() string {
	return "it changed: the trusted one has the fingerprint " + c.trusted
}

// certificateTrouble recognizes an untrusted certificate, and records its fingerprint.
func certificateTrouble(err error, e *transport.Error) transport.Trouble {
	if c := (changedCertificate{}); errors.As(err, &c) {
		e.Fingerprint, e.Err = c.now, c
		return transport.Certificate
	}
	if c := (*tls.CertificateVerificationError)(nil); errors.As(err, &c) {
		if len(c.UnverifiedCertificates) > 0 {
			e.Fingerprint = Fingerprint(c.UnverifiedCertificates[0])
		}
		e.Err = c.Err
		return transport.Certificate
	}
	switch alert, ok := alertOf(err); {
	case ok && strings.Contains(alert, "certificate"):
		e.Err = fmt.Errorf("the server requires a client certificate, or does not accept the one given: %s", alert)
		return transport.SignIn
	case ok:
		e.Err = fmt.Errorf("%w: %s", transport.ErrHandshake, alert)
	}
	return transport.Other
}

// alertOf returns the server's alert that ended a handshake (RFC 8446 §6).
func alertOf(err error) (string, bool) {
	var o *net.OpError
	if errors.As(err, &o) && o.Op == "remote error" {
		return o.Err.Error(), true
	}
	return "", false
}
