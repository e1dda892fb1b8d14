package storage_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine/store"
	"crossfeed/storage"
)

// snapshot writes a copy of a store into a file.
func snapshot(t *testing.T, s *storage.Store) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	err := s.Snapshot(t.Context(), t.TempDir(), func(body io.Reader, size int64) error {
		text, err := io.ReadAll(body)
		if err == nil && int64(len(text)) != size {
			err = fmt.Errorf("%d bytes, and it has %d", size, len(text))
		}
		return errors.Join(err, os.WriteFile(path, text, 0o600))
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// listed returns the names of all lists.
func listed(t *testing.T, s *storage.Store) (names string) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error {
		sets, err := r.Sets()
		for _, set := range sets {
			names += set.Name
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// restore restores the file that the parent process wrote to the folder, and reports when only
// the transaction is left to do.
func restore(ctx context.Context, s *storage.Store) error {
	body, err := os.Open(filepath.Join(os.Getenv(dirVariable), "backup"))
	if err != nil {
		return err
	}
	err = s.Restore(ctx, body, func(store.Store) error { return nil }, func() error {
		fmt.Println("ready")
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Println("restored")
	waitForParent()
	return nil
}

// Whenever it is killed, either nothing has changed or everything is as in the backup.
// Everybody who has the store open sees the same, and can continue.
func TestARestoreThatIsKilledChangesNothingOrAll(t *testing.T) {
	other := opened(t, t.TempDir())
	set := addSet(t, other, "Restored")
	if err := other.Update(t.Context(), func(w store.Writer) error { return fill(w, set, 0, 500) }); err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(snapshot(t, other))
	if err != nil {
		t.Fatal(err)
	}
	for round := range 6 {
		dir := t.TempDir()
		s := opened(t, dir)
		addSet(t, s, "Before")
		if err := os.WriteFile(filepath.Join(dir, "backup"), backup, 0o600); err != nil {
			t.Fatal(err)
		}
		before := revision(t, s)
		c := start(t, "restore", dir)
		if said := c.line(t); said != "ready" {
			t.Fatal(said)
		}
		time.Sleep(time.Duration(round*round) * time.Millisecond) // in the middle of whatever it does
		restored := len(c.kill(t)) > 0
		for _, s := range []*storage.Store{s, opened(t, dir)} {
			name := listed(t, s)
			switch {
			case name == "Restored":
				if n := countItems(t, s, set); n != 500 {
					t.Errorf("round %d: %d items", round, n)
				}
				if now := revision(t, s); now <= before {
					t.Errorf("round %d: revision %d after %d", round, now, before)
				}
			case name != "Before" || restored:
				t.Errorf("round %d: there is %q, restored %v", round, name, restored)
			}
		}
		addSet(t, s, "Reading") // nobody holds the lock
		if found := copiesIn(t, dir); len(found) != 0 {
			t.Errorf("round %d: after the next start there is %q", round, found)
		}
	}
}

// Another process sees a restore as a change, and can continue.
func TestARestoreIsSeenByOthers(t *testing.T) {
	a := opened(t, t.TempDir())
	addSet(t, a, "Groceries")
	path := snapshot(t, a)
	dir := t.TempDir()
	b, c := opened(t, dir), opened(t, dir)
	addSet(t, b, "Before")
	before, err := c.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	body, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	err = b.Restore(t.Context(), body, func(store.Store) error { return nil }, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	err = c.View(t.Context(), func(r store.Reader) error {
		changed, err := r.Changes(before)
		if changed.Revision <= before || !changed.Has(store.ListKey(1)) || !changed.Of(store.KindLibrary) {
			t.Errorf("revision %d after %d, changed: %v", changed.Revision, before, changed.Keys)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	addSet(t, c, "After")
	for _, s := range []*storage.Store{b, c} {
		if name := listed(t, s); name != "AfterGroceries" {
			t.Errorf("there is %q", name)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".crossfeed-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left %q, %v", left, err)
	}
}

// copyHere copies the store into its own folder, and waits in the middle.
func copyHere(ctx context.Context, s *storage.Store) error {
	return s.Snapshot(ctx, os.Getenv(dirVariable), func(io.Reader, int64) error {
		fmt.Println("copied")
		waitForParent()
		return nil
	})
}

// copiesIn returns the copies of the database in a folder.
func copiesIn(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, ".crossfeed-*", "crossfeed.db"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The copy that a killed process leaves is removed at the next start and at the next backup.
// The copy of a running one is not.
func TestACopyIsRemovedWhenItsProcessWasKilled(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	addSet(t, s, "Groceries")
	backUp := func() {
		t.Helper()
		if err := s.Snapshot(t.Context(), dir, func(io.Reader, int64) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, next := range []func(){backUp, func() { opened(t, dir) }} {
		running, killed := start(t, "copy", dir), start(t, "copy", dir)
		for _, c := range []*child{running, killed} {
			if said := c.line(t); said != "copied" {
				t.Fatal(said)
			}
		}
		next()
		if found := copiesIn(t, dir); len(found) != 2 {
			t.Errorf("while two processes copy, there is %q", found)
		}
		killed.kill(t)
		next()
		if found := copiesIn(t, dir); len(found) != 1 {
			t.Errorf("after one of them was killed, there is %q", found)
		}
		running.finish(t)
		if found := copiesIn(t, dir); len(found) != 0 {
			t.Errorf("after the other one finished, there is %q", found)
		}
	}
}

// A start removes the copies that killed processes left in the folder for the backups before
// large changes.
func TestAStartRemovesCopiesAmongTheBackups(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	backups := filepath.Join(dir, "backups")
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	err := s.Snapshot(t.Context(), backups, func(io.Reader, int64) error {
		opened(t, dir)
		if found := copiesIn(t, backups); len(found) != 1 {
			t.Errorf("while it is used, there is %q", found)
		}
		left := filepath.Join(backups, ".crossfeed-backup-killed")
		err := os.Mkdir(left, 0o700)
		for _, name := range []string{"lock", "crossfeed.db"} {
			err = errors.Join(err, os.WriteFile(filepath.Join(left, name), nil, 0o600))
		}
		opened(t, dir)
		if found := copiesIn(t, backups); len(found) != 1 {
			t.Errorf("after the start, there is %q", found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A copy leaves out what libraries have cached, and nothing else.
func TestACopyHasNoCaches(t *testing.T) {
	s := opened(t, t.TempDir())
	err := s.Update(t.Context(), func(w store.Writer) error {
		key, err := w.PutLibrary(store.Library{Address: "https://example.com/feed.xml"})
		if err == nil {
			err = w.PutContentFile(key, store.ContentFile{Address: "https://example.com/a.mp3", Size: 3, Hash: "x"})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(snapshot(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]bool{"https://example.com/feed.xml": true, "https://example.com/a.mp3": false} {
		if got := bytes.Contains(text, []byte(what)); got != want {
			t.Errorf("%s is in it: %v", what, got)
		}
	}
}

// restoredOf returns a new store into which a snapshot of another one was restored.
func restoredOf(t *testing.T, other *storage.Store) *storage.Store {
	t.Helper()
	s := opened(t, t.TempDir())
	body, err := os.Open(snapshot(t, other))
	if err == nil {
		err = s.Restore(t.Context(), body, func(store.Store) error { return nil }, func() error { return nil })
		err = errors.Join(err, body.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What libraries have cached is in no backup, but which items were read is: an item that is
// downloaded again is as it was, and only new ones are unread, also after several backups and
// with feeds that were not downloaded again in between.
func TestItemsOfALibraryAreReadAfterARestore(t *testing.T) {
	feed := func(address string, ids ...string) func(store.Writer) error {
		return func(w store.Writer) error {
			return w.PutContentFeed(1, store.ContentFeed{Address: address}, func(add func(store.ContentItem) error) error {
				for _, id := range ids {
					if err := add(store.ContentItem{ID: id}); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	s := opened(t, t.TempDir())
	update := func(steps ...func(store.Writer) error) {
		t.Helper()
		for _, do := range steps {
			if err := s.Update(t.Context(), do); err != nil {
				t.Fatal(err)
			}
		}
	}
	read := func(feed string, ids ...string) func(store.Writer) error {
		return func(w store.Writer) error { return w.MarkContentRead(1, feed, true, ids...) }
	}
	want := func(feed, items string) {
		t.Helper()
		got := ""
		err := s.View(t.Context(), func(r store.Reader) error {
			return r.ContentItems(1, feed, func(i store.ContentItem) error {
				got += fmt.Sprint(i.ID, " ", i.Read, ", ")
				return nil
			})
		})
		if got != items || err != nil {
			t.Errorf("%s has %q, want %q (%v)", feed, got, items, err)
		}
	}
	update(func(w store.Writer) error { _, err := w.PutLibrary(store.Library{Address: "a"}); return err },
		feed("a", "old", "unread", "last"), feed("b", "old", "gone"), read("a", "old", "last"), read("b", "old", "gone"))
	s = restoredOf(t, s)
	want("a", "")
	update(feed("a", "new", "old", "unread"))
	want("a", "new false, old true, unread false, ")
	update(func(w store.Writer) error { return w.PutContentItems(1, "a", store.ContentItem{ID: "last"}) })
	want("a", "new false, old true, unread false, last true, ")
	s = restoredOf(t, s)
	update(feed("a", "new", "old", "unread", "last"), feed("b", "old"))
	want("a", "new false, old true, unread false, last true, ")
	want("b", "old true, ")
	update(func(w store.Writer) error { return w.RemoveLibrary(1) })
}

// What an edit marked as read can also be undone between a restore and the next download.
func TestMarkingAllItemsAsReadIsUndoneAfterARestore(t *testing.T) {
	s, l := opened(t, t.TempDir()), int64(0)
	feed := func(w store.Writer) error {
		return w.PutContentFeed(l, store.ContentFeed{Address: "a"}, func(add func(store.ContentItem) error) error {
			return errors.Join(add(store.ContentItem{ID: "x"}), add(store.ContentItem{ID: "y"}))
		})
	}
	unread := func(want int) {
		t.Helper()
		n := 0
		err := s.View(t.Context(), func(r store.Reader) (err error) {
			n, err = r.UnreadContent(l)
			return err
		})
		if n != want || err != nil {
			t.Errorf("%d are unread, want %d (%v)", n, want, err)
		}
	}
	update := func(write func(store.Writer) error) {
		t.Helper()
		if err := s.Update(t.Context(), write); err != nil {
			t.Fatal(err)
		}
	}
	update(func(w store.Writer) (err error) {
		if l, err = w.PutLibrary(store.Library{Address: "a"}); err != nil {
			return err
		}
		err = errors.Join(feed(w), w.MarkContentRead(l, "a", true, "x"))
		_, errMark := w.MarkAllContentRead(l, 1)
		return errors.Join(err, errMark)
	})
	s = restoredOf(t, s)
	update(func(w store.Writer) error { return w.TurnContentRead(l, 1, false) })
	update(feed)
	unread(1)
	s = restoredOf(t, s)
	update(feed)
	unread(1)
	update(func(w store.Writer) error { return w.TurnContentRead(l, 1, true) })
	unread(0)
}
