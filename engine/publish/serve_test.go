package publish_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/publish"
)

var servedNoon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// list is a feed that changes.
type list struct {
	mu       sync.Mutex
	text     string
	version  int
	writings int
	err      error
	// wait blocks writing until it is closed.
	wait chan struct{}
}

func (l *list) set(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = text
	l.version++
}

func (l *list) feed(name string) publish.ServedFeed {
	return publish.ServedFeed{
		Name: name, Type: "application/rss+xml; charset=utf-8",
		Version: func(context.Context) (string, time.Time, error) {
			l.mu.Lock()
			defer l.mu.Unlock()
			return fmt.Sprint(l.version), servedNoon.Add(time.Duration(l.version) * time.Second), nil
		},
		Write: func(ctx context.Context, _ string, to io.Writer) error {
			l.mu.Lock()
			l.writings++
			text, err, wait := l.text, l.err, l.wait
			l.mu.Unlock()
			if wait != nil {
				<-wait
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			_, writing := io.WriteString(to, text)
			return errors.Join(err, writing)
		},
	}
}

// site serves feeds until the test ends.
func site(t *testing.T, o publish.SiteOptions, feeds ...publish.ServedFeed) string {
	t.Helper()
	h := publish.NewSite(feeds, o)
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.Close()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.URL
}

// answer is the response to a request.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request with headers, each "Name: value".
func ask(t *testing.T, method, url string, headers ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Add(name, value)
	}
	// Without the default transport's settings, the client does not request gzip on its own.
	c := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	got, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{got.StatusCode, got.Header, string(body)}
}

func TestAFeedIsGivenAsItNowStands(t *testing.T) {
	l := &list{text: "<rss>one</rss>"}
	at := site(t, publish.SiteOptions{}, l.feed("Groceries é.desk.xml")) + "/Groceries%20%C3%A9.desk.xml"
	got := ask(t, "GET", at)
	if got.status != 200 || got.body != l.text || got.header.Get("Content-Type") != "application/rss+xml; charset=utf-8" {
		t.Errorf("%+v", got)
	}
	if got.header.Get("Last-Modified") != "Tue, 24 Nov 2026 12:00:00 GMT" || got.header.Get("Etag") == "" || got.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("headers %v", got.header)
	}
	l.set("<rss>two</rss>")
	if next := ask(t, "GET", at); next.body != "<rss>two</rss>" || next.header.Get("Etag") == got.header.Get("Etag") {
		t.Errorf("after a change: %+v", next)
	}
}

func TestHeadTellsTheSameWithoutTheFeed(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	get, head := ask(t, "GET", at), ask(t, "HEAD", at)
	if head.status != 200 || head.body != "" || head.header.Get("Content-Length") != "6" || head.header.Get("Etag") != get.header.Get("Etag") {
		t.Errorf("%+v", head)
	}
}

func TestWhatIsKnownIsNotGivenAgain(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	plain := ask(t, "GET", at).header.Get("Etag")
	packed := ask(t, "GET", at, "Accept-Encoding: gzip").header.Get("Etag")
	if plain == packed {
		t.Fatal("the compressed feed has the ETag of the plain one")
	}
	const since = "If-Modified-Since: Tue, 24 Nov 2026 12:00:00 GMT"
	for _, c := range []struct {
		headers []string
		want    int
	}{
		{[]string{"If-None-Match: " + plain}, 304},
		{[]string{`If-None-Match: "x", W/` + plain}, 304},
		{[]string{"If-None-Match: *"}, 304},
		{[]string{"If-None-Match: " + packed}, 200},
		{[]string{"If-None-Match: " + packed, "Accept-Encoding: gzip"}, 304},
		{[]string{since}, 304},
		{[]string{since, `If-None-Match: "x"`}, 200},
		{[]string{"If-Modified-Since: Tue, 24 Nov 2026 11:59:59 GMT"}, 200},
		{nil, 200},
	} {
		got := ask(t, "GET", at, c.headers...)
		if got.status != c.want || (c.want == 304) != (got.body == "") || got.header.Get("Etag") == "" {
			t.Errorf("%q: %+v, want %d", c.headers, got, c.want)
		}
	}
	l.set("<rss>new</rss>")
	if got := ask(t, "GET", at, "If-None-Match: "+plain); got.status != 200 {
		t.Errorf("after a change: %+v", got)
	}
}

// The store also changes when a feed without anything new is read.
func TestTheSameBytesInAnotherVersionAreKnown(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	before := ask(t, "GET", at).header
	l.set("<rss/>")
	got := ask(t, "GET", at, "If-None-Match: "+before.Get("Etag"))
	if got.status != 304 || l.writings != 2 {
		t.Errorf("%+v after %d writings", got, l.writings)
	}
	if got := ask(t, "GET", at); got.header.Get("Last-Modified") != before.Get("Last-Modified") {
		t.Errorf("%+v", got)
	}
}

func TestTheFeedIsCompressedForWhoeverAsks(t *testing.T) {
	l := &list{text: strings.Repeat("<item/>", 1000)}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	for accept, want := range map[string]string{
		"gzip": "gzip", "br, GZIP;q=0.5": "gzip", "*": "gzip", "deflate, *;q=0.1": "gzip",
		"": "", "br": "", "gzip;q=0": "", "gzip; q=0.0, *": "", "*;q=0": "", "identity": "", "gzip;q=x": "",
	} {
		got := ask(t, "GET", at, "Accept-Encoding: "+accept)
		text := got.body
		if want == "gzip" {
			if len(text) > 500 {
				t.Errorf("%q: %d bytes", accept, len(text))
			}
			z, err := gzip.NewReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			text = string(all)
		}
		if got.header.Get("Content-Encoding") != want || text != l.text {
			t.Errorf("%q: encoding %q, %d bytes", accept, got.header.Get("Content-Encoding"), len(text))
		}
	}
}

