package transport

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTheCanonicalFormOfALocation(t *testing.T) {
	for typed, want := range map[string]string{
		"/feeds/a.xml":                               "/feeds/a.xml",
		"/feeds/":                                    "/feeds",
		"file:///feeds/my%20list.xml":                "/feeds/my list.xml",
		"/feeds/ends in a space ":                    "/feeds/ends in a space ",
		" https://example.com/a.xml\n":               "https://example.com/a.xml",
		"HTTP://Example.COM/A.xml":                   "http://example.com/A.xml",
		"http://example.com":                         "http://example.com/",
		"http://example.com:80/a":                    "http://example.com/a",
		"https://example.com:443/a":                  "https://example.com/a",
		"https://example.com:80/a":                   "https://example.com:80/a",
		"http://example.com/a/../b/./c.xml#top":      "http://example.com/b/c.xml",
		"http://example.com/../../etc":               "http://example.com/etc",
		"http://example.com/a/%2e%2E/b":              "http://example.com/b",
		"http://example.com/a//b":                    "http://example.com/a//b",
		"http://example.com/lists/":                  "http://example.com/lists/",
		"http://example.com/%7euser/%2f%c3%a4":       "http://example.com/~user/%2F%C3%A4",
		"https://example.com/my list.xml":            "https://example.com/my%20list.xml",
		"https://example.com/Einkäufe.xml":           "https://example.com/Eink%C3%A4ufe.xml",
		"https://BÜCHER.example/a":                   "https://xn--bcher-kva.example/a",
		"http://my_nas:8080/a":                       "http://my_nas:8080/a",
		"http://[::1]:8080/a":                        "http://[::1]:8080/a",
		"https://example.com/@member/feed":           "https://example.com/@member/feed",
		"https://example.com/a?b=2&a=1#x":            "https://example.com/a?b=2&a=1",
		"https://example.com/a?q=ä b":                "https://example.com/a?q=%C3%A4%20b",
		"feed://example.com/a.xml":                   "http://example.com/a.xml",
		"feed:https://example.com/a.xml":             "https://example.com/a.xml",
		"s3://Bucket/a/../b.xml":                     "s3://Bucket/a/../b.xml",
		"s3://bucket":                                "s3://bucket/",
		"S3://bucket/a?region=eu-1&endpoint=H:9000/": "s3://bucket/a?endpoint=https%3A%2F%2Fh%3A9000&region=eu-1",
		"s3://bucket/a?endpoint=http://H":            "s3://bucket/a?endpoint=http%3A%2F%2Fh",
	} {
		got, err := Parse(typed)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", typed, got, err, want)
		}
		if again, err := Parse(got); err != nil || again != got {
			t.Errorf("Parse(%q) = %q, %v; it is not canonical", got, again, err)
		}
	}
}

// A file or folder may have the name of a scheme.
func TestALocationWithTheNameOfASchemeIsAPath(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{"s3", "http", "https", "HTTP", "s3/", "file", "feed"} {
		got, err := Parse(typed)
		if want := filepath.Join(here, typed); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", typed, got, err, want)
		}
		if kind := KindOf(typed); kind != Local {
			t.Errorf("KindOf(%q) = %v", typed, kind)
		}
	}
}

func TestAPasswordInALocationIsRefusedAndNotRepeated(t *testing.T) {
	for _, typed := range []string{
		"https://member:hunter2@example.com/a.xml",
		"https://member:hunter2/@example.com/a.xml",
		"https://member:hunter%2@example.com/",
		"https://hunter2@example.com/",
		"feed://member:hunter2@example.com/a.xml",
		"s3://member:hunter2@bucket/key",
		"s3://bucket/key?endpoint=https://member:hunter2@example.com",
		"s3://bucket/key?endpoint=https%3A%2F%2Fmember%3Ahunter2%40example.com",
	} {
		_, err := Parse(typed)
		if !errors.Is(err, ErrPassword) {
			t.Errorf("Parse(%q): %v, want ErrPassword", typed, err)
		}
		if text := err.Error(); strings.Contains(text, "hunter") {
			t.Errorf("the message repeats the password: %s", text)
		}
	}
	if _, err := Path("http://member:hunter2@example.com/a"); strings.Contains(err.Error(), "hunter") {
		t.Errorf("the message repeats the password: %v", err)
	}
}

