package cache_test

import (
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/library/cache"
)

func TestANameHasTheEndingOfTheAddressWhereItIsPlain(t *testing.T) {
	for address, want := range map[string]string{
		"https://feeds.example/a.jpg":                       ".jpg",
		"https://feeds.example/a.JPG":                       ".jpg",
		"https://feeds.example/a.tar.gz":                    ".gz",
		"https://feeds.example/a.jpg?size=2#top":            ".jpg",
		"https://feeds.example/a?file=b.jpg":                "",
		"https://feeds.example/a.b/c":                       "",
		"https://feeds.example/":                            "",
		"https://feeds.example":                             "",
		"https://feeds.example/.jpg":                        "",
		"https://feeds.example/a.":                          "",
		"https://feeds.example/a.exposure9":                 "", // nine letters
		"https://feeds.example/a.exposur8":                  ".exposur8",
		"https://feeds.example/a.jp%67":                     ".jpg",
		"https://feeds.example/a.jp%2Fg":                    "",
		"https://feeds.example/a.j%00g":                     "",
		"https://feeds.example/a.jpg%20":                    "",
		"https://feeds.example/a.épub":                      "",
		"s3://photos/2026/a.png?endpoint=http://s3.example": ".png",
		"/home/photos/a.png":                                ".png",
		`C:\photos\a.png`:                                   ".png",
		`C:\photos.d\a`:                                     "",
		"/home/photos/what?.txt":                            ".txt",
	} {
		got := cache.Name(address)
		if ending := filepath.Ext(got); ending != want || len(got) != 64+len(want) {
			t.Errorf("%s is called %s", address, got)
		}
	}
}

// A published file must never be executed because a person opens it.
func TestTheEndingsOfProgramsAreLeftOut(t *testing.T) {
	for _, ending := range strings.Fields("exe EXE bat cmd com scr pif lnk js jse vbs vbe wsf ps1 hta jar msi reg url desktop sh command app appimage dll py") {
		if got := cache.Name("https://feeds.example/a." + ending); filepath.Ext(got) != "" {
			t.Errorf("%s is called %s", ending, got)
		}
	}
}

func TestEachAddressHasAnotherName(t *testing.T) {
	if cache.Name("https://feeds.example/a.jpg") == cache.Name("https://feeds.example/A.jpg") {
		t.Error("two addresses have one name")
	}
}

func FuzzNothingLeadsOutOfTheCache(f *testing.F) {
	for _, seed := range []string{"../../etc/passwd", `..\..\x.exe`, "https://feeds.example/a.jpg/..", "file:///etc/passwd", "https://feeds.example/%2e%2e/", "a.\x00jpg", "CON", "a.jpg:stream", "https://feeds.example/a.ｊｐｇ"} {
		f.Add(seed)
	}
	folder := f.TempDir()
	c := cache.Disk{Folder: folder}.Library(1)
	f.Fuzz(func(t *testing.T, address string) {
		name := cache.Name(address)
		path := c.Path(name)
		want := filepath.Join(folder, "1", name[:2], name)
		if path != want || strings.ContainsAny(name, `/\:`) || len(name) > 64+1+8 {
			t.Errorf("%q is at %s", address, path)
		}
		if other := c.Path(address); other != "" && other != filepath.Join(folder, "1", address[:2], address) {
			t.Errorf("as a name, %q lies at %s", address, other)
		}
	})
}
