package publish_test

import (
	"slices"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/publish"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// subscribe adds a subscription that was read, with the items that it holds.
func (d *desk) subscribe(s store.Subscription, held ...string) {
	d.Helper()
	s.Set, s.Health.LastSuccess = d.set.Key, noon
	d.update(func(w store.Writer) error {
		key, err := w.PutSubscription(s)
		if err != nil {
			return err
		}
		return w.Hold(store.Holder{Subscription: key}, held...)
	})
}

func TestWhatIsReadOnlyIsNotPublished(t *testing.T) {
	for _, window := range []string{"", "30d"} {
		d := newDesk(t)
		d.seen("milk", noon)
		before, err := d.share(noon, publish.Share{Window: window})
		if err != nil {
			t.Fatal(err)
		}
		text := d.memory.All()
		it := item.Plain("News", "")
		v := &item.Version{ID: "news", Updates: 1, History: []item.History{{Sequence: 1, By: "phone", When: item.At(noon.Add(day))}}, Content: it}
		d.update(func(w store.Writer) error {
			return w.PutItem(d.set.Key, &item.Item{Winner: v}, store.Seen{At: noon.Add(day), From: "https://example.com/news.xml"})
		})
		d.subscribe(store.Subscription{Location: "https://example.com/news.xml", Mode: store.TakeOnly}, "news")
		d.must(noon)
		for _, at := range []string{before.Address, before.Complete} {
			if at != "" && d.memory.All()[at] != text[at] {
				t.Errorf("with the window %q %s tells of it: %s", window, at, d.memory.All()[at])
			}
		}
	}
}

func TestAWithheldOutlineLeavesThoseInItAtTheRoot(t *testing.T) {
	d := newOutlineDesk(t)
	d.putAt("mine", item.Place{Parent: "news", Key: "1"}, false, noon)
	v := &item.Version{ID: "news", Updates: 1, Place: item.Place{Key: "1"}, History: []item.History{{Sequence: 1, By: "phone", When: item.At(noon)}}, Content: item.Plain("News", "")}
	d.update(func(w store.Writer) error {
		return w.PutItem(d.set.Key, &item.Item{Winner: v}, store.Seen{At: noon, From: "https://example.com/news.opml"})
	})
	d.subscribe(store.Subscription{Location: "https://example.com/news.opml", Mode: store.TakeOnly}, "news")
	if got := shape(t, d.must(noon)); got != "mine" {
		t.Errorf("published %s", got)
	}
}

// TestAggregatedFeedsAreNamed checks SSE 0.93 §2.2.1: the feed names the feeds merged into it
// that others can read.
func TestAggregatedFeedsAreNamed(t *testing.T) {
	d := newDesk(t)
	feeds := func(address, title string) map[string]store.Feed {
		return map[string]store.Feed{address: {Title: title}}
	}
	for _, s := range []store.Subscription{
		{Location: "https://example.com/lists/", Feeds: map[string]store.Feed{
			"https://example.com/lists/Groceries.b.xml":          {Title: "B", Complete: "https://example.com/lists/Groceries.b.complete.xml"},
			"https://example.com/lists/Groceries.b.complete.xml": {Title: "B"},
			"https://example.com/lists/Groceries.a.xml":          {Title: "A <1>"},
			path: {Title: "our own"},
		}},
		{Location: "http://192.0.2.1/c.xml", Feeds: feeds("http://192.0.2.1/c.xml", "")},
		{Location: "s3://bucket/d.xml", Feeds: feeds("s3://bucket/d.xml", "D")},
		{Location: "/home/desk/e.xml", Feeds: feeds("/home/desk/e.xml", "a path")},
		{Location: "https://example.com/f.xml?key=1", Feeds: feeds("https://example.com/f.xml?key=1", "a query")},
		{Location: "https://example.com/g.xml", Feeds: feeds("https://example.com/g.xml", "signed in"), Access: transport.Access{User: "desk"}},
		{Location: "https://example.com/h.xml", Feeds: feeds("https://example.com/h.xml", "not to be named"), Unnamed: true},
		{Location: "https://example.com/i.xml", Feeds: feeds("https://example.com/i.xml", "read-only"), Mode: store.TakeOnly},
		{Location: "https://example.com/j.xml", Feeds: feeds("https://example.com/j.xml", "one-way"), Mode: store.GiveOnly},
		{Location: "https://example.com/k.xml", Feeds: feeds("https://example.com/k.xml", "paused"), Paused: true},
		{Location: "https://example.com/l.xml"},
	} {
		d.subscribe(s)
	}
	want := []feed.Related{
		{Link: "http://192.0.2.1/c.xml", Type: feed.Aggregated},
		{Link: "https://example.com/lists/Groceries.a.xml", Title: "A <1>", Type: feed.Aggregated},
		{Link: "https://example.com/lists/Groceries.b.xml", Title: "B", Type: feed.Aggregated},
		{Link: "s3://bucket/d.xml", Title: "D", Type: feed.Aggregated},
	}
	d.must(noon)
	if _, h := d.read(path); h.Sharing.Since != "" || h.Sharing.Until != "" || !slices.Equal(h.Sharing.Related, want) {
		t.Errorf("named %+v", h.Sharing)
	}
	d.seen("milk", noon)
	if _, err := d.share(noon, publish.Share{Window: "30d"}); err != nil {
		t.Fatal(err)
	}
	if _, h := d.read(path); len(h.Sharing.Related) != 5 || h.Sharing.Related[0].Type != feed.Complete || !slices.Equal(h.Sharing.Related[1:], want) {
		t.Errorf("the partial feed names %+v", h.Sharing.Related)
	}
	if _, h := d.read(completePath); !slices.Equal(h.Sharing.Related, want) {
		t.Errorf("the complete feed names %+v", h.Sharing.Related)
	}
}
