package webdav_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// page is the documentation page with the results.
const page = "../../../docs/benchmarks.md"

// kinds are the servers with which everything is tried.
var kinds = []struct {
	name  string
	begin func(testing.TB, servertest.Options) *servertest.Server
}{
	{"Apache", servertest.Apache},
	{"nginx", servertest.Nginx},
	{"rclone", servertest.Rclone},
}

// TestRealServers tries everything with every server, and compares the results with the table
// in the documentation, which shows what is done and how well each server supports it.
// Anything that must not happen fails the test directly.
func TestRealServers(t *testing.T) {
	small := map[string]string{}
	for _, k := range kinds {
		small[k.name] = servertest.SmallDisk(t)
	}
	results := map[string]map[string]string{}
	for _, k := range kinds {
		results[k.name] = map[string]string{}
	}
	t.Run("with", func(t *testing.T) {
		for _, k := range kinds {
			t.Run(k.name, func(t *testing.T) {
				t.Parallel() // servers are slow
				r := &bench{Server: k.begin(t, servertest.Options{Small: small[k.name]})}
				certificate := servertest.NewCertificate(t)
				r.certificate = certificate
				r.sealed = k.begin(t, servertest.Options{TLS: &certificate})
				for _, row := range rows {
					t.Run(row.tried, func(t *testing.T) { results[k.name][row.tried] = row.try(t, r) })
				}
			})
		}
	})
	compare(t, results)
}

// compare compares the table in the documentation with the results. It skips rows that could
// not be tried here.
func compare(t *testing.T, results map[string]map[string]string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	stands := strings.Split(table, "\n")
	var tried []string
	for _, row := range rows {
		line := "| " + row.tried + " |"
		for _, k := range kinds {
			line += " " + results[k.name][row.tried] + " |"
		}
		if strings.Contains(line, "|  |") {
			t.Logf("not tried here: %s", row.tried)
			stands = slices.DeleteFunc(stands, func(l string) bool { return strings.HasPrefix(l, "| "+row.tried+" |") })
			continue
		}
		tried = append(tried, line)
	}
	if !slices.Equal(tried, stands) {
		t.Errorf("the table in %s is not what came out, which is\n%s", page, strings.Join(tried, "\n"))
	}
}

// bench is a server under test.
type bench struct {
	*servertest.Server
	// sealed is another server of the same kind, over TLS with that certificate.
	sealed      *servertest.Server
	certificate servertest.Certificate
	documents   int
}

// none is the result if a server does not have the feature.
const none = "not supported"

// document returns a new address in one of the server's folders, or "".
func (r *bench) document(folder string) string {
	if r.Places[folder] == "" {
		return ""
	}
	r.documents++
	return r.Places[folder] + fmt.Sprintf("document-%d.xml", r.documents)
}

// keys returns the same password to everybody who asks.
type keys string

func (k keys) Password(context.Context, string, string) (string, error) {
	if k == "" {
		return "", transport.ErrNoPassword
	}
	return string(k), nil
}

func client(t testing.TB, o web.Options) *web.Client {
	if o.Passwords == nil {
		o.Passwords = keys(servertest.Password)
	}
	o.Getenv = func(string) string { return "" }
	c := web.New(o)
	t.Cleanup(c.Close)
	return c
}

func signedIn(address string) transport.Target {
	return transport.Target{Address: address, Access: transport.Access{User: servertest.User}}
}

// errStranger means that a document is somebody else's.
var errStranger = errors.New("it holds another feed")

func notOurs(io.Reader) error { return errStranger }

func put(t transport.Target, text string) transport.Put {
	hash, size, err := transport.Hash(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return transport.Put{
		Target: t, Body: strings.NewReader(text), Size: size, Hash: hash, Type: "application/rss+xml", Ours: notOurs,
	}
}

// written writes a document, and fails the test on an error.
func written(t *testing.T, s *webdav.Server, p transport.Put) transport.Written {
	t.Helper()
	w, err := s.Write(t.Context(), p)
	if err != nil || w.Hash != p.Hash {
		t.Fatalf("writing %s: %+v, %v", p.Address, w, err)
	}
	return w
}

// after returns p with the result of the previous write.
func after(p transport.Put, last transport.Written) transport.Put {
	p.Last = last
	return p
}

func trouble(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return -1
}

// mustBe fails the test unless an error has that trouble.
func mustBe(t *testing.T, err error, want transport.Trouble) *transport.Error {
	t.Helper()
	var e *transport.Error
	if !errors.As(err, &e) || e.Trouble != want {
		t.Fatalf("the error is %v, of trouble %d; want %d", err, trouble(err), want)
	}
	return e
}

// raw sends one request, bypassing everything under test.
func raw(t *testing.T, method, address, text string, header ...string) (status int, tag, body string) {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	if strings.Contains(address, "/"+servertest.Basic+"/") {
		req.SetBasicAuth(servertest.User, servertest.Password)
	}
	a, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, a.Header.Get("ETag"), string(b)
}

// mustLie fails the test unless the document at an address is the wanted one.
func mustLie(t *testing.T, address, want string) {
	t.Helper()
	if status, _, got := raw(t, http.MethodGet, address, ""); status != http.StatusOK || got != want {
		t.Fatalf("at %s lies %.40q (%d bytes, status %d); want %.40q", address, got, len(got), status, want)
	}
}

func fetch(ctx context.Context, c *web.Client, r transport.Request) (string, *transport.Response, error) {
	r.Now = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)
	a, err := c.Read(ctx, r)
	if err != nil || a.Body == nil {
		return "", a, err
	}
	b, err := io.ReadAll(a.Body)
	return string(b), a, errors.Join(err, a.Body.Close())
}
