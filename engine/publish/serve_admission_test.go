package publish_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/publish"
)

func signed(user, password string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}

func TestOnlyWhoKnowsThePasswordReads(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, publish.SiteOptions{User: "member", Password: "pass:wörd"}, l.feed("a.xml"))
	if got := ask(t, "GET", at+"/a.xml", signed("member", "pass:wörd")); got.status != 200 || got.body != "<rss/>" {
		t.Fatalf("the right one: %+v", got)
	}
	for _, path := range []string{"/a.xml", "/", "/other"} {
		for _, method := range []string{"GET", "HEAD", "PUT"} {
			got := ask(t, method, at+path)
			if got.status != 401 || got.header.Get("Www-Authenticate") != `Basic realm="feeds", charset="UTF-8"` || strings.Contains(got.body, "rss") {
				t.Errorf("%s %s: %+v", method, path, got)
			}
		}
	}
	if got := ask(t, "GET", at+"/a.xml", signed("member", "wrong")); got.status != 401 {
		t.Errorf("a wrong one: %+v", got)
	}
}

func TestWhatIsNearlyRightIsWrong(t *testing.T) {
	l := &list{text: "<rss/>"}
	for _, c := range [][2]string{{"member", ""}, {"", "word"}, {"Member", "word"}, {"member", "Word"}, {"member", "word "}, {"member", "wor"}, {"bert", "word"}} {
		at := site(t, publish.SiteOptions{User: "member", Password: "word"}, l.feed("a.xml"))
		if got := ask(t, "GET", at+"/a.xml", signed(c[0], c[1])); got.status != 401 {
			t.Errorf("%q: %+v", c, got)
		}
	}
	at := site(t, publish.SiteOptions{User: "member"}, l.feed("a.xml"))
	if got := ask(t, "GET", at+"/a.xml", signed("member", "")); got.status != 401 {
		t.Errorf("a user without a password: %+v", got)
	}
}

func TestTryingPasswordsIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := publish.NewSite([]publish.ServedFeed{(&list{text: "<rss/>"}).feed("a.xml")}, publish.SiteOptions{User: "member", Password: "word"})
		defer h.Close()
		try := func(password string) (int, time.Duration) {
			r, w, begun := httptest.NewRequest("GET", "/a.xml", nil), httptest.NewRecorder(), time.Now()
			r.SetBasicAuth("member", password)
			h.ServeHTTP(w, r)
			if w.Code == 429 && w.Header().Get("Retry-After") == "" {
				t.Error("it is not said when to try again")
			}
			return w.Code, time.Since(begun)
		}
		for _, want := range []time.Duration{100, 200, 400} {
			if status, took := try("guess"); status != 401 || took != want*time.Millisecond {
				t.Errorf("a wrong one: %d after %v, want %v", status, took, want*time.Millisecond)
			}
		}
		statuses := make(chan int, 20)
		for i := range cap(statuses) {
			go func() {
				status, _ := try(fmt.Sprint(i))
				statuses <- status
			}()
		}
		count := map[int]int{}
		for range cap(statuses) {
			count[<-statuses]++
		}
		if count[401] != 1 || count[429] != 19 {
			t.Errorf("of 20 guesses at once the answers are %v", count)
		}
		if status, took := try("word"); status != 200 || took != 0 {
			t.Errorf("the right one: %d after %v", status, took)
		}
		if status, took := try("guess"); status != 401 || took != 100*time.Millisecond {
			t.Errorf("after the right one, a wrong one: %d after %v", status, took)
		}
	})
}

// A page of another site whose domain points to this computer must not read anything through
// the user's browser.
func TestWithoutAPasswordForeignNamesAreRefused(t *testing.T) {
	l := &list{text: "<rss/>"}
	open := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	closed := site(t, publish.SiteOptions{User: "member", Password: "word"}, l.feed("a.xml")) + "/a.xml"
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "192.168.1.7": 200, "[::1]:8080": 200, "[fe80::1%25eth0]": 200, "localhost:8080": 200, "desk": 200, "desk.local": 200, "DESK.LAN.": 200,
		"evil.example": 421, "127.0.0.1.evil.example:8080": 421, "local.evil.example": 421,
	} {
		if got := ask(t, "GET", open, "Host: "+host); got.status != want {
			t.Errorf("%s: %d, want %d", host, got.status, want)
		}
		if got := ask(t, "GET", closed, "Host: "+host, signed("member", "word")); got.status != 200 {
			t.Errorf("%s with a password: %d", host, got.status)
		}
	}
}

// rooted returns a feed that contains the address at which its reader found it.
func rooted() publish.ServedFeed {
	f := (&list{}).feed("a.xml")
	f.Former = "former.xml"
	f.Write = func(_ context.Context, root string, to io.Writer) error {
		_, err := io.WriteString(to, root)
		return err
	}
	return f
}

func TestADocumentKnowsWhereItsReaderFoundIt(t *testing.T) {
	at := site(t, publish.SiteOptions{User: "ray", Password: "x"}, rooted())
	const user = "Authorization: Basic cmF5Ong="
	for _, c := range []struct {
		headers []string
		want    string
	}{
		{nil, at},
		{[]string{"Host: desk.local:8080"}, "http://desk.local:8080"},
		{[]string{"Host: [fe80::1]:80"}, "http://[fe80::1]:80"},
		{[]string{"X-Forwarded-Host: example.com", "X-Forwarded-Proto: https"}, "https://example.com"},
		{[]string{"X-Forwarded-Host: example.com/<a>"}, at},
		{[]string{"X-Forwarded-Host: a@example.com"}, at},
	} {
		if got := ask(t, "GET", at+"/a.xml", append(c.headers, user)...); got.body != c.want {
			t.Errorf("%v: got %q, want %q", c.headers, got.body, c.want)
		}
	}
	if got := ask(t, "GET", at+"/former.xml", user); got.body != at {
		t.Errorf("under its former name: %d %q", got.status, got.body)
	}
}

// A client that makes up host names fills neither disk nor memory, and still gets a correct
// copy.
func TestOnlySoManyNamesAreRemembered(t *testing.T) {
	at := site(t, publish.SiteOptions{}, rooted())
	for i := range 100 {
		named := fmt.Sprintf("http://h%d", i)
		if got := ask(t, "GET", at+"/a.xml", "Host: "+strings.TrimPrefix(named, "http://")); got.body != named && got.body != at {
			t.Errorf("got %q", got.body)
		} else if i > 50 && got.body != at {
			t.Errorf("%s is remembered", named)
		}
	}
}
