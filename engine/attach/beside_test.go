package attach_test

import (
	"strings"
	"testing"

	"crossfeed/engine/attach"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

// Where a file is put is where its link leads to from the feed, whatever kind of place that
// is.
func TestAFileLiesWhereItsLinkLeads(t *testing.T) {
	a := record.Attached(hashOfHello, 5, "a.txt")
	for feed, want := range map[string]string{
		"/home/100% Grüße #1/Läden?.xml":                   "/home/100% Grüße #1/files/",
		"https://example.org/lists/a%20b.xml":              "https://example.org/lists/files/",
		"https://example.org/lists/a.xml?token=1":          "https://example.org/lists/files/",
		"https://example.org/a.xml":                        "https://example.org/files/",
		"s3://bucket/lists/a.xml":                          "s3://bucket/lists/files/",
		"s3://bucket/a.xml?endpoint=http://localhost:9000": "s3://bucket/files/?endpoint=http%3A%2F%2Flocalhost%3A9000",
	} {
		address, err := location.Parse(feed)
		if err != nil {
			t.Fatal(err)
		}
		if got := attach.FolderOf(address); got != want {
			t.Errorf("%s: files lie in %s, want %s", feed, got, want)
		}
		put := attach.At(address, a)
		read, err := location.Resolve(address, a.Link)
		if err != nil || put != read || !strings.Contains(put, a.File()) {
			t.Errorf("%s: put at %s, read at %s, %v", feed, put, read, err)
		}
	}
}
