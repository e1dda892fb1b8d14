package location

import (
	"errors"
	"path/filepath"
	"testing"
)

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
