package cli_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// The log contains requests, their results and retries, but no content, no passwords, and
// nothing of an address after its path.
func TestTheLogTellsOfRequestsAndHoldsNoContent(t *testing.T) {
	down := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		switch {
		case password != "s3cr3t":
			w.Header().Set("WWW-Authenticate", `Basic realm="lists"`)
			w.WriteHeader(http.StatusUnauthorized)
		case down:
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			_, _ = w.Write([]byte(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Theirs</title><link>http://example.com</link><description/>` +
				`<item><title>Buy a ring</title><sx:sync id="urn:x" updates="1"><sx:history sequence="1" by="phone" when="2026-05-21T09:00:00Z"/></sx:sync></item></channel></rss>`))
		}
	}))
	defer s.Close()
	d := signingIn(t, "desk", "s3cr3t")
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--title", "Surprise party")
	if err := os.Mkdir(d.file("shared"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries", d.file("shared")+"/")
	d.ok("subscription", "add", "Groceries", s.URL+"/feed.xml?token=hush", "--user", "ray")
	d.ok("sync")
	down = true
	if said := d.run("sync", "--verbose").is(cli.Failed).err; !strings.Contains(said, "level=WARN msg=read") {
		t.Errorf("with --verbose standard error is\n%s", said)
	}
	log := read(t, d.file("data/crossfeed.log"))
	for _, want := range []string{
		"msg=write address=" + d.file("shared"), "msg=read address=" + s.URL + "/feed.xml?… ",
		"status=503 retry_after=2h0m0s", "msg=subscription", "failures=1", "msg=sync lists=1 subscriptions=1",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %s", want)
		}
	}
	for _, secret := range []string{"s3cr3t", "hush", "Surprise", "ring", "Theirs"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log says %q", secret)
		}
	}
	if t.Failed() {
		t.Log(log)
	}
}
