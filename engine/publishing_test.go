package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store/memory"
)

// newDiskDesk is a desk with a list "Groceries" and real files.
func newDiskDesk(t *testing.T, endpoint string) *desk {
	t.Helper()
	d := newDesk(t, t, endpoint, memory.New(), location.Disk{}, newClock())
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Groceries"})
	d.check(err)
	return d
}

func TestPublishingAtAFileAndInAFolder(t *testing.T) {
	d := newDiskDesk(t, "desk")
	d.add("milk", "Milk")
	dir := t.TempDir()
	for at, want := range map[string]string{
		dir:                               filepath.Join(dir, "Groceries.desk.xml"),
		filepath.Join(dir, "list.xml"):    filepath.Join(dir, "list.xml"),
		"file://" + dir + "/other%20.xml": filepath.Join(dir, "other .xml"),
	} {
		path, err := d.PublishAt(t.Context(), "Groceries", at)
		if err != nil || path != want {
			t.Errorf("at %s: %q, %v; want %q", at, path, err, want)
		}
		if text, err := os.ReadFile(want); err != nil || !strings.Contains(string(text), "Milk") {
			t.Errorf("%s holds %q, %v", want, text, err)
		}
		if again, err := d.Publish(t.Context(), "Groceries"); err != nil || again != want {
			t.Errorf("again: %q, %v; want %q", again, err, want)
		}
	}
}

func TestASetWithoutALocationIsNotPublished(t *testing.T) {
	d := newDiskDesk(t, "desk")
	if path, err := d.Publish(t.Context(), "Groceries"); path != "" || err != nil {
		t.Errorf("got %q, %v", path, err)
	}
}

func TestWhatCannotBePublishedIsNotSet(t *testing.T) {
	d := newDiskDesk(t, "desk")
	dir := t.TempDir()
	diary := filepath.Join(dir, "diary.xml")
	if err := os.WriteFile(diary, []byte("dear diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]error{
		diary:                            engine.ErrNotOurs,
		"http://example.com/feed.xml":    location.ErrScheme,
		filepath.Join(dir, "gone", "a"):  nil,
		filepath.Join(dir, "gone") + "/": nil,
	} {
		path, err := d.PublishAt(t.Context(), "Groceries", at)
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("at %s: %q, %v; want %v", at, path, err, want)
		}
	}
	lists, err := d.Lists(t.Context())
	d.check(err)
	if lists[0].Location != "" {
		t.Errorf("location %q", lists[0].Location)
	}
	if text, err := os.ReadFile(diary); err != nil || string(text) != "dear diary" {
		t.Errorf("the diary holds %q, %v", text, err)
	}
}

func TestAFolderThatWentAwayIsNotMistakenForAFile(t *testing.T) {
	d := newDiskDesk(t, "desk")
	drive := filepath.Join(t.TempDir(), "drive")
	if err := os.Mkdir(drive, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := d.PublishAt(t.Context(), "Groceries", drive)
	d.check(err)
	if err := os.RemoveAll(drive); err != nil {
		t.Fatal(err)
	}
	reports, err := d.Sync(t.Context(), engine.SyncOptions{})
	if err != nil || len(reports) != 1 || reports[0].Subscription != drive+"/" || !strings.Contains(reports[0].Error, "no folder") {
		t.Errorf("%+v, %v", reports, err)
	}
	if _, err := os.Stat(drive); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is something: %v", err)
	}
}

func TestASetOfTheSameNameDoesNotWriteOverTheFormerOnesFeed(t *testing.T) {
	files := &locationtest.Memory{}
	d := newMemoryDesk(t, "desk", files)
	d.add("milk", "Milk")
	d.sync()
	old := files.All()["/shared/Groceries.desk.xml"]
	_, err := d.DeleteShared(t.Context(), "Groceries", false)
	d.check(err)
	_, err = d.NewSet(t.Context(), engine.NewSet{Name: "Groceries"})
	d.check(err)
	if _, err := d.PublishAt(t.Context(), "Groceries", "/shared"); !errors.Is(err, engine.ErrNotOurs) || !strings.Contains(err.Error(), "delete it there first") {
		t.Errorf("error %v, want ErrNotOurs and the remedy", err)
	}
	if files.All()["/shared/Groceries.desk.xml"] != old {
		t.Error("the former feed was written over")
	}
}
