package web

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"crossfeed/engine/transport"
)

// leading is a server on which each path redirects as specified, such as "301 /feed", and
// /feed is the document.
func leading(t *testing.T, leads map[string]string) string {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		var to string
		if _, err := fmt.Sscanf(leads[r.URL.Path], "%d %s", &status, &to); err != nil {
			_, _ = io.WriteString(w, feed)
			return
		}
		w.Header().Set("Location", to)
		w.WriteHeader(status)
	}).URL
}

func TestRedirectsAreFollowedAndRememberedOnlyWhereAllAreForGood(t *testing.T) {
	for name, c := range map[string]struct {
		leads map[string]string
		moved string
	}{
		"nowhere":                 {nil, ""},
		"301":                     {map[string]string{"/": "301 /feed"}, "/feed"},
		"308":                     {map[string]string{"/": "308 /feed"}, "/feed"},
		"302":                     {map[string]string{"/": "302 /feed"}, ""},
		"303":                     {map[string]string{"/": "303 /feed"}, ""},
		"307":                     {map[string]string{"/": "307 /feed"}, ""},
		"301 and 308":             {map[string]string{"/": "301 /a", "/a": "308 /feed"}, "/feed"},
		"301, then 302":           {map[string]string{"/": "301 /a", "/a": "302 /feed"}, ""},
		"302, then 301":           {map[string]string{"/": "302 /a", "/a": "301 /feed"}, ""},
		"with a fragment":         {map[string]string{"/": "301 /feed#part"}, "/feed"},
		"a reference beside":      {map[string]string{"/": "301 feed?a=1"}, "/feed?a=1"},
		"ten, which is the limit": {chain(10), "/feed"},
	} {
		t.Run(name, func(t *testing.T) {
			address := leading(t, c.leads)
			want := c.moved
			if want != "" {
				want = address + want
			}
			response, got := mustRead(t, newClient(t, Options{}), at(address+"/"))
			if led := len(c.leads) > 0; got != feed || led != strings.HasPrefix(response.At, address+"/feed") {
				t.Errorf("got %q, answered at %q", got, response.At)
			}
			if response.Moved != want {
				t.Errorf("got %q, moved to %q, want %q", got, response.Moved, want)
			}
		})
	}
}

// chain redirects from / to /feed in n steps.
func chain(n int) map[string]string {
	leads := map[string]string{}
	from := "/"
	for i := range n - 1 {
		to := fmt.Sprintf("/%d", i)
		leads[from], from = "301 "+to, to
	}
	leads[from] = "301 /feed"
	return leads
}

func TestRedirectsThatLeadNowhereAreSaid(t *testing.T) {
	for name, c := range map[string]struct {
		leads   map[string]string
		trouble transport.Trouble
		says    string
	}{
		"to itself":        {map[string]string{"/": "302 /"}, transport.Redirects, "redirects in a circle"},
		"round":            {map[string]string{"/": "302 /a", "/a": "302 /b", "/b": "302 /a"}, transport.Redirects, "redirects in a circle"},
		"more than ten":    {chain(11), transport.Redirects, "more than 10 redirects"},
		"to no address":    {map[string]string{"/": "302 http://[::1"}, transport.Redirects, "without an address"},
		"to a file":        {map[string]string{"/": "302 file:///etc/passwd"}, transport.Forbids, "file"},
		"to another thing": {map[string]string{"/": "302 ftp://127.0.0.1/"}, transport.Forbids, "file"},
	} {
		t.Run(name, func(t *testing.T) {
			e := troubled(t, newClient(t, Options{}), at(leading(t, c.leads)+"/"))
			if e.Trouble != c.trouble || !strings.Contains(e.Error(), c.says) {
				t.Errorf("got %v", e)
			}
		})
	}
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) }).URL
	if e := troubled(t, newClient(t, Options{}), at(address)); e.Trouble != transport.Redirects {
		t.Errorf("without Location: got %v", e)
	}
}

func TestConditionsAreSentToWhereItLeads(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			http.Redirect(w, r, "/feed", http.StatusMovedPermanently)
		case r.Header.Get("If-None-Match") == `"1"`:
			w.WriteHeader(http.StatusNotModified)
		}
	}).URL
	r := at(address + "/")
	r.Known = transport.Known{ETag: `"1"`, Hash: "h", Whole: noon}
	response, _ := mustRead(t, newClient(t, Options{}), r)
	if !response.Unchanged || response.Moved != address+"/feed" {
		t.Errorf("got %+v", response)
	}
}

func TestAuthorizationIsNeverSentToAnotherServer(t *testing.T) {
	var shown string
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		shown = r.Header.Get("Authorization")
		_, _ = io.WriteString(w, feed)
	})
	home := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") == "":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/":
			http.Redirect(w, r, "/here", http.StatusFound)
		case r.URL.Path == "/here":
			http.Redirect(w, r, other.URL, http.StatusFound)
		}
	})
	c := newClient(t, Options{Passwords: passwords{home.URL + " desk": "secret", other.URL + " desk": "another secret"}})
	for _, scheme := range []string{"basic", "bearer"} {
		shown = "nothing"
		r := at(home.URL + "/")
		r.Access = transport.Access{User: "desk", Scheme: scheme}
		if _, got := mustRead(t, c, r); got != feed || shown != "" {
			t.Errorf("%s: the other server was shown %q", scheme, shown)
		}
	}
}

func TestWhatAFeedNamesElsewhereGetsNoneOfItsPasswords(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("the password was sent")
		}
		_, _ = io.WriteString(w, feed)
	}).URL
	r := at(address)
	r.From, r.Access = "http://127.0.0.1:1/feed.xml", transport.Access{User: "desk", Scheme: "basic"}
	c := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
	if _, got := mustRead(t, c, r); got != feed {
		t.Errorf("got %q", got)
	}
}

func TestAServerIsTheSameHoweverARedirectWritesIt(t *testing.T) {
	for reference, want := range map[string]string{
		"HTTP://Feeds.Example:80/a":  "http://feeds.example/a",
		"https://feeds.example:443/": "https://feeds.example/",
		"https://feeds.example:80/":  "https://feeds.example:80/",
		"//FEEDS.example/A?B#C":      "http://feeds.example/A?B",
	} {
		from, _ := url.Parse("http://feeds.example/")
		if got, err := destination(from, reference); err != nil || got.String() != want {
			t.Errorf("%s: got %v, %v, want %s", reference, got, err, want)
		}
	}
}

func TestUsersInARedirectAreDropped(t *testing.T) {
	var address string
	address = serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Location", strings.Replace(address, "//", "//desk:secret@", 1)+"/feed")
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		if r.Header.Get("Authorization") != "" {
			t.Error("what a redirect says was believed")
		}
	}).URL
	if response, _ := mustRead(t, newClient(t, Options{}), at(address+"/")); response.Moved != address+"/feed" {
		t.Errorf("moved to %q", response.Moved)
	}
}
