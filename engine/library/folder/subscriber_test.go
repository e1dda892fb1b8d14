package folder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
)

// photo writes a photo taken on a day before noon.
func (w *world) photo(day, n int) {
	w.t.Helper()
	name := fmt.Sprintf("%02d-%03d.jpg", day, n)
	w.put(name, fmt.Sprint("photo ", day, n))
	taken := noon.AddDate(0, 0, -day)
	if err := os.Chtimes(filepath.Join(w.folder, name), taken, taken); err != nil {
		w.t.Fatal(err)
	}
}

// feeds returns the feeds that a subscriber has.
func (s *subscriber) feeds() (all []string) {
	s.t.Helper()
	if err := s.store.View(s.t.Context(), func(r store.Reader) error {
		feeds, err := r.ContentFeeds(s.key)
		for _, f := range feeds {
			all = append(all, strings.TrimPrefix(f.Address, at))
		}
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// TestADaysPhotosAreDeleted deletes a day from a folder that is split by days. The feed of
// that day must go, and subscribers must keep neither it nor its photos.
func TestADaysPhotosAreDeleted(t *testing.T) {
	w := newWorld(t)
	for day := range 4 {
		for n := range 40 {
			w.photo(day+1, n)
		}
	}
	w.publish()
	s := subscribe(t, w.places, at+folder.RootName)
	w.reads(s)
	if len(s.feeds()) != 5 {
		t.Error(s.feeds())
	}
	for n := range 40 {
		w.remove(fmt.Sprintf("02-%03d.jpg", n))
	}
	w.now = w.now.Add(time.Hour)
	if r := w.publish(); r.Removed != 40 || r.Feeds != 1 || len(w.places.removed) != 41 {
		t.Errorf("%s, %d taken away", counted(r), len(w.places.removed))
	}
	if r := w.reads(s); r.Processed != 1 || r.Files != 0 {
		t.Errorf("%d feeds and %d files came", r.Processed, r.Files)
	}
	if got := strings.Join(s.feeds(), " "); strings.Contains(got, "2026-11-20") || len(s.feeds()) != 4 {
		t.Error(got)
	}
}

// TestWhatASubscriberHasIsTheFolder changes how a folder is published, and the folder itself,
// step by step.
func TestWhatASubscriberHasIsTheFolder(t *testing.T) {
	w := album(t)
	w.publish()
	s := subscribe(t, w.places, at+folder.RootName)
	w.reads(s)
	file, byFolder := folder.ByFile, folder.ByFolder
	for _, step := range []struct {
		name   string
		change func()
		files  int
	}{
		{"each file an item", func() { w.o.Group = &file }, 0},
		{"all of a folder an item", func() { w.o.Group = &byFolder }, 0},
		{"a folder is hidden", func() { w.o.Hidden = []string{"2025"} }, 0},
		{"a file in the hidden folder changes", func() { w.put("2025/may/d.jpg", "new") }, 1},
		{"the title is another", func() { w.o.Title = "Album" }, 0},
		{"the clock is years ahead", func() { w.now = w.now.AddDate(9, 0, 0); w.put("b.jpg", "from the future") }, 1},
		{"it is set right", func() { w.now = w.now.AddDate(-9, 0, 0); w.put("b.jpg", "from now") }, 1},
		{"a file has a time to come", func() {
			w.put("2026/e.jpg", "tomorrow's")
			to := w.now.AddDate(1, 0, 0)
			if err := os.Chtimes(filepath.Join(w.folder, "2026", "e.jpg"), to, to); err != nil {
				t.Fatal(err)
			}
		}, 1},
		{"it changes and keeps its time", func() {
			w.put("2026/e.jpg", "tomorrow'S")
			to := w.now.AddDate(1, 0, 0)
			if err := os.Chtimes(filepath.Join(w.folder, "2026", "e.jpg"), to, to); err != nil {
				t.Fatal(err)
			}
		}, 1},
		{"a hard link to a file", func() {
			if err := os.Link(filepath.Join(w.folder, "b.jpg"), filepath.Join(w.folder, "link.jpg")); err != nil {
				t.Skip(err)
			}
		}, 1},
		{"a file with a hole", func() {
			w.put("hole.bin", "")
			if err := os.Truncate(filepath.Join(w.folder, "hole.bin"), 300_000); err != nil {
				t.Fatal(err)
			}
		}, 1},
		{"it loses its end", func() {
			if err := os.Truncate(filepath.Join(w.folder, "hole.bin"), 299_999); err != nil {
				t.Fatal(err)
			}
		}, 1},
	} {
		w.now = w.now.Add(time.Minute)
		step.change()
		if r := w.publish(); len(r.Passed) > 0 {
			t.Errorf("%s: %v", step.name, r.Passed)
		}
		w.check()
		if r := w.reads(s); r.Files != step.files {
			t.Errorf("%s: %d files came, want %d", step.name, r.Files, step.files)
		}
	}
}

// TestWhatIsOnDemandIsNotFetched changes what is on demand: only the affected feeds are
// written.
func TestWhatIsOnDemandIsNotFetched(t *testing.T) {
	w := album(t)
	w.publish()
	w.now = w.now.Add(time.Hour)
	w.o.OnDemand = []string{"2025/c.jpg"}
	if w.publish(); w.places.written() != "2025/"+folder.RootName+" "+folder.RootName {
		t.Error(w.places.written())
	}
	w.check().exact(t)
	s := subscribe(t, w.places, at+folder.RootName)
	if got, r := s.sync(w); r.Files != 5 || got[address("2025/c.jpg")] != "" {
		t.Errorf("%d files came: %v", r.Files, got)
	}
}

// TestFoldersThatLieTooDeepAreTold nests a hundred folders. Subscribers get those that are
// published.
func TestFoldersThatLieTooDeepAreTold(t *testing.T) {
	w := newWorld(t)
	for n := range 100 {
		w.put(strings.Repeat("d/", n)+"a.jpg", fmt.Sprint(n))
	}
	r := w.publish()
	if passed(r) != strings.Repeat("d/", 31)[:61] || r.Files != 31 {
		t.Error(r.Passed, counted(r))
	}
	got, _ := subscribe(t, w.places, at+folder.RootName).sync(w)
	if len(got) != 31 {
		t.Errorf("%d files came", len(got))
	}
}

// TestAPatternThatCannotBeReadIsSaid also checks that nothing is written.
func TestAPatternThatCannotBeReadIsSaid(t *testing.T) {
	for _, pattern := range []string{"[", "{a,b", "a[", "", "[]a]", `\`} {
		w := album(t)
		w.o.Ignored = []string{pattern}
		_, err := w.run()
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("the pattern %q cannot be read: write *.jpg", pattern)) || len(w.places.writes)+len(w.folders()) > 0 {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}