func TestNothingIsTaken(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml"))
	for _, method := range []string{"PUT", "POST", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "TRACE"} {
		for _, path := range []string{"/a.xml", "/", "/b.xml"} {
			if got := ask(t, method, at+path); got.status != 405 || got.header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %+v", method, path, got)
			}
		}
	}
}

func TestNothingButTheFeedsIsThere(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml"))
	for _, path := range []string{"/b.xml", "/a.xml/", "/../a.xml", "/%2e%2e/etc/passwd", "//a.xml", "/A.XML", "/a.xml%00"} {
		if got := ask(t, "GET", at+path); got.status != 404 {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if l.writings != 0 {
		t.Errorf("the feed was written %d times", l.writings)
	}
}

func TestTheIndexNamesTheFeedsAndNothingElse(t *testing.T) {
	l := &list{}
	at := site(t, publish.SiteOptions{}, l.feed(`Bert's <b>"list".xml`), l.feed("b.complete.xml"))
	got := ask(t, "GET", at+"/")
	want := `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>Feeds</title>
<link rel="alternate" type="application/rss&#43;xml" title="Bert&#39;s &lt;b&gt;&#34;list&#34;.xml" href="/Bert%27s%20%3Cb%3E%22list%22.xml">
<link rel="alternate" type="application/rss&#43;xml" title="b.complete.xml" href="/b.complete.xml">
</head>
<body>
<ul>
<li><a href="/Bert%27s%20%3Cb%3E%22list%22.xml">Bert&#39;s &lt;b&gt;&#34;list&#34;.xml</a></li>
<li><a href="/b.complete.xml">b.complete.xml</a></li>
</ul>
</body>
</html>
`
	if got.status != 200 || got.body != want {
		t.Errorf("%d %s", got.status, got.body)
	}
	names := []string{}
	for name := range got.header {
		names = append(names, name)
	}
	slices.Sort(names)
	if all := strings.Join(names, " "); all != "Content-Length Content-Security-Policy Content-Type Date X-Content-Type-Options" {
		t.Errorf("headers %s", all)
	}
	if got := ask(t, "HEAD", at+"/"); got.status != 200 || got.body != "" {
		t.Errorf("HEAD: %+v", got)
	}
}

func TestAHundredReadersCostOneWriting(t *testing.T) {
	l := &list{text: strings.Repeat("x", 1<<20), wait: make(chan struct{})}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			accept := []string{"gzip", "identity"}[i%2]
			if got := ask(t, "GET", at, "Accept-Encoding: "+accept); got.status != 200 || accept == "identity" && got.body != l.text {
				t.Errorf("%d, %d bytes", got.status, len(got.body))
			}
		})
	}
	time.Sleep(20 * time.Millisecond)
	close(l.wait)
	all.Wait()
	if l.writings != 1 {
		t.Errorf("it was written %d times", l.writings)
	}
}

// A reader during a change gets either the old or the new feed, never a mixture.
func TestAReaderIsNotDisturbedByChanges(t *testing.T) {
	text := func(i int) string { return strings.Repeat(fmt.Sprintf("%08d", i), 20_000) }
	l := &list{text: text(0)}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				got := ask(t, "GET", at)
				if len(got.body) != 160_000 || got.body != strings.Repeat(got.body[:8], 20_000) {
					t.Errorf("a mixture of %d bytes", len(got.body))
				}
			}
		})
	}
	for i := range 50 {
		l.set(text(i))
		time.Sleep(time.Millisecond)
	}
	all.Wait()
}

func TestAFeedThatCannotBeWrittenIsNotGivenInPart(t *testing.T) {
	l := &list{text: "<rss><item/>", err: errors.New("the disk of desk at /home/member is full")}
	var told []error
	at := site(t, publish.SiteOptions{Failed: func(err error) { told = append(told, err) }}, l.feed("a.xml")) + "/a.xml"
	got := ask(t, "GET", at)
	if got.status != 503 || strings.Contains(got.body, "item") || strings.Contains(got.body, "member") {
		t.Errorf("%+v", got)
	}
	if len(told) != 1 || !errors.Is(told[0], l.err) || !strings.Contains(told[0].Error(), "a.xml") {
		t.Errorf("told %v", told)
	}
	l.err = nil
	if got := ask(t, "GET", at); got.status != 200 {
		t.Errorf("once it can be written: %+v", got)
	}
}

// The reader whose request triggers writing the feed disconnects; the others get it anyway.
func TestOneWhoLeavesTakesNothingFromTheOthers(t *testing.T) {
	l := &list{text: "<rss/>", wait: make(chan struct{})}
	at := site(t, publish.SiteOptions{}, l.feed("a.xml")) + "/a.xml"
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		r, _ := http.NewRequestWithContext(ctx, "GET", at, nil)
		if a, err := http.DefaultClient.Do(r); err == nil {
			a.Body.Close()
		}
	}()
	time.Sleep(20 * time.Millisecond)
	leave()
	<-gone
	close(l.wait)
	if got := ask(t, "GET", at); got.status != 200 || got.body != "<rss/>" {
		t.Errorf("%+v", got)
	}
}
