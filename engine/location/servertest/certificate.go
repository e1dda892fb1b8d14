package servertest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Certificate is that of a server at 127.0.0.1, in PEM files.
type Certificate struct {
	// File and Key are the paths of the certificate and its key, Authority that of the
	// certificate of who signed it.
	File, Key, Authority string
	// Fingerprint is its SHA-256 as lower-case hexadecimal.
	Fingerprint string
}

// NewCertificate makes a certificate that is signed by an authority of its own.
func NewCertificate(t testing.TB) Certificate {
	t.Helper()
	dir := Folder(t)
	authority, signer := template("Authority of a test"), newKey(t)
	authority.IsCA, authority.BasicConstraintsValid = true, true
	authority.KeyUsage = x509.KeyUsageCertSign
	server, key := template("Server of a test"), newKey(t)
	server.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	server.DNSNames = []string{"localhost"}
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}

	der := signed(t, server, authority, key, signer)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(der)
	return Certificate{
		File:        writePEM(t, filepath.Join(dir, "server.pem"), "CERTIFICATE", der),
		Key:         writePEM(t, filepath.Join(dir, "key.pem"), "PRIVATE KEY", private),
		Authority:   writePEM(t, filepath.Join(dir, "authority.pem"), "CERTIFICATE", signed(t, authority, authority, signer, signer)),
		Fingerprint: hex.EncodeToString(sum[:]),
	}
}

func template(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func signed(t testing.TB, c, by *x509.Certificate, key, signer *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, c, by, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func writePEM(t testing.TB, path, kind string, der []byte) string {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
