package engine_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

func TestASubscriptionIsFoundHoweverItsLocationIsSpelled(t *testing.T) {
	d := newDiskDesk(t, "desk")
	dir := t.TempDir()
	t.Chdir(dir)
	s, err := d.Subscriptions.Subscribe(t.Context(), "Groceries", "shared/feed.xml")
	d.check(err)
	path := filepath.Join(dir, "shared", "feed.xml")
	if s.Location != path || s.Key == 0 {
		t.Errorf("subscribed to %+v, want %s", s, path)
	}
	for _, spelling := range []string{path, "shared/../shared/feed.xml", "file://" + path} {
		if _, err := d.Subscriptions.Subscribe(t.Context(), "Groceries", spelling); !errors.Is(err, store.ErrSubscribed) {
			t.Errorf("%s: error %v, want ErrSubscribed", spelling, err)
		}
		d.check(d.Subscriptions.Pause(t.Context(), "Groceries", spelling, true))
		all, err := d.Subscriptions.All(t.Context(), "")
		if err != nil || len(all) != 1 || !all[0].Paused {
			t.Errorf("%s: %+v, %v", spelling, all, err)
		}
		d.check(d.Subscriptions.Pause(t.Context(), "Groceries", spelling, false))
	}
	d.check(d.Subscriptions.Unsubscribe(t.Context(), "Groceries", "file://"+path))
	if all, err := d.Subscriptions.All(t.Context(), "Groceries"); err != nil || len(all) != 0 {
		t.Errorf("still there: %+v, %v", all, err)
	}
}

func TestAPausedSubscriptionIsNotRead(t *testing.T) {
	d := newDiskDesk(t, "desk")
	_, err := d.Subscriptions.Subscribe(t.Context(), "Groceries", "/gone.xml")
	d.check(err)
	d.check(d.Subscriptions.Pause(t.Context(), "Groceries", "/gone.xml", true))
	if reports, err := d.Sync(t.Context(), subscribe.SyncOptions{}); err != nil || len(reports) != 0 {
		t.Errorf("%+v, %v", reports, err)
	}
}

func TestSubscriptionsThatCannotBe(t *testing.T) {
	d := newDiskDesk(t, "desk")
	if _, err := d.Subscriptions.Subscribe(t.Context(), "Groceries", "https://example.com/feed.xml"); !errors.Is(err, transport.ErrScheme) {
		t.Errorf("an address: %v, want ErrScheme", err)
	}
	if _, err := d.Subscriptions.Subscribe(t.Context(), "Gone", "/feed.xml"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("no such set: %v, want ErrNoSet", err)
	}
	if err := d.Subscriptions.Unsubscribe(t.Context(), "Groceries", "/feed.xml"); !errors.Is(err, store.ErrNoSubscription) {
		t.Errorf("no such subscription: %v, want ErrNoSubscription", err)
	}
	if _, err := d.Subscriptions.All(t.Context(), "Gone"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("of no such set: %v, want ErrNoSet", err)
	}
}

// The feed already exists, so it is noticed immediately that the list cannot read it.
func TestAFeedOfTheOtherDialectIsNotSubscribedTo(t *testing.T) {
	const older = `<rss xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><item><title>x</title><sx:sync id="a" version="1"><sx:history by="b"/></sx:sync></item></channel></rss>`
	const newer = `<rss xmlns:sx="http://feedsync.org/2007/feedsync"><channel><item><title>x</title><sx:sync id="a" updates="1"><sx:history sequence="1" by="b"/></sx:sync></item></channel></rss>`
	const outline = `<opml version="1.0"><head/><body><outline text="x"/></body></opml>`
	for _, c := range []struct {
		list     lists.New
		at       string
		feeds    map[string]string
		refusals []string
	}{
		{lists.New{}, "/a.xml", map[string]string{"/a.xml": older}, []string{"SSE 0.91", "FeedSync 1.0"}},
		{lists.New{Dialect: "sse-0.91"}, "/a.xml", map[string]string{"/a.xml": newer}, []string{"FeedSync 1.0", "SSE 0.91", "Upgrade the list"}},
		{lists.New{Dialect: "sse-0.91"}, "/a.xml", map[string]string{"/a.xml": older}, nil},
		{lists.New{Kind: "outline"}, "/a.xml", map[string]string{"/a.xml": older}, []string{"no outline"}},
		{lists.New{Dialect: "sse-0.91"}, "/a.opml", map[string]string{"/a.opml": outline}, []string{"is an outline"}},
		{lists.New{}, "/a.xml", nil, nil},
		{lists.New{}, "/folder", nil, nil},
		{lists.New{}, "/folder", map[string]string{"/folder/Groceries.a.xml": older}, []string{"SSE 0.91", "FeedSync 1.0"}},
		{lists.New{}, "/folder", map[string]string{"/folder/Groceries.a.xml": older, "/folder/Groceries.b.xml": newer}, nil},
		{lists.New{Kind: "outline"}, "/folder", map[string]string{"/folder/Groceries.a.opml": outline}, nil},
	} {
		files := &transporttest.Memory{}
		files.Folder("/folder")
		for name, text := range c.feeds {
			files.Put(name, text)
		}
		d := newDesk(t, t, "desk", memory.New(), files, newClock())
		c.list.Name = "Groceries"
		_, err := d.Lists.Create(t.Context(), c.list)
		d.check(err)
		_, err = d.Subscriptions.Subscribe(t.Context(), "Groceries", c.at)
		if (err != nil) != (c.refusals != nil) {
			t.Errorf("%+v at %s: %v, want %q", c.list, c.at, err, c.refusals)
		}
		for _, want := range c.refusals {
			if err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	}
}
