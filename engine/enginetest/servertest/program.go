// Package servertest starts and stops the real servers that tests need: Apache, nginx and
// rclone, as packaged by Debian. They listen only on loopback ports and run in the foreground,
// as children of the test, with their own configuration in the test's folder.
package servertest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// patience limits how long a server may take until its first answer.
const patience = 5 * time.Minute

// Program is a running server.
type Program struct {
	// URL is its address without a trailing slash. Over TLS it begins with https.
	URL string

	t    testing.TB
	args []string
	host string
	log  *log

	mu      sync.Mutex
	running *exec.Cmd
	ended   chan struct{}
}

// log collects a server's output.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// start runs a server on a free port until the test ends. If the test fails, it shows the
// server's output.
func start(t testing.TB, scheme, port string, args ...string) *Program {
	t.Helper()
	host := net.JoinHostPort("127.0.0.1", port)
	p := &Program{URL: scheme + "://" + host, t: t, args: args, host: host, log: &log{}}
	t.Cleanup(func() {
		p.Stop()
		if t.Failed() {
			t.Logf("%s said:\n%s", filepath.Base(args[0]), p.log)
		}
	})
	p.Start()
	return p
}

// Start runs the server again after Stop, at the same address.
func (p *Program) Start() {
	p.t.Helper()
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Stdout, cmd.Stderr = p.log, p.log
	withParent(cmd)
	started, ended := make(chan error), make(chan struct{})
	go attend(cmd, started, ended)
	if err := <-started; err != nil {
		p.t.Fatalf("starting %s: %v", p.args[0], err)
	}
	p.mu.Lock()
	p.running, p.ended = cmd, ended
	p.mu.Unlock()
	if err := p.answers(ended); err != nil {
		p.t.Fatalf("%s: %v\n%s", p.args[0], err, p.log)
	}
}

// attend starts a program and waits for it to end, on one thread: Linux kills a child when the
// thread that started it ends.
func attend(cmd *exec.Cmd, started chan<- error, ended chan<- struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(ended)
	err := cmd.Start()
	started <- err
	if err == nil {
		_ = cmd.Wait()
	}
}

// answers waits until the server's port accepts connections.
func (p *Program) answers(ended <-chan struct{}) error {
	for until := time.Now().Add(patience); time.Now().Before(until); {
		select {
		case <-ended:
			return fmt.Errorf("it ended before it answered")
		default:
		}
		if c, err := net.DialTimeout("tcp", p.host, time.Second); err == nil {
			return c.Close()
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("nothing answers at %s after %s", p.host, patience)
}

// Stop kills the server, as a power failure would. It does nothing if the server is stopped
// already.
func (p *Program) Stop() {
	p.mu.Lock()
	cmd, ended := p.running, p.ended
	p.running = nil
	p.mu.Unlock()
	if cmd == nil {
		return
	}
	_ = cmd.Process.Kill()
	<-ended
}

// find returns the path of a program. If it is missing, the test fails with a hint how to
// install it on Debian.
func find(t testing.TB, name, packages string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Fatalf("there is no %s here: apt-get install --no-install-recommends %s", name, packages)
	return ""
}

// reserved has the sockets of freePort.
var reserved sync.Map

// freePort returns a port that is not in use, and that no other test takes while this process
// runs: between the choice of a port and the start of its server, another process could start
// one there. So each port is reserved by a socket without a file, which Linux closes with the
// process. The ports are outside of the range from which Linux assigns others.
func freePort(t testing.TB) string {
	t.Helper()
	for n := 20000; n < 32000; n++ {
		port := strconv.Itoa(n)
		mark, err := net.Listen("unix", "@crossfeed-test-port-"+port)
		if err != nil {
			continue
		}
		reserved.Store(port, mark) // or it would be collected, and closed
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no free port was found")
	return ""
}

// Folder creates a folder that a server can read and write as any user.
func Folder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// folders creates subfolders of a folder that everyone can write to.
func folders(t testing.TB, in string, names ...string) {
	t.Helper()
	for _, name := range names {
		dir := filepath.Join(in, name)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// The user that servers know, and that user's password.
const (
	User     = "member"
	Password = "correct horse"
)

// The folders of every server. If a server does not support one, it is missing in
// Server.Places.
const (
	// Open accepts documents from everyone.
	Open = "open"
	// Basic and Digest accept documents from User, authenticated that way.
	Basic  = "basic"
	Digest = "digest"
	// Gzip compresses responses.
	Gzip = "gzip"
	// ReadOnly accepts no documents. Forbidden accepts none either, but answers as if another
	// user might be allowed to write.
	ReadOnly  = "readonly"
	Forbidden = "forbidden"
	// Round redirects in a circle.
	Round = "round"
	// Small is on a disk of 256 KB (SmallDisk).
	Small = "small"
)

// Server is a real server and its folders.
type Server struct {
	// Name is the server's name in tables.
	Name string
	// Places are the addresses of its folders by the names above, with a trailing slash.
	Places map[string]string
	// Folder is the path of Open on the disk.
	Folder string
	// Program serves Open.
	Program *Program
}

// Options are the optional features of a server.
type Options struct {
	// TLS is its certificate; nil means plain HTTP.
	TLS *Certificate
	// Small is a folder on a small disk, or "".
	Small string
}

func (o Options) scheme() string {
	if o.TLS != nil {
		return "https"
	}
	return "http"
}

// Certificate is the certificate of a server at 127.0.0.1, in PEM files.
type Certificate struct {
	// File and Key are the paths of the certificate and its key, Authority the path of the
	// issuer's certificate.
	File, Key, Authority string
	// Fingerprint is its SHA-256 as lower-case hexadecimal.
	Fingerprint string
}

// NewCertificate creates a certificate that is signed by its own new authority.
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
