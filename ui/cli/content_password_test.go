package cli_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// A library behind a password: the password is for its own server, and no other one that
// its feeds link to is told of it.
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
	s.lies("feed.xml", contentFeed("Members", 1, contentItem("Two", 1, "<csx:link>sea.jpg</csx:link><csx:link>"+other.URL+"/far.txt</csx:link>")))
	s.lies("sea.jpg", "waves")
	s.run("content", "add", s.at("feed.xml")).is(cli.Failed).mentions("a user and a password are needed there")
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
	s.lies("feed.xml", contentFeed("Members", 2))
	s.run("content", "sync").is(cli.Failed).mentions("a user and a password are needed there")
	s.ok("content", "change", "Members", "--user", "member")
	s.ok("content", "sync")
}
