package cli_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/ui/cli"
)

func TestAPasswordIsKeptForItsServerUntilItIsForgotten(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t"))
	d := signingIn(t, "desk", "")
	d.ok("list", "create", "Groceries")
	publish := []string{"publish", "Groceries", s.Address("a/b.xml"), "--user", "AKIA1"}
	d.run(publish...).is(cli.Failed).mentions("password")
	file := d.file("data/passwords")
	d.ok("password", "where").prints("This system has no keyring: the password is stored unencrypted in the file " + file + ", which only you can read.\n")
	d.env.Ask = func(_ context.Context, question string) (string, error) {
		if !strings.HasPrefix(question, "Password of AKIA1 for s3://lists") {
			t.Errorf("asked %q", question)
		}
		return "s3cr3t", nil
	}
	d.ok("password", "keep", s.Address("elsewhere/"), "AKIA1").prints("").mentions(file, "unencrypted")
	d.env.Ask = nil
	d.ok(publish...)
	d.ok("password", "forget", s.Address(""), "AKIA1")
	if text := read(t, file); strings.Contains(text, "s3cr3t") {
		t.Errorf("the file is\n%s", text)
	}
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	d.run("publish", "Groceries").is(cli.Failed).mentions("password")
}

func TestAPasswordThatIsNotGivenIsNotKept(t *testing.T) {
	d := signingIn(t, "desk", "")
	d.run("password", "keep", "https://example.org/", "ray").is(cli.Failed).mentions("no password", "CROSSFEED_PASSWORD")
	d = signingIn(t, "desk", "word")
	d.run("password", "keep", d.dir, "ray").is(cli.Failed).mentions("needs no password")
	d.run("password", "keep", "https://ray:word@example.org/", "ray").is(cli.Failed).mentions("must not contain a user or password")
	t.Chdir(t.TempDir())
	d.ok("password", "keep", "example.org", "ray")
	if text := read(t, filepath.Join(d.dir, "data", "passwords")); !strings.Contains(text, `{"place":"https://example.org","user":"ray","password":"word"}`) {
		t.Errorf("the file is\n%s", text)
	}
}

// curious is a server that asks for a password and only accepts "right". It records the
// credentials that it receives.
type curious struct {
	*httptest.Server
	mu       sync.Mutex
	received []string
}

func newCurious(t *testing.T) *curious {
	c := &curious{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, given := r.BasicAuth()
		if given {
			c.mu.Lock()
			c.received = append(c.received, user+":"+password)
			c.mu.Unlock()
		}
		if password != "right" {
			w.Header().Set("WWW-Authenticate", `Basic realm="lists"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte(`<rss version="2.0"><channel><title>t</title><link>http://example.com</link><description/></channel></rss>`))
	}))
	t.Cleanup(c.Close)
	return c
}

// learned returns the credentials received since the last call.
func (c *curious) learned() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	told := c.received
	c.received = nil
	return slices.Compact(told)
}

func TestThePasswordOfTheEnvironmentIsForTheAccountThatTheCommandNames(t *testing.T) {
	one, other := newCurious(t), newCurious(t)
	d := signingIn(t, "desk", "right")
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", one.URL+"/a.xml", "--user", "ray")
	if got := one.learned(); !slices.Equal(got, []string{"ray:right"}) {
		t.Errorf("the server that the command names was told %q", got)
	}
	d.ok("sync") // it is the only account
	if got := one.learned(); !slices.Equal(got, []string{"ray:right"}) {
		t.Errorf("the only server was told %q", got)
	}
	d.ok("subscription", "add", "Groceries", other.URL+"/b.xml", "--user", "ann")
	if one, other := one.learned(), other.learned(); one != nil || !slices.Equal(other, []string{"ann:right"}) {
		t.Errorf("the one that is not named was told %q, the other %q", one, other)
	}
	d.run("sync").is(cli.Failed).mentions("CROSSFEED_PASSWORD is one password", "crossfeed password keep")
	if one, other := one.learned(), other.learned(); one != nil || other != nil {
		t.Errorf("of several nobody is named, and they were told %q and %q", one, other)
	}
}

// A library behind a password: the password is only sent to its own server, and not to other
// servers that its feeds link to.
func TestALibraryBehindAPassword(t *testing.T) {
	s := newSite(t)
	var told []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told = append(told, r.URL.Path+r.Header.Get("Authorization"))
		_, _ = w.Write([]byte("of another"))
	}))
	t.Cleanup(other.Close)
	inner := s.server.Config.Handler
	s.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, ok := r.BasicAuth(); !ok || user != "member" || password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="photos"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	})
	s.putFile("feed.xml", contentFeed("Members", 1, contentItem("Two", 1, "<csx:link>sea.jpg</csx:link><csx:link>"+other.URL+"/far.txt</csx:link>")))
	s.putFile("sea.jpg", "waves")
	s.run("content", "add", s.at("feed.xml")).is(cli.Failed).mentions("a user and password are required")
	s.env.Getenv = func(name string) string {
		if name == "CROSSFEED_PASSWORD" {
			return "secret"
		}
		return ""
	}
	s.ok("content", "add", s.at("feed.xml"), "--user", "member")
	s.ok("content", "sync")
	s.ok("content", "path", "Members", "sea.jpg")
	s.ok("content", "path", "Members", "far.txt")
	if got := strings.Join(told, " "); got != "/far.txt" {
		t.Errorf("the other server was told %q", got)
	}
	s.ok("content", "change", "Members", "--open")
	s.putFile("feed.xml", contentFeed("Members", 2))
	s.run("content", "sync").is(cli.Failed).mentions("a user and password are required")
	s.ok("content", "change", "Members", "--user", "member")
	s.ok("content", "sync")
}
