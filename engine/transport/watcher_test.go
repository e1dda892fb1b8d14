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

// calm is short, to keep the tests short.
const calm = 20 * time.Millisecond

// watched follows a location and returns the channel of changes.
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

// writeFeed moves a complete file into place, as publishing does: on a slow machine, creating
// a file and writing to it could be reported as two changes.
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

// A feed that another endpoint publishes in the folder is reported.
func TestANewFeedInAFolderIsTold(t *testing.T) {
	dir := t.TempDir()
	news := watched(t, dir)
	writeFeed(t, filepath.Join(dir, "Groceries.laptop.xml"))
	expectNews(t, news, dir)
}

// The own feed and temporary files are not reported: the feed written after them is the first
// and only change reported.
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

// In the folder of a followed file, only that file counts.
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

// A place that is no longer followed is not reported.
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

// The changed place is reported under the path passed to Follow.
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
	// If an endpoint's own feed is followed by its path, somebody else writes it, too.
	f.Follow([]string{filepath.Join(second, "Groceries.desk.xml")})
	writeFeed(t, filepath.Join(second, "Groceries.desk.xml"))
	expectNews(t, news, filepath.Join(second, "Groceries.desk.xml"))
}

// A file is reported however its path is spelled, both when it is written to and when it is
// replaced. Another file in the folder is not reported.
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
			<-told // for the same change: it was created, truncated and written to
		}
		writeFeed(t, filepath.Join(dir, "mark"))
		<-told
	}
}
