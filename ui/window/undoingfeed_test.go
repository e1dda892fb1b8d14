package window

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/ui/window/place"
)

// fed is a desk that shows a feed from which its list of notes has these items.
func fed(t *testing.T, items ...string) (d *desk, feed string) {
	t.Helper()
	d = newDesk(t)
	feed = filepath.Join(t.TempDir(), "phone.xml")
	must(t, two(d.engine.NewSet(t.Context(), engine.NewSet{Name: "Notes", Kind: "note"})))
	must(t, two(d.engine.Subscribe(t.Context(), "Notes", feed)))
	var all strings.Builder
	for _, item := range items {
		fmt.Fprintf(&all, `<item><title>%s</title><sx:sync id="%s" updates="1"><sx:history sequence="1" when="2026-05-23T10:00:00Z" by="phone"/></sx:sync></item>`, item, item)
	}
	must(t, os.WriteFile(feed, []byte(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Phone</title><link>http://example.org/</link><description>P</description>`+all.String()+`</channel></rss>`), 0o600))
	sync(t, d.engine)
	d.win.Reload()
	d.win.choose(place.Place{Kind: place.Feed, Set: "Notes", Location: feed})
	d.rest()
	return d, feed
}

// titlesNow are those of the notes in the list.
func (d *desk) titlesNow() string {
	d.t.Helper()
	d.win.choose(place.Place{Kind: place.List, Set: "Notes"})
	d.rest()
	return d.titles()
}

// What a feed brought leaves at once where nobody else has received it, and the feed is
// paused.
func TestWhatAFeedBroughtIsUndoneInTheWindow(t *testing.T) {
	d, _ := fed(t, "junk", "spam")
	d.clicks("Undo what it brought…")
	same(t, "the page asks", d.shows("Undo what “"), true)
	same(t, "nothing is undone before", d.win.now.Feeds[0].Paused, false)
	d.clicks("Undo")
	same(t, "said", strings.HasPrefix(d.win.status.Text(), "Undone: 2 items are as they were before. The feed is paused."), true)
	same(t, "paused", d.win.now.Feeds[0].Paused, true)
	same(t, "left", d.titlesNow(), "")
}

// Where others may have received it, a second page says how many before updates are made.
func TestWhatAFeedBroughtIsUndoneForEveryoneOnlyAfterAsking(t *testing.T) {
	d, feed := fed(t, "junk", "spam")
	folder := t.TempDir()
	must(t, two(d.engine.PublishAt(t.Context(), "Notes", folder)))
	d.win.choose(place.Place{Kind: place.Feed, Set: "Notes", Location: feed})
	d.rest()
	d.clicks("Undo what it brought…")
	d.clicks("Undo")
	same(t, "the page asks", d.shows("Others may have received 2 of 2 items."), true)
	same(t, "nothing is undone before", d.win.now.Feeds[0].Paused, false)
	d.clicks("Undo for everyone")
	same(t, "left", d.titlesNow(), "")
	files, err := filepath.Glob(filepath.Join(folder, "*.xml"))
	must(t, err)
	published, err := os.ReadFile(files[0])
	must(t, err)
	same(t, "deletions that are published", strings.Count(string(published), `deleted="true"`), 2)
}
