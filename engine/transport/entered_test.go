package transport_test

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"crossfeed/engine/transport"
)

// What a person types without a scheme is the path of a file, or else a server: a publicly
// registered name, one of the local network, an IP address, or anything with a port.
func TestALocationWithoutASchemeIsAFileOrAServer(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"example.net", "example.info/lists", "10.0.0.1", "nas:80"} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("example.com", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	path := func(name string) string {
		path, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	for location, want := range map[string]string{
		"example.org/feed.xml":        "https://example.org/feed.xml",
		" Example.ORG ":               "https://example.org/",
		"example.org:8443/a?b=c#d":    "https://example.org:8443/a?b=c",
		"example.org?a=b":             "https://example.org/?a=b",
		"feed:example.org/feed.xml":   "https://example.org/feed.xml",
		"me.github.io/feed.xml":       "https://me.github.io/feed.xml",
		"www.example.co.uk/feed.xml":  "https://www.example.co.uk/feed.xml",
		"müller.de/feed.xml":          "https://xn--mller-kva.de/feed.xml",
		"http://example.org/feed.xml": "http://example.org/feed.xml",
		"example.com":                 path("example.com"),
		"example.net/missing.xml":     path("example.net/missing.xml"),
		"example.info/lists/a.xml":    path("example.info/lists/a.xml"),
		"./example.org/feed.xml":      path("example.org/feed.xml"),
		"/example.org/feed.xml":       "/example.org/feed.xml",
		"Groceries.xml":               path("Groceries.xml"),
		"my.lists/Groceries.xml":      path("my.lists/Groceries.xml"),
		"a b.org/feed.xml":            path("a b.org/feed.xml"),
		"co.uk/feed.xml":              path("co.uk/feed.xml"),
		"me@example.org/feed.xml":     path("me@example.org/feed.xml"),
		"example.org:x/feed.xml":      path("example.org:x/feed.xml"),
		"192.168.1.5/feed.xml":        "https://192.168.1.5/feed.xml",
		"192.168.1.5:8080":            "https://192.168.1.5:8080/",
		"localhost/feed.xml":          "https://localhost/feed.xml",
		"localhost:8080/x":            "https://localhost:8080/x",
		"NAS.local/feed.xml":          "https://nas.local/feed.xml",
		"disk.nas.lan":                "https://disk.nas.lan/",
		"nas.home.arpa/feed.xml":      "https://nas.home.arpa/feed.xml",
		"nas:8080/feed":               "https://nas:8080/feed",
		"10.0.0.1/feed.xml":           path("10.0.0.1/feed.xml"),
		"nas:80/feed.xml":             path("nas:80/feed.xml"),
		"nas/feed.xml":                path("nas/feed.xml"),
		"localhost.xml":               path("localhost.xml"),
		".local/share/feed.xml":       path(".local/share/feed.xml"),
		"1.2.3/feed.xml":              path("1.2.3/feed.xml"),
		":8080/feed.xml":              path(":8080/feed.xml"),
	} {
		if got, err := transport.Entered(transport.Disk{}, location); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", location, got, err, want)
		}
	}
}

// http is a last resort for a location without a scheme: only if https gets no answer at all.
func TestHTTPIsTriedOnlyWithoutASchemeAndWithoutAnAnswer(t *testing.T) {
	refused := &transport.Error{Trouble: transport.Refused}
	for _, c := range []struct {
		location string
		err      error
		want     string
	}{
		{" Example.org/feed.xml", refused, "http://example.org/feed.xml"},
		{"example.org:8080/feed.xml", fmt.Errorf("wrapped: %w", &transport.Error{Trouble: transport.Timeout}), "http://example.org:8080/feed.xml"},
		{"example.org", &transport.Error{Err: tls.RecordHeaderError{}}, "http://example.org/"},
		{"example.org", nil, ""},
		{"example.org", &transport.Error{Trouble: transport.Certificate}, ""},
		{"example.org", &transport.Error{Trouble: transport.NotFound}, ""},
		{"nas:8080/feed.xml", refused, "http://nas:8080/feed.xml"},
		{"https://example.org", refused, ""},
		{"Groceries.xml", refused, ""},
		{"http:8080/feed.xml", refused, ""},
	} {
		if got := transport.Unencrypted(c.location, c.err); got != c.want {
			t.Errorf("%q after %v: got %q, want %q", c.location, c.err, got, c.want)
		}
	}
}