func TestLocationsThatLeadNowhere(t *testing.T) {
	for typed, want := range map[string]error{
		"ftp://example.com/a.xml":          ErrScheme,
		"webdav+x://h/a":                   ErrScheme,
		"s3://bucket/key?endpoint=ftp://h": ErrScheme,
		"":                                 nil,
		"http://":                          nil,
		"https:///a.xml":                   nil,
		"https://example.com:port/":        nil,
		"https://exa mple.com/":            nil,
		"s3:///key":                        nil,
		"s3://bucket/key?a=%zz":            nil,
		"s3://bucket/key?secret=hunter2":   nil,
		"https:/example.com/feed.xml":      nil,
		" HTTP:example.com":                nil,
		"s3:/bucket/key":                   nil,
	} {
		got, err := Parse(typed)
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("Parse(%q) = %q, %v; want the error %v", typed, got, err, want)
		}
	}
}

func TestWhatAnAddressIs(t *testing.T) {
	for address, want := range map[string]struct {
		kind   Kind
		folder bool
		name   string
		place  string
	}{
		"/feeds/a.xml":                            {Local, false, "a.xml", ""},
		"/feeds/":                                 {Local, true, "feeds", ""},
		"http://example.com/a.xml":                {Web, false, "a.xml", "http://example.com"},
		"https://example.com:81/my%20lists/":      {Web, true, "my lists", "https://example.com:81"},
		"https://example.com/?feed=rss2":          {Web, false, "/", "https://example.com"},
		"s3://bucket/a.xml":                       {Storage, false, "a.xml", "s3://bucket"},
		"s3://bucket/a/?endpoint=https%3A%2F%2Fh": {Storage, true, "a", "s3://bucket?endpoint=https://h"},
	} {
		if got := KindOf(address); got != want.kind {
			t.Errorf("KindOf(%q) = %v", address, got)
		}
		if got := IsFolder(address); got != want.folder {
			t.Errorf("IsFolder(%q) = %v", address, got)
		}
		if got := Name(address); got != want.name {
			t.Errorf("Name(%q) = %q", address, got)
		}
		if got := PlaceOf(address); got != want.place {
			t.Errorf("PlaceOf(%q) = %q", address, got)
		}
	}
}

func TestFilesInAFolderAndBesideOneAnother(t *testing.T) {
	const name = "Einkäufe %2F.desk.xml"
	for folder, want := range map[string]string{
		"/feeds/":                          "/feeds/" + name,
		"http://h/lists/":                  "http://h/lists/Eink%C3%A4ufe%20%252F.desk.xml",
		"s3://b/?endpoint=https%3A%2F%2Fh": "s3://b/Eink%C3%A4ufe%20%252F.desk.xml?endpoint=https%3A%2F%2Fh",
	} {
		got := Join(folder, name)
		if got != want || Name(got) != name {
			t.Errorf("Join(%q) = %q with the name %q; want %q", folder, got, Name(got), want)
		}
		if again, err := Parse(got); err != nil || again != got {
			t.Errorf("%q is not canonical: %q, %v", got, again, err)
		}
		if beside := Sibling(Join(folder, "b.xml"), name); beside != want {
			t.Errorf("beside b.xml: %q, want %q", beside, want)
		}
	}
	if got := Sibling("http://h/a.xml?version=2", "b.xml"); got != "http://h/b.xml" {
		t.Errorf("a document's query went over to the one beside it: %q", got)
	}
}

func TestANameInAFolderNeverLeavesIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := FileName(rapid.String().Draw(t, "set"), rapid.String().Draw(t, "endpoint"), XML)
		for _, folder := range []string{"http://h/lists/", "s3://b/lists/?region=x"} {
			address := Join(folder, name)
			if Name(address) != name || Sibling(address, "x") != Join(folder, "x") {
				t.Fatalf("%q in %q became %q", name, folder, address)
			}
		}
	})
}

