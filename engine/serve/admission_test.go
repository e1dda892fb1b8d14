package serve_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/serve"
)

func signed(user, password string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}

func TestOnlyWhoKnowsThePasswordReads(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, serve.Options{User: "member", Password: "pass:wörd"}, l.feed("a.xml"))
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
		at := site(t, serve.Options{User: "member", Password: "word"}, l.feed("a.xml"))
		if got := ask(t, "GET", at+"/a.xml", signed(c[0], c[1])); got.status != 401 {
			t.Errorf("%q: %+v", c, got)
		}
	}
	at := site(t, serve.Options{User: "member"}, l.feed("a.xml"))
	if got := ask(t, "GET", at+"/a.xml", signed("member", "")); got.status != 401 {
		t.Errorf("a user without a password: %+v", got)
	}
}

func TestTryingPasswordsIsSlow(t *testing.T) {
	l := &list{text: "<rss/>"}
	at := site(t, serve.Options{User: "member", Password: "word"}, l.feed("a.xml")) + "/a.xml"
	begun := time.Now()
	for range 3 { // 0.1 s, 0.2 s and 0.4 s
		if got := ask(t, "GET", at, signed("member", "guess")); got.status != 401 {
			t.Errorf("%+v", got)
		}
	}
	if took := time.Since(begun); took < 600*time.Millisecond {
		t.Errorf("three wrong passwords took %v", took)
	}
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			got := ask(t, "GET", at, signed("member", fmt.Sprint(i)))
			mu.Lock()
			defer mu.Unlock()
			statuses[got.status]++
			if got.status == 429 && got.header.Get("Retry-After") == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	all.Wait()
	if statuses[401] > 2 || statuses[401]+statuses[429] != 20 {
		t.Errorf("of 20 guesses at once the answers are %v", statuses)
	}
	for got := (answer{}); got.status != 200; time.Sleep(50 * time.Millisecond) {
		if got = ask(t, "GET", at, signed("member", "word")); got.status != 200 && got.status != 429 {
			t.Fatalf("the right one: %+v", got)
		}
	}
	// After the right one, a wrong one takes 0.1 s again, and would take 0.8 s or more; where the
	// machine is busy, one of some does.
	shortest := time.Hour
	for range 20 {
		begun = time.Now()
		if got := ask(t, "GET", at, signed("member", "guess")); got.status != 401 {
			t.Errorf("after the right one, a wrong one: %+v", got)
		}
		if shortest = min(shortest, time.Since(begun)); shortest < 400*time.Millisecond {
			return
		}
		if got := ask(t, "GET", at, signed("member", "word")); got.status != 200 {
			t.Errorf("the right one: %+v", got)
		}
	}
	t.Errorf("after the right one, a wrong one took %v", shortest)
}

// A page of another site whose name leads to this computer reads nothing with the
// user's browser.
func TestWithoutAPasswordForeignNamesAreRefused(t *testing.T) {
	l := &list{text: "<rss/>"}
	open := site(t, serve.Options{}, l.feed("a.xml")) + "/a.xml"
	closed := site(t, serve.Options{User: "member", Password: "word"}, l.feed("a.xml")) + "/a.xml"
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
