package transport

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

const (
	onWeb    = "https://example.com/news/today/feed.xml?all=1"
	inFolder = "/srv/my feeds/50%/feed.xml"
	inBucket = "s3://bucket/news/feed.xml?endpoint=https%3A%2F%2Fh"
)

func TestWhatAReferenceMeans(t *testing.T) {
	for _, c := range []struct{ from, reference, want string }{
		{onWeb, "a.jpg", "https://example.com/news/today/a.jpg"},
		{onWeb, "\n\t a.jpg \r\n", "https://example.com/news/today/a.jpg"},
		{onWeb, "pro\nfiles/a.jpg", "https://example.com/news/today/profiles/a.jpg"},
		{onWeb, "./a.jpg", "https://example.com/news/today/a.jpg"},
		{onWeb, "../a.jpg", "https://example.com/news/a.jpg"},
		{onWeb, "../../../../a.jpg", "https://example.com/a.jpg"},
		{onWeb, "/a.jpg", "https://example.com/a.jpg"},
		{onWeb, "//media.example.com/a.jpg", "https://media.example.com/a.jpg"},
		{onWeb, "http://Other.example/a.jpg#top", "http://other.example/a.jpg"},
		{onWeb, "HTTPS://example.com:443/a.jpg", "https://example.com/a.jpg"},
		{onWeb, "feed://example.com/a.xml", "http://example.com/a.xml"},
		{onWeb, "s3://bucket/a.jpg", "s3://bucket/a.jpg"},
		{onWeb, "file:///etc/passwd", "/etc/passwd"}, // Allowed forbids it
		{onWeb, "", "https://example.com/news/today/feed.xml?all=1"},
		{onWeb, "#part", "https://example.com/news/today/feed.xml?all=1"},
		{onWeb, "?page=2", "https://example.com/news/today/feed.xml?page=2"},
		{onWeb, "a.jpg?size=1&x=y#z", "https://example.com/news/today/a.jpg?size=1&x=y"},
		{onWeb, "a b.jpg", "https://example.com/news/today/a%20b.jpg"},
		{onWeb, "a%20b.jpg", "https://example.com/news/today/a%20b.jpg"},
		{onWeb, "Küche.jpg", "https://example.com/news/today/K%C3%BCche.jpg"},
		{onWeb, "100%.jpg", "https://example.com/news/today/100%25.jpg"},
		{onWeb, "100%zz.jpg", "https://example.com/news/today/100%25zz.jpg"},
		{onWeb, "10:30.jpg", "https://example.com/news/today/10:30.jpg"},
		{onWeb, "café:1.jpg", "https://example.com/news/today/caf%C3%A9:1.jpg"},
		{onWeb, "a\x01b.jpg", "https://example.com/news/today/a%01b.jpg"},
		{onWeb, `a\b.jpg`, "https://example.com/news/today/a%5Cb.jpg"},

		{inFolder, "a.jpg", "/srv/my feeds/50%/a.jpg"},
		{inFolder, "a%20b.jpg", "/srv/my feeds/50%/a b.jpg"},
		{inFolder, "a b.jpg", "/srv/my feeds/50%/a b.jpg"},
		{inFolder, "K%C3%BCche/a.jpg", "/srv/my feeds/50%/Küche/a.jpg"},
		{inFolder, "100%.jpg", "/srv/my feeds/50%/100%.jpg"},
		{inFolder, "100%25.jpg", "/srv/my feeds/50%/100%.jpg"},
		{inFolder, "what%3F.jpg", "/srv/my feeds/50%/what?.jpg"},
		{inFolder, "a.jpg?size=1#x", "/srv/my feeds/50%/a.jpg"},
		{inFolder, "?q", "/srv/my feeds/50%/feed.xml"},
		{inFolder, "", "/srv/my feeds/50%/feed.xml"},
		{inFolder, "#part", "/srv/my feeds/50%/feed.xml"},
		{inFolder, "../../x", "/srv/x"},
		{inFolder, "../../../../../etc/passwd", "/etc/passwd"}, // Allowed, and Target.Within, forbid it
		{inFolder, "/a.jpg", "/a.jpg"},
		{inFolder, "file:///photos/a%20b.jpg", "/photos/a b.jpg"},
		{inFolder, "file:/photos/a.jpg", "/photos/a.jpg"},
		{inFolder, "FILE://localhost/photos/a.jpg", "/photos/a.jpg"},
		{inFolder, "~/a.jpg", "/srv/my feeds/50%/~/a.jpg"},
		{inFolder, "folder/", "/srv/my feeds/50%/folder"},
		{inFolder, "https://example.com/a.jpg", "https://example.com/a.jpg"},
		{inFolder, "%2e%2e/x", "/srv/my feeds/x"},
		{onWeb, "%2E%2e/x", "https://example.com/news/x"},

		{inBucket, "a.jpg", "s3://bucket/news/a.jpg?endpoint=https%3A%2F%2Fh"},
		{inBucket, "../a b.jpg", "s3://bucket/a%20b.jpg?endpoint=https%3A%2F%2Fh"},
		{inBucket, "/a.jpg?x=1", "s3://bucket/a.jpg?endpoint=https%3A%2F%2Fh"},
		{inBucket, "", inBucket},
		{inBucket, "#part", inBucket},
		{inBucket, "//other/a.jpg", "s3://other/a.jpg?endpoint=https%3A%2F%2Fh"},
		{inBucket, "https://example.com/a.jpg", "https://example.com/a.jpg"},
	} {
		got, err := Resolve(c.from, c.reference)
		if err != nil || got != c.want {
			t.Errorf("%q in %s: %q, %v; want %q", c.reference, c.from, got, err, c.want)
		}
	}
}

