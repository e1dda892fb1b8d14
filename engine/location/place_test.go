package location

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAPlaceRemembersThatItIsAFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.xml")
	for location, want := range map[string]string{
		dir:                 dir + "/",
		dir + "/":           dir + "/",
		"file://" + dir:     dir + "/",
		file:                file,
		filepath.Dir("/a/"): "/a",
		"/":                 "/",
	} {
		if got, err := Place(Disk{}, location); err != nil || got != want {
			t.Errorf("Place(%q) = %q, %v; want %q", location, got, err, want)
		}
	}
	if _, err := Place(Disk{}, dir+"/gone/"); err == nil || !strings.Contains(err.Error(), "make it") {
		t.Errorf("a folder that is not there: %v, want the remedy", err)
	}
	if _, err := Place(Disk{}, "http://example.com/"); !errors.Is(err, ErrScheme) {
		t.Errorf("got %v, want ErrScheme", err)
	}
}

func TestAFolderGivesEachEndpointItsOwnFile(t *testing.T) {
	dir := t.TempDir()
	for _, ending := range []string{XML, OPML} {
		got, err := Own(Disk{}, dir+"/", "Groceries", "desk", ending)
		if want := filepath.Join(dir, "Groceries.desk"+ending); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if got, err := Own(Disk{}, dir+"/a.xml", "Groceries", "desk", OPML); err != nil || got != dir+"/a.xml" {
		t.Errorf("a file: got %q, %v", got, err)
	}
	if got, err := Own(Disk{}, dir+"/unplugged/", "Groceries", "desk", XML); err == nil {
		t.Errorf("a folder that is gone: got %q, want an error", got)
	}
}

func TestASubscriptionToAFolderReadsEveryOtherFeedOfTheSet(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"Groceries.desk.xml", "Groceries.phone.xml", "Work.phone.xml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Feeds(Disk{}, dir, "Groceries", "desk")
	if want := []string{filepath.Join(dir, "Groceries.phone.xml")}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	file := filepath.Join(dir, "Work.phone.xml")
	if got, err := Feeds(Disk{}, file, "Groceries", "desk"); err != nil || !slices.Equal(got, []string{file}) {
		t.Errorf("a file: got %q, %v", got, err)
	}
}
