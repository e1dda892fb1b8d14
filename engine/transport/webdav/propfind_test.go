package webdav_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// response returns an entry of a listing.
func response(href, kind string) string {
	return `<D:response><D:href>` + href + `</D:href><D:propstat><D:prop><D:resourcetype>` + kind +
		`</D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
}

func listing(entries ...string) string {
	return `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">` + strings.Join(entries, "") + `</D:multistatus>`
}

// names lists the folder "/my lists/" of a server with the given response.
func names(t *testing.T, status int, answer func(host string) string) ([]string, error) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b, err := io.ReadAll(r.Body); err != nil || r.Header.Get("Depth") != "1" || !strings.Contains(string(b), "resourcetype") {
			t.Errorf("asked with depth %q: %s, %v", r.Header.Get("Depth"), b, err)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer(r.Host))
	}))
	defer s.Close()
	return webdav.New(client(t, web.Options{})).Names(t.Context(), transport.Target{Address: s.URL + "/my%20lists/"})
}

// TestWhatServersListInAFolder has the forms of RFC 4918 §8.3, and invalid ones.
func TestWhatServersListInAFolder(t *testing.T) {
	const folder = "<D:collection/>"
	for name, c := range map[string]struct {
		entry string
		want  string
	}{
		"a path":                               {response("/my%20lists/a.xml", ""), "a.xml"},
		"a whole address":                      {response("http://HOST/my%20lists/a.xml", ""), "a.xml"},
		"a whole address of what is before it": {response("https://127.0.0.1:1/my%20lists/a.xml", ""), "a.xml"},
		"the server's name behind a proxy":     {response("http://internal:8080/my%20lists/a.xml", ""), "a.xml"},
		"a whole address elsewhere":            {response("http://example.com/other/a.xml", ""), ""},
		"not escaped":                          {response("/my lists/a b.xml", ""), "a b.xml"},
		"escaped more than need be":            {response("/my%20%6Cists/%61.xml", ""), "a.xml"},
		"an escaped percent sign":              {response("/my%20lists/a%252Fb.xml", ""), "a%2Fb.xml"},
		"relative":                             {response("a.xml", ""), "a.xml"},
		"white space around it":                {response("\n /my%20lists/a.xml\n", ""), "a.xml"},
		"the folder itself":                    {response("/my%20lists/", folder), ""},
		"the folder itself, said to be a file": {response("/my%20lists/", ""), ""},
		"a folder in it":                       {response("/my%20lists/sub/", folder), ""},
		"a folder in it, without a slash":      {response("/my%20lists/sub", folder), ""},
		"what lies deeper":                     {response("/my%20lists/sub/a.xml", ""), ""},
		"what lies beside it":                  {response("/other/a.xml", ""), ""},
		"what leads out of it":                 {response("/my%20lists/..%2Fa.xml", ""), ""},
		"the folder around it":                 {response("/my%20lists/%2E%2E", ""), ""},
		"no address":                           {response("http://%zz/", ""), ""},
		"something else":                       {`<D:responsedescription>all of it</D:responsedescription>`, ""},
		"a response of another language":       {`<x:response xmlns:x="urn:x"><x:href>/my%20lists/a.xml</x:href></x:response>`, ""},
		"no property, because it knows none":   {`<D:response><D:href>/my%20lists/a.xml</D:href><D:status>HTTP/1.1 200 OK</D:status></D:response>`, "a.xml"},
	} {
		got, err := names(t, http.StatusMultiStatus, func(host string) string {
			return listing(strings.ReplaceAll(c.entry, "HOST", host), response("/my%20lists/z.xml", ""), response("/my%20lists/z.xml", ""))
		})
		want := []string{"z.xml"}
		if c.want != "" {
			want = []string{c.want, "z.xml"}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
}

func TestAnswersThatAreNoListing(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		answer string
		want   transport.Trouble
		// readable reports whether reading the address itself may still work.
		readable bool
	}{
		"a page, because it knows no PROPFIND": {200, "<html>", transport.Other, true},
		"405":                                  {405, "", transport.NoWriting, true},
		"501":                                  {501, "", transport.NoWriting, true},
		"404":                                  {404, "", transport.NotFound, true},
		"403":                                  {403, "", transport.Forbidden, true},
		"400":                                  {400, "", transport.Other, true},
		"401":                                  {401, "", transport.SignIn, false},
		"429":                                  {429, "", transport.TooMany, false},
		"503":                                  {503, "", transport.Unavailable, false},
		"a listing that breaks off":            {207, strings.TrimSuffix(listing(response("/my%20lists/a.xml", "")), "</D:multistatus>"), transport.BrokenOff, false},
		"nothing at all":                       {207, "", transport.BrokenOff, false},
		"another document":                     {207, "<feed/>", transport.BrokenOff, false},
	} {
		got, err := names(t, c.status, func(string) string { return c.answer })
		if trouble(err) != c.want || errors.Is(err, transport.ErrNotFolder) != c.readable || len(got) > 0 {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestAListingWithoutAnEndIsGivenUp(t *testing.T) {
	_, err := names(t, http.StatusMultiStatus, func(string) string {
		var b strings.Builder
		for i := range 100_001 {
			b.WriteString(response(fmt.Sprintf("/my%%20lists/%d.xml", i), ""))
		}
		return listing(b.String())
	})
	if err == nil || !strings.Contains(err.Error(), "100000") {
		t.Errorf("%v", err)
	}
}

func TestWhoCanReadIsAskedWithoutSigningIn(t *testing.T) {
	for status, want := range map[int]transport.Audience{
		http.StatusOK:                  transport.Everyone,
		http.StatusNotFound:            transport.Everyone,
		http.StatusGone:                transport.Everyone,
		http.StatusUnauthorized:        transport.SignedIn,
		http.StatusForbidden:           transport.SignedIn,
		http.StatusFound:               transport.Unknown,
		http.StatusMethodNotAllowed:    transport.Unknown,
		http.StatusInternalServerError: transport.Unknown,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodHead || r.Header.Get("Authorization") != "" {
				t.Errorf("%s with the proof %q", r.Method, r.Header.Get("Authorization"))
			}
			if r.URL.Path == "/login" {
				return
			}
			w.Header().Set("Location", "/login")
			w.WriteHeader(status)
		}))
		for _, address := range []string{s.URL + "/a.xml", s.URL + "/lists/"} {
			target := signedIn(address)
			target.Access.Scheme = "basic"
			got, err := webdav.New(client(t, web.Options{Passwords: neverAsked{t}})).Readers(t.Context(), target)
			if err != nil || got.Who != want || got.Detail == "" {
				t.Errorf("%d: %+v, %v; want %d", status, got, err, want)
			}
		}
		s.Close()
	}
	_, err := webdav.New(client(t, web.Options{})).Readers(t.Context(), transport.Target{Address: "http://127.0.0.1:1/a.xml"})
	mustBe(t, err, transport.Refused)
}