func TestReferencesThatMeanNothingHere(t *testing.T) {
	for _, c := range []struct {
		reference string
		want      error
	}{
		{"mailto:somebody@example.com", ErrScheme},
		{"javascript:alert(1)", ErrScheme},
		{"data:text/plain,x", ErrScheme},
		{"ftp://example.com/a.jpg", ErrScheme},
		{`C:\photos\a.jpg`, ErrScheme},
		{"https://member:hunter2@example.com/a.jpg", ErrPassword},
		{"//member:hunter2@example.com/a.jpg", ErrPassword},
		{"//member:hunter%2@example.com/a.jpg", ErrPassword},
		{"file://member:hunter2@localhost/a.jpg", ErrPassword},
		{"http:a.jpg", nil},
		{"http:/a.jpg", nil},
		{"http://", nil},
		{"//[::1/a.jpg", nil},
		{"file://elsewhere/a.jpg", nil},
		{"file:a.jpg", nil},
	} {
		for _, from := range []string{onWeb, inFolder, inBucket} {
			got, err := Resolve(from, c.reference)
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%q in %s: %q, %v; want the error %v", c.reference, from, got, err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter") {
				t.Errorf("the message repeats the password: %v", err)
			}
		}
	}
}

func TestNamesThatNoFileCanHaveAreRefused(t *testing.T) {
	for _, reference := range []string{"..%2f..%2fetc%2fpasswd", "a%00.jpg", "a%2Fb.jpg", "//elsewhere/a.jpg", "file://"} {
		if got, err := Resolve(inFolder, reference); err == nil {
			t.Errorf("%q is %q", reference, got)
		}
	}
}

// FuzzResolve checks that whatever a link contains, its address is canonical, and that
// messages do not contain anything before an at sign.
func FuzzResolve(f *testing.F) {
	for _, reference := range []string{"a.jpg", "../x", "//h/x", "http:x", "file:///a", "s3://b/k?region=x", "%2e%2e/%", "?q", "#f", "10:30", "a b ü", "//[::1]:80/", "feed:http://h"} {
		f.Add(reference)
	}
	f.Fuzz(func(t *testing.T, reference string) {
		for _, from := range []string{onWeb, inFolder, inBucket} {
			address, err := Resolve(from, reference)
			if err != nil {
				continue
			}
			if again, err := Parse(address); err != nil || again != address {
				t.Fatalf("%q in %s: %q, which is %q (%v) canonically", reference, from, address, again, err)
			}
			if KindOf(address) == Local && address != filepath.Clean(address) {
				t.Fatalf("%q in %s: %q", reference, from, address)
			}
		}
	})
}
