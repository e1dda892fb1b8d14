package transport_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

// calm is short, so that the tests are.
const calm = 20 * time.Millisecond

// watched follows a location and returns what tells of news.
func watched(t *testing.T, path string) <-chan []string {
	t.Helper()
	f := transport.NewWatcher("desk")
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	f.Follow([]string{path})
	news := make(chan []string, 100)
	go f.Run(ctx, calm, func(changed []string) { news <- changed })
	return news
}

// writeFeed puts a file in its place at once, as publishing does: on a slow machine more than a
// moment can pass between creating a file and writing to it, and each is news.
func writeFeed(t *testing.T, path string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "feed.xml")
	if err := errors.Join(os.WriteFile(from, []byte("<rss/>"), 0o600), os.Rename(from, path)); err != nil {
		t.Fatal(err)
	}
}

func expectNews(t *testing.T, news <-chan []string, want ...string) {
	t.Helper()
	if changed := <-news; !slices.Equal(changed, want) {
		t.Errorf("%q changed, want %q", changed, want)
	}
}

// What another endpoint publishes in the folder is news.
func TestANewFeedInAFolderIsTold(t *testing.T) {
	dir := t.TempDir()
	news := watched(t, dir)
	writeFeed(t, filepath.Join(dir, "Groceries.laptop.xml"))
	expectNews(t, news, dir)
}

// The own feed and unfinished files are no news: the feed written after them is
// the first and only thing that is told.
func TestTheOwnFeedIsNoNews(t *testing.T) {
	dir := t.TempDir()
	news := watched(t, dir)
	for _, own := range []string{"Groceries.desk.xml", "Groceries.desk.complete.xml", "Plans.desk.opml", "Plans.desk.complete.opml"} {
		writeFeed(t, filepath.Join(dir, own))
	}
	writeFeed(t, filepath.Join(dir, ".Groceries.laptop.xml123"))
	time.Sleep(10 * calm)
	if len(news) > 0 {
		t.Error("own work was told")
	}
	writeFeed(t, filepath.Join(dir, "Groceries.laptop.xml"))
	expectNews(t, news, dir)
}

// Of a file's folder only the file counts.
func TestOnlyTheFileCounts(t *testing.T) {
	dir := t.TempDir()
	feed := filepath.Join(dir, "feed.xml")
	news := watched(t, feed)
	writeFeed(t, filepath.Join(dir, "letter.txt"))
	time.Sleep(10 * calm)
	if len(news) > 0 {
		t.Error("another file was told")
	}
	writeFeed(t, feed)
	expectNews(t, news, feed)
}

// What is no longer followed is told no more.
func TestFollowingEnds(t *testing.T) {
	f := transport.NewWatcher("desk")
	first, second := t.TempDir(), t.TempDir()
	f.Follow([]string{first})
	f.Follow([]string{second, filepath.Join(t.TempDir(), "gone", "feed.xml")})
	news := make(chan []string, 100)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go f.Run(ctx, calm, func(changed []string) { news <- changed })
	writeFeed(t, filepath.Join(first, "Groceries.laptop.xml"))
	time.Sleep(10 * calm)
	if len(news) > 0 {
		t.Error("the first folder was told")
	}
	writeFeed(t, filepath.Join(second, "Groceries.laptop.xml"))
	expectNews(t, news, second)
}

// Who follows is told which of several places changed, as it was named.
func TestThePlaceThatChangedIsTold(t *testing.T) {
	f := transport.NewWatcher("desk")
	first, second := t.TempDir()+string(filepath.Separator), t.TempDir()
	f.Follow([]string{first, second})
	news := make(chan []string, 100)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go f.Run(ctx, calm, func(changed []string) { news <- changed })
	writeFeed(t, filepath.Join(first, "Groceries.laptop.xml"))
	expectNews(t, news, first)
	// An own feed that is followed by its name is one that somebody else writes, too.
	f.Follow([]string{filepath.Join(second, "Groceries.desk.xml")})
	writeFeed(t, filepath.Join(second, "Groceries.desk.xml"))
	expectNews(t, news, filepath.Join(second, "Groceries.desk.xml"))
}

// A file is told of however its path is written, when it is written to and when another one is
// put in its place; another file of the folder is not.
func TestAFileThatIsTouchedIsTold(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, path := range []string{filepath.Join(dir, "mark"), "mark", "./mark", dir + "//./mark"} {
		told, is := transport.Touched(t.Context(), path)
		if !is {
			t.Fatal("the system tells of no files")
		}
		if err := os.WriteFile(filepath.Join(dir, "other"), []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
		time.Sleep(calm)
		if len(told) > 0 {
			t.Errorf("%s: another file was told of", path)
		}
		if err := os.WriteFile(filepath.Join(dir, "mark"), []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
		<-told
		for time.Sleep(calm); len(told) > 0; time.Sleep(calm) {
			<-told // of the same: it was made, emptied and written to
		}
		writeFeed(t, filepath.Join(dir, "mark"))
		<-told
	}
}
