package web

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

// serveTLS starts a server with its own certificate for 127.0.0.1.
func serveTLS(t testing.TB, h http.HandlerFunc) *httptest.Server {
	return serveWith(t, h, &tls.Config{Certificates: []tls.Certificate{certificate(t, time.Hour, "127.0.0.1")}})
}

func serveWith(t testing.TB, h http.HandlerFunc, config *tls.Config) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.TLS = config
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// certificate returns a self-signed certificate for an address that expires after some time.
func certificate(t testing.TB, ends time.Duration, address string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "feeds"},
		NotBefore: now.Add(-2 * time.Hour), NotAfter: now.Add(ends), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.ParseIP(address)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// files returns the PEM files of a certificate and its key.
func files(t testing.TB, c tls.Certificate) (certificate, key string) {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	return mustWrite(t, filepath.Join(dir, "c.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]})),
		mustWrite(t, filepath.Join(dir, "k.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

// authorityOf returns a PEM file with the certificate of a server.
func authorityOf(t testing.TB, s *httptest.Server) string {
	t.Helper()
	file, _ := files(t, s.TLS.Certificates[0])
	return file
}

func TestACertificateIsTrustedByItsAuthorityOrItsFingerprintAlone(t *testing.T) {
	good := certificate(t, time.Hour, "127.0.0.1")
	expired := certificate(t, -time.Hour, "127.0.0.1")
	elsewhere := certificate(t, time.Hour, "127.0.0.2")
	print := func(c tls.Certificate) string { return Fingerprint(c.Leaf) }
	colons := strings.ToUpper(print(good)[:2] + ":" + print(good)[2:])
	for name, c := range map[string]struct {
		server, authority tls.Certificate
		fingerprint, says string
	}{
		"an unknown authority":                   {good, tls.Certificate{}, "", "unknown authority"},
		"its authority":                          {good, good, "", ""},
		"another authority":                      {good, elsewhere, "", "unknown authority"},
		"its fingerprint":                        {good, tls.Certificate{}, print(good), ""},
		"its fingerprint, as others write it":    {good, tls.Certificate{}, colons, ""},
		"another fingerprint":                    {good, tls.Certificate{}, print(expired), "it changed: the trusted one has the fingerprint " + print(expired)},
		"its authority, but another fingerprint": {good, good, print(expired), "it changed"},
		"expired, its authority":                 {expired, expired, "", "expired"},
		"expired, its fingerprint":               {expired, tls.Certificate{}, print(expired), ""},
		"for another address, its authority":     {elsewhere, elsewhere, "", "not 127.0.0.1"},
		"for another address, its fingerprint":   {elsewhere, tls.Certificate{}, print(elsewhere), ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWith(t, document, &tls.Config{Certificates: []tls.Certificate{c.server}})
			r := at(s.URL)
			r.Access.Fingerprint = c.fingerprint
			if c.authority.Certificate != nil {
				r.Access.Authority, _ = files(t, c.authority)
			}
			client := newClient(t, Options{})
			if c.says == "" {
				if _, got := mustRead(t, client, r); got != feed {
					t.Errorf("got %q", got)
				}
				return
			}
			e := troubled(t, client, r)
			if e.Trouble != transport.Certificate || e.Fingerprint != print(c.server) || !strings.Contains(e.Error(), c.says) {
				t.Errorf("got %v", e)
			}
			if !strings.Contains(e.Error(), print(c.server)) {
				t.Errorf("the error does not say the fingerprint: %v", e)
			}
		})
	}
}

// In TLS 1.2, a server does not say that a client certificate is missing (RFC 5246 §7.4.6).
func TestThisComputerIdentifiesItselfByACertificate(t *testing.T) {
	own := certificate(t, time.Hour, "127.0.0.1")
	clients := x509.NewCertPool()
	clients.AddCert(own.Leaf)
	for version, trouble := range map[uint16]transport.Trouble{tls.VersionTLS12: transport.Other, tls.VersionTLS13: transport.SignIn} {
		s := serveWith(t, document, &tls.Config{
			Certificates: []tls.Certificate{certificate(t, time.Hour, "127.0.0.1")}, MaxVersion: version,
			ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients,
		})
		c := newClient(t, Options{})
		r := at(s.URL)
		r.Access.Authority = authorityOf(t, s)
		if e := troubled(t, c, r); e.Trouble != trouble || !strings.Contains(e.Error(), "requires a client certificate") {
			t.Errorf("without one: got %v", e)
		}
		r.Access.Certificate, r.Access.Key = files(t, own)
		if _, got := mustRead(t, c, r); got != feed {
			t.Errorf("got %q", got)
		}
	}
}

func TestACertificateOfThisComputersIsNotShownToOthers(t *testing.T) {
	config := &tls.Config{Certificates: []tls.Certificate{certificate(t, time.Hour, "127.0.0.1")}, ClientAuth: tls.RequestClientCert}
	other := serveWith(t, func(w http.ResponseWriter, r *http.Request) {
		if len(r.TLS.PeerCertificates) > 0 {
			t.Error("it was shown")
		}
		document(w, r)
	}, config)
	var shown int
	home := serveWith(t, func(w http.ResponseWriter, r *http.Request) {
		shown = len(r.TLS.PeerCertificates)
		http.Redirect(w, r, other.URL, http.StatusFound)
	}, config)
	r := at(home.URL)
	r.Access.Authority = authorityOf(t, home)
	r.Access.Certificate, r.Access.Key = files(t, certificate(t, time.Hour, "127.0.0.1"))
	if _, got := mustRead(t, newClient(t, Options{}), r); got != feed || shown != 1 {
		t.Errorf("got %q, shown %d", got, shown)
	}
}

func TestFilesThatHoldNoCertificateAreSaid(t *testing.T) {
	s := serveTLS(t, document)
	empty := mustWrite(t, filepath.Join(t.TempDir(), "empty.pem"), nil)
	for name, a := range map[string]transport.Access{
		"empty authority":     {Authority: empty},
		"missing authority":   {Authority: empty + ".gone"},
		"empty certificate":   {Certificate: empty, Key: empty},
		"missing certificate": {Certificate: empty + ".gone"},
	} {
		r := at(s.URL)
		r.Access = a
		if e := troubled(t, newClient(t, Options{}), r); e.Trouble != transport.Other || !strings.Contains(e.Error(), "certificate") {
			t.Errorf("%s: got %v", name, e)
		}
	}
}

func TestAnAuthorityThatIsReplacedIsReadAnew(t *testing.T) {
	s := serveTLS(t, document)
	r := at(s.URL)
	r.Access.Authority, _ = files(t, certificate(t, time.Hour, "127.0.0.1"))
	c := newClient(t, Options{})
	if e := troubled(t, c, r); e.Trouble != transport.Certificate {
		t.Errorf("got %v", e)
	}
	mustWrite(t, r.Access.Authority, append([]byte("\n"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.TLS.Certificates[0].Certificate[0]})...))
	if _, got := mustRead(t, c, r); got != feed {
		t.Errorf("got %q", got)
	}
}

func TestOldVersionsOfTLSAreNotSpoken(t *testing.T) {
	s := serveWith(t, document, &tls.Config{
		Certificates: []tls.Certificate{certificate(t, time.Hour, "127.0.0.1")}, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11,
	})
	r := at(s.URL)
	r.Access.Authority = authorityOf(t, s)
	if e := troubled(t, newClient(t, Options{}), r); e.Trouble != transport.Other || !strings.Contains(e.Error(), "version") {
		t.Errorf("got %v", e)
	}
}
