package transport_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

func TestAPlaceRemembersWhetherItIsAFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.xml")
	for typed, want := range map[string]string{
		dir:                            dir + "/",
		dir + "/":                      dir + "/",
		"file://" + dir:                dir + "/",
		file:                           file,
		"/":                            "/",
		"HTTP://Example.com/lists/":    "http://example.com/lists/",
		"https://example.com/a.xml":    "https://example.com/a.xml",
		"s3://bucket/lists/?region=eu": "s3://bucket/lists/?region=eu",
	} {
		if got, err := transport.PlaceAt(transport.Disk{}, typed); err != nil || got != want {
			t.Errorf("PlaceAt(%q) = %q, %v; want %q", typed, got, err, want)
		}
	}
	if _, err := transport.PlaceAt(transport.Disk{}, dir+"/gone/"); trouble(err) != transport.NotFound || !strings.Contains(err.Error(), "create it") {
		t.Errorf("a folder that is not there: %v, want the remedy", err)
	}
	if _, err := transport.PlaceAt(transport.Disk{}, "ftp://example.com/"); !errors.Is(err, transport.ErrScheme) {
		t.Errorf("got %v, want ErrScheme", err)
	}
}

func TestAFolderOfAnyKindGivesEachEndpointItsOwnFile(t *testing.T) {
	for place, want := range map[string]string{
		"/shared/":             "/shared/Groceries.desk.opml",
		"/shared/a.xml":        "/shared/a.xml",
		"https://h/lists/":     "https://h/lists/Groceries.desk.opml",
		"https://h/a.xml":      "https://h/a.xml",
		"s3://b/l/?region=eu":  "s3://b/l/Groceries.desk.opml?region=eu",
		"s3://b/a?region=eu":   "s3://b/a?region=eu",
		"https://h/?feed=rss2": "https://h/?feed=rss2",
	} {
		if got := transport.OwnAddress(place, "Groceries", "desk", transport.OPML); got != want {
			t.Errorf("at %q: %q, want %q", place, got, want)
		}
	}
}

// listing are places with the given names in every folder.
type listing struct {
	transport.Places
	names []string
	err   error
}

func (l listing) Names(context.Context, transport.Target) ([]string, error) { return l.names, l.err }

func TestASubscriptionToAFolderReadsEveryOthersFeedOfTheSet(t *testing.T) {
	dir := t.TempDir()
	names := []string{"Groceries.desk.xml", "Groceries.phone.complete.xml", "Groceries.phone.xml", "Work.phone.xml"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	disk := transport.OnDisk{Files: transport.Disk{}}
	notFolder, forbidden := listing{err: transport.ErrNotFolder}, listing{err: &transport.Error{Trouble: transport.SignIn}}
	phone := filepath.Join(dir, "Groceries.phone.xml")
	for _, c := range []struct {
		address string
		places  transport.Places
		want    []string
		fails   bool
	}{
		{dir, disk, []string{phone}, false},
		{dir + "/", disk, []string{phone}, false},
		{phone, disk, []string{phone}, false},
		{dir + "/gone.xml", disk, []string{dir + "/gone.xml"}, false},
		{dir + "/gone/", disk, nil, true},
		{"https://h/lists/", listing{names: names}, []string{"https://h/lists/Groceries.phone.xml"}, false},
		{"https://h/feed/", notFolder, []string{"https://h/feed/"}, false},
		{"https://h/lists/", forbidden, nil, true},
		{"https://h/lists", forbidden, []string{"https://h/lists"}, false},
		{"s3://b/l/?region=eu", listing{names: names}, []string{"s3://b/l/Groceries.phone.xml?region=eu"}, false},
		{"s3://b/a.xml", forbidden, []string{"s3://b/a.xml"}, false},
	} {
		got, _, err := transport.FeedsIn(t.Context(), c.places, transport.Target{Address: c.address}, "Groceries", "desk")
		if (err != nil) != c.fails || !slices.Equal(got, c.want) {
			t.Errorf("in %q: %q, %v; want %q", c.address, got, err, c.want)
		}
	}
}

func TestAFeedIsTheSameOneWhereverItsFolderLies(t *testing.T) {
	for _, c := range []struct{ at, address, want string }{
		{"/shared/a.xml", "/shared/a.xml", ""},
		{"https://h/a.complete.xml", "https://h/a.complete.xml", ""},
		{"/shared", "/shared/Groceries.phone.xml", "Groceries.phone.xml"},
		{"/shared/", "/shared/Groceries.phone.xml", "Groceries.phone.xml"},
		{"https://h/lists/", "https://h/lists/Groceries.phone.xml", "Groceries.phone.xml"},
		{"https://h/lists/", "https://h/lists/Caf%C3%A9%2520a.phone.opml", "Café%20a.phone.opml"},
		{"s3://b/l/?region=eu", "s3://b/l/Groceries.phone.xml?region=eu", "Groceries.phone.xml"},
		{"/shared", "/shared/Groceries.phone.complete.xml", "Groceries.phone.xml"},
		{"/shared", "/shared/Plans.phone.complete.OPML", "Plans.phone.OPML"},
		// Where case matters, both may exist.
		{"/shared", "/shared/Groceries.phone.COMPLETE.xml", "Groceries.phone.COMPLETE.xml"},
		{"/shared", "/shared/Groceries.incomplete.xml", "Groceries.incomplete.xml"},
		{"/shared", "/shared/complete", "complete"},
	} {
		if got := transport.FileIn(c.at, c.address); got != c.want {
			t.Errorf("FileIn(%q, %q) = %q, want %q", c.at, c.address, got, c.want)
		}
	}
}

func TestADocumentIsReadWholeOnceADayAtLeast(t *testing.T) {
	known := func(ago time.Duration) transport.Known {
		return transport.Known{ETag: `"1"`, Hash: hashOf("x"), Whole: noon.Add(-ago)}
	}
	for name, c := range map[string]struct {
		request transport.Request
		want    bool
	}{
		"read just now":              {transport.Request{Known: known(0)}, true},
		"read within a day":          {transport.Request{Known: known(24*time.Hour - 1)}, true},
		"read a day ago":             {transport.Request{Known: known(24 * time.Hour)}, false},
		"read when the clock was on": {transport.Request{Known: known(-time.Hour)}, false},
		"never read":                 {transport.Request{}, false},
		"a person wants the whole":   {transport.Request{Known: known(0), Whole: true}, false},
		"nothing to compare with":    {transport.Request{Known: transport.Known{ETag: `"1"`, Whole: noon}}, false},
	} {
		c.request.Now = noon
		if got := c.request.Conditional(); got != c.want {
			t.Errorf("%s: asked on a condition: %t, want %t", name, got, c.want)
		}
	}
}