func TestTheNameOfTheCompleteFeed(t *testing.T) {
	for address, want := range map[string]string{
		filepath.Join("/feeds", "Groceries.desk.xml"): "Groceries.desk.complete.xml",
		"https://h/a/Groceries.desk.opml":             "Groceries.desk.complete.opml",
		"https://h/my%20list.xml?x=a.b":               "my list.complete.xml",
		"s3://b/feed":                                 "feed.complete.xml",
	} {
		if got := CompleteName(address); got != want {
			t.Errorf("CompleteName(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestWhereAFeedMayLead(t *testing.T) {
	for _, c := range []struct {
		from, to string
		allowed  bool
	}{
		{"", "/etc/passwd", true},
		{"", "http://192.168.1.2/", true},
		{"/feeds/a.xml", "/feeds/a.complete.xml", true},
		{"/feeds/a.xml", "/feeds/sub/a.xml", false},
		{"/feeds/a.xml", "/etc/passwd", false},
		{"/feeds/a.xml", "https://h/a.xml", true},
		{"http://h/a.xml", "/feeds/a.xml", false},
		{"https://h/a.xml", "https://other/a.xml", true},
		{"https://h/a.xml", "http://h/a.xml", false},
		{"http://h/a.xml", "https://h/a.xml", true},
		{"http://h/a.xml", "s3://b/a.xml", false},
		{"s3://b/a.xml", "s3://b/c.xml", true},
		{"s3://b/a.xml", "s3://c/c.xml", false},
		{"s3://b/a.xml", "s3://b/a.xml?endpoint=https%3A%2F%2Fh", false},
		{"s3://b/a.xml", "http://h/a.xml", false},
		{"s3://b/a.xml?endpoint=http%3A%2F%2Fh", "http://h/a.xml", true},
	} {
		err := Allowed(c.from, c.to)
		var is *Error
		if c.allowed != (err == nil) || !c.allowed && (!errors.As(err, &is) || is.Trouble != Forbids || is.Address != c.to) {
			t.Errorf("from %q to %q: %v, want allowed %v", c.from, c.to, errors.Unwrap(err), c.allowed)
		}
	}
}

func TestServersAndWhetherOthersReachThem(t *testing.T) {
	for address, want := range map[string]struct {
		server string
		far    bool
	}{
		"/lists/a.xml":                                    {"", false},
		"https://example.com:8443/a.xml":                  {"example.com:8443", true},
		"http://192.168.1.5/a.xml":                        {"192.168.1.5", false},
		"http://nas/a.xml":                                {"nas", false},
		"s3://bucket/a.xml":                               {"", true},
		"s3://bucket/a.xml?region=eu":                     {"", true},
		"s3://b.example/?endpoint=https%3A%2F%2Fh%3A9000": {"h:9000", false},
		"s3://b/?endpoint=https%3A%2F%2Fexample.com":      {"example.com", true},
	} {
		if server, far := ServerOf(address).Host, IsFar(address); server != want.server || far != want.far {
			t.Errorf("%s: server %q, far %t", address, server, far)
		}
	}
}

func TestMessagesShowNoSecrets(t *testing.T) {
	for location, want := range map[string]string{
		"/feeds/a@b?.xml":                       "/feeds/a@b?.xml",
		"https://example.com/@member/feed":      "https://example.com/@member/feed",
		"https://example.com/a?token=hunter2":   "https://example.com/a?…",
		"https://member:hunter2@example.com/a":  "https://…@example.com/a",
		"https://member:hunt/er2@example.com/a": "https://…@example.com/a",
		"s3://bucket/a?endpoint=https://h:9000": "s3://bucket/a?…",
	} {
		if got := Redact(location); got != want {
			t.Errorf("Redact(%q) = %q, want %q", location, got, want)
		}
	}
}

func TestPathOfALocation(t *testing.T) {
	home, work := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Chdir(work)
	work, err := filepath.EvalSymlinks(work)
	if err != nil {
		t.Fatal(err)
	}
	for location, want := range map[string]string{
		"/feeds/a.xml":                 "/feeds/a.xml",
		"/feeds/":                      "/feeds",
		"/feeds/../a.xml":              "/a.xml",
		"a.xml":                        filepath.Join(work, "a.xml"),
		"./x://y.xml":                  filepath.Join(work, "x:/y.xml"),
		"~":                            home,
		"~/Shared":                     filepath.Join(home, "Shared"),
		"~user/a.xml":                  filepath.Join(work, "~user/a.xml"),
		"file:///feeds/my%20list.xml":  "/feeds/my list.xml",
		"FILE://localhost/feeds/a.xml": "/feeds/a.xml",
	} {
		if got, err := Path(location); err != nil || got != want {
			t.Errorf("Path(%q) = %q, %v; want %q", location, got, err, want)
		}
	}
}

func TestAddressesOfOtherKindsAreRefused(t *testing.T) {
	for _, location := range []string{"http://example.com/a.xml", "HTTPS://example.com/a.xml", "s3://bucket/key", "webdav+x://h/a"} {
		if _, err := Path(location); !errors.Is(err, ErrScheme) {
			t.Errorf("Path(%q): %v, want ErrScheme", location, err)
		}
	}
	for _, location := range []string{"", "file://server/share/a.xml", "file://", "file:///%zz"} {
		if path, err := Path(location); err == nil || errors.Is(err, ErrScheme) {
			t.Errorf("Path(%q) = %q, %v; want an error of its own", location, path, err)
		}
	}
}
