package cli_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"crossfeed/ui/cli"
)

// curious is a server that asks for a password and takes "right" alone. It notes what it
// was told.
type curious struct {
	*httptest.Server
	mu   sync.Mutex
	told []string
}

func newCurious(t *testing.T) *curious {
	c := &curious{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, given := r.BasicAuth()
		if given {
			c.mu.Lock()
			c.told = append(c.told, user+":"+password)
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

// learned tells what the server was told since it was asked last.
func (c *curious) learned() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	told := c.told
	c.told = nil
	return slices.Compact(told)
}

func TestThePasswordOfTheEnvironmentIsForTheAccountThatTheCommandNames(t *testing.T) {
	one, other := newCurious(t), newCurious(t)
	d := signingIn(t, "desk", "right")
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", one.URL+"/a.xml", "--user", "ray")
	if got := one.learned(); !slices.Equal(got, []string{"ray:right"}) {
		t.Errorf("the server that the command names was told %q", got)
	}
	d.ok("sync") // it is the only account that there is
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
