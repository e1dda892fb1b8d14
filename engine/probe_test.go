package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/feed"
	"crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// probe probes a location, optionally for a particular list.
func (f *far) probe(set, at string) subscribe.Found {
	f.Helper()
	found, err := f.Subscriptions.Probe(f.t.Context(), set, at, transport.Access{})
	f.check(err)
	return found
}

// best returns the suggested list.
func best(found subscribe.Found) string {
	for _, l := range found.Lists {
		if l.Best {
			return l.List
		}
	}
	return "none"
}

const olderFeed = `<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><title>Older</title><item><title>Eggs</title><sx:sync id="eggs" version="1"><sx:history when="Sat, 21 May 2005 11:43:33 GMT" by="phone"/></sx:sync></item></channel></rss>`

func TestWhatAFeedIsTold(t *testing.T) {
	f := newFar(t)
	text := strings.Replace(noteFeedBy("urn:x-test:a", "a", "b", "c"), `updates="1"`, `updates="none"`, 1)
	text = strings.Replace(text, "</author>", `</author><sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="2"><sx:related link="https://a.example/whole.xml" type="complete"/><sx:related link="https://c.example/phone.xml" type="aggregated" title="phone"/></sx:sharing><entry><id>urn:x-test:plain</id><title>Plain</title><updated>2026-05-21T12:00:00Z</updated></entry>`, 1)
	f.serve(feedA, transporttest.Served{Text: text, Moved: feedB})
	found := f.probe("", feedA)
	if found.Location != feedA || found.Page || found.Folder || len(found.Feeds) != 1 {
		t.Fatalf("%+v", found)
	}
	g := found.Feeds[0]
	if g.Title != "Notes" || g.Author != "laptop" || g.ID != "urn:x-test:a" || g.Format != "atom" || g.Dialect != "feedsync-1.0" || g.Kind != "note" {
		t.Errorf("it is %+v", g)
	}
	if g.Items != 4 || g.Shared != 3 || g.Valid != 2 || g.More || g.Err != nil {
		t.Errorf("it has %d entries, %d shared, %d valid, %v, %v", g.Items, g.Shared, g.Valid, g.More, g.Err)
	}
	if g.Complete != "https://a.example/whole.xml" || g.Moved != feedB || !slices.Equal(g.Offers, []store.Offered{{Link: "https://c.example/phone.xml", Title: "phone"}}) {
		t.Errorf("it leads to %q, %q, %+v", g.Complete, g.Moved, g.Offers)
	}
	if len(g.Problems) == 0 || !strings.Contains(g.Problems[0].String(), "updates") {
		t.Errorf("problems %v", g.Problems)
	}
	if found.New != (subscribe.NewList{Name: "Notes", Kind: "note"}) || best(found) != "" {
		t.Errorf("a new list would be %+v, and %q is proposed", found.New, best(found))
	}
	if rows, err := f.Lists.Items(t.Context(), "Groceries", store.Query{}); err != nil || len(rows) != 0 {
		t.Error("something was kept")
	}
}

// For each list, the result says why a feed does not fit.
func TestWhichListsAFeedFits(t *testing.T) {
	f := newFar(t)
	for _, n := range []lists.New{{Name: "Eggs", Kind: "todo"}, {Name: "Older", Kind: "note", Dialect: "sse-0.91"}, {Name: "Plan", Kind: "outline"}} {
		_, err := f.Lists.Create(t.Context(), n)
		f.check(err)
	}
	f.serve(feedA, transporttest.Served{Text: noteFeed("a")})
	f.serve(feedB, transporttest.Served{Text: olderFeed})
	why := func(found subscribe.Found) map[string]string {
		all := map[string]string{}
		for _, l := range found.Lists {
			var other *feed.DialectError
			var order *feed.OrderError
			var kind *subscribe.KindError
			switch {
			case errors.As(l.Why, &other):
				all[l.List] = "family"
			case errors.As(l.Why, &order):
				all[l.List] = "order"
			case errors.As(l.Why, &kind):
				all[l.List] = "kind"
			case l.Why == nil:
				all[l.List] = "fits"
			}
		}
		return all
	}
	for _, c := range []struct {
		set, at string
		want    map[string]string
		best    string
	}{
		{"", feedA, map[string]string{"Groceries": "fits", "Eggs": "kind", "Older": "family", "Plan": "family", "": "fits"}, ""},
		{"Groceries", feedA, map[string]string{"Groceries": "fits", "Eggs": "kind", "Older": "family", "Plan": "family", "": "fits"}, "Groceries"},
		{"Older", feedA, map[string]string{"Groceries": "fits", "Eggs": "kind", "Older": "family", "Plan": "family", "": "fits"}, ""},
		{"", feedB, map[string]string{"Groceries": "family", "Eggs": "family", "Older": "fits", "Plan": "order", "": "fits"}, "Older"},
	} {
		found := f.probe(c.set, c.at)
		got := why(found)
		for list, want := range c.want {
			if got[list] != want {
				t.Errorf("%s, list %q: %s, want %s", c.at, list, got[list], want)
			}
		}
		if best(found) != c.best {
			t.Errorf("%s for %q: %q is proposed, want %q", c.at, c.set, best(found), c.best)
		}
	}
}

func TestDuplicatesAndTheOwnFeedAreNoticed(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	if found := f.probe("", feedA); found.Already != "Groceries" || found.AlreadyAt != feedA || found.Own {
		t.Errorf("at the same address: %q, %q", found.Already, found.AlreadyAt)
	}
	f.due()
	f.serve(feedB, transporttest.Served{Text: noteFeed("a")})
	if found := f.probe("", feedB); found.Already != "Groceries" || found.AlreadyAt != feedA {
		t.Errorf("the same feed elsewhere: %q, %q", found.Already, found.AlreadyAt)
	}
	f.serve(feedB, transporttest.Served{Text: noteFeed("b")})
	if found := f.probe("", feedB); found.Already != "" {
		t.Errorf("another feed: %q, %q", found.Already, found.AlreadyAt)
	}
	own, err := f.Sharing.PublishAt(t.Context(), "Groceries", "https://a.example/mine.xml")
	f.check(err)
	if !f.probe("", own).Own {
		t.Error("the own feed is not known")
	}
	f.serve(feedB, transporttest.Served{Text: f.places.Text(own)})
	if !f.probe("", feedB).Own {
		t.Error("the own feed is not known under another address")
	}
}

const pageOfTwo = `<!DOCTYPE html><html><head><link rel="alternate" type="application/rss+xml" title="One" href="/one.xml"><link rel="alternate" type="application/atom+xml" href="two.xml"></head><body></body></html>`

func TestAPageLeadsToTheFeedsThatItNames(t *testing.T) {
	f := newFar(t)
	const page = "https://a.example/blog/"
	f.serve(page, transporttest.Served{Text: pageOfTwo, Type: "text/html"})
	f.serve("https://a.example/one.xml", transporttest.Served{Text: "<rss/>"})
	f.serve("https://a.example/blog/two.xml", transporttest.Served{Text: noteFeed("two")})
	found := f.probe("", page)
	if !found.Page || found.Location != page || len(found.Feeds) != 2 {
		t.Fatalf("%+v", found)
	}
	if one, two := found.Feeds[0], found.Feeds[1]; one.Address != "https://a.example/one.xml" || one.Title != "One" || two.Valid != 1 || two.Title != "Notes" {
		t.Errorf("%+v, %+v", one, two)
	}
	for _, r := range f.places.Requests() {
		if r.Address != page && r.From != page {
			t.Errorf("%s is asked for as if a person had named it", r.Address)
		}
	}
	// Links of a page are resolved and checked relative to its final address.
	f.serve("https://old.example/", transporttest.Served{Text: pageOfTwo, Type: "text/html", At: page})
	if found := f.probe("", "https://old.example/"); len(found.Feeds) != 2 || found.Feeds[1].Address != "https://a.example/blog/two.xml" {
		t.Errorf("%+v", found)
	}
	if asked := f.places.Requests(); asked[len(asked)-1].From != page {
		t.Errorf("it is taken to be named by %q", asked[len(asked)-1].From)
	}
	// A page with a single feed stands for that feed.
	f.serve(page, transporttest.Served{Text: strings.Replace(pageOfTwo, "application/rss+xml", "text/plain", 1)})
	if found := f.probe("", page); !found.Page || found.Location != "https://a.example/blog/two.xml" || len(found.Feeds) != 1 {
		t.Errorf("%+v", found)
	}
}

func TestAFolderIsLookedAtFeedByFeed(t *testing.T) {
	f := newFar(t)
	files := f.places.Files.(*transporttest.Memory)
	files.Folder("/shared")
	files.Put("/shared/To do%2Fbuy.laptop.xml", noteFeed("a"))
	files.Put("/shared/To do%2Fbuy.phone.xml", "not a feed")
	files.Put("/shared/To do%2Fbuy.desk.xml", noteFeed("own"))
	files.Put("/shared/Zoo.laptop.xml", olderFeed)
	files.Put("/shared/letter.txt", "Dear")
	found := f.probe("", "/shared")
	if !found.Folder || len(found.Feeds) != 3 {
		t.Fatalf("%+v", found)
	}
	if g := found.Feeds[0]; g.List != "To do/buy" || g.Valid != 1 || found.New.Name != "To do/buy" {
		t.Errorf("%+v, a new list %+v", g, found.New)
	}
	var broken *transport.Error
	if g := found.Feeds[1]; !errors.As(g.Err, &broken) || broken.Trouble != transport.NotFeed {
		t.Errorf("what is no feed: %v", g.Err)
	}
	if found = f.probe("To do/buy", "/shared"); len(found.Feeds) != 2 {
		t.Errorf("of one list: %+v", found.Feeds)
	}
	if found = f.probe("Work", "/shared"); !found.Folder || len(found.Feeds) != 0 {
		t.Errorf("of a list without feeds: %+v", found.Feeds)
	}
}

// Errors are reported by kind, and there is a plain explanation for each.
func TestWhatCannotBeReadIsTold(t *testing.T) {
	f := newFar(t)
	for _, trouble := range []transport.Trouble{transport.NoHost, transport.SignIn, transport.Certificate, transport.Gone, transport.TooLarge} {
		f.serve(feedA, failing(feedA, transport.Error{Trouble: trouble}))
		_, err := f.Subscriptions.Probe(t.Context(), "", feedA, transport.Access{})
		var told *transport.Error
		if !errors.As(err, &told) || told.Trouble != trouble {
			t.Errorf("error %v, want %v", err, trouble)
		}
	}
	for what, text := range map[string]string{"a page without feeds": "<!doctype html><html><p>Hello</html>", "a text": "Hello", "nothing": ""} {
		f.serve(feedA, transporttest.Served{Text: text})
		_, err := f.Subscriptions.Probe(t.Context(), "", feedA, transport.Access{})
		var told *transport.Error
		if !errors.As(err, &told) || told.Trouble != transport.NotFeed {
			t.Errorf("%s: %v", what, err)
		}
	}
	// A truncated feed is still a feed, and the result counts the items received.
	f.serve(feedA, transporttest.Served{Text: noteFeedBy("urn:x-test:a", "a", "b")[:600]})
	if found := f.probe("", feedA); found.Feeds[0].Err == nil || found.Feeds[0].Valid != 1 {
		t.Errorf("%+v", found.Feeds[0])
	}
	if _, err := f.Subscriptions.Probe(t.Context(), "", "gopher://a.example/", transport.Access{}); !errors.Is(err, transport.ErrScheme) {
		t.Errorf("error %v, want ErrScheme", err)
	}
}

// A large feed is read for as long as a person waits, and the result says that there is more.
func TestALargeFeedIsCountedForAWhile(t *testing.T) {
	places := &transporttest.Places{}
	f := newFarOn(t, places, memory.New(), hurried{newClock()})
	f.serve(feedA, transporttest.Served{Text: noteFeedBy("urn:x-test:a", slices.Repeat([]string{"a"}, 100)...)})
	g := f.probe("", feedA).Feeds[0]
	if !g.More || g.Items == 0 || g.Items == 100 || g.Title != "Notes" {
		t.Errorf("%d entries, more: %v", g.Items, g.More)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Subscriptions.Probe(ctx, "", feedA, transport.Access{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// hurried is a clock that advances by a fifth of a second whenever it is read.
type hurried struct{ *clock }

func (h hurried) Now() time.Time {
	h.step(200 * time.Millisecond)
	return h.clock.Now()
}

// newListOf returns the list that would be created for the result.
func newListOf(f subscribe.Found, err error) (lists.New, error) { return lists.New(f.New), err }

func TestWhatAListIsForIsSeenFromItsFeeds(t *testing.T) {
	for _, n := range []lists.New{
		{Kind: "todo"}, {Kind: "contact"}, {Kind: "note"}, {Kind: "note", Dialect: "sse-0.91"}, {Kind: "todo", Dialect: "sse-0.91"},
		{Kind: "outline", Dialect: "sse-0.91"},
	} {
		n.Name = "Groceries"
		files := &transporttest.Memory{}
		files.Folder("/shared")
		a := newDesk(t, t, "a", memory.New(), files, newClock())
		a.shareAs(n, "/shared")
		a.add("milk", "Milk")
		_, err := a.Sharing.Publish(t.Context(), "Groceries")
		a.check(err)
		b := newDesk(t, t, "b", memory.New(), files, newClock())
		got, err := newListOf(b.Subscriptions.Probe(t.Context(), "Groceries", "/shared", transport.Access{}))
		b.check(err)
		if got != n {
			t.Errorf("a list %+v looks like %+v", n, got)
		}
		_, err = b.Lists.Create(t.Context(), got)
		b.check(err)
		_, err = b.Subscriptions.Subscribe(t.Context(), "Groceries", "/shared")
		b.check(err)
		if r := b.sync(); r[0].New != 1 {
			t.Errorf("%+v brought %+v", n, r)
		}
	}
}

func TestAPlainListOfFeedsIsForOutlines(t *testing.T) {
	files := &transporttest.Memory{}
	files.Put("/feeds.opml", `<opml version="2.0"><head/><body><outline text="News" xmlUrl="https://example.com/feed"/></body></opml>`)
	d := newDesk(t, t, "a", memory.New(), files, newClock())
	if got, err := newListOf(d.Subscriptions.Probe(t.Context(), "Feeds", "/feeds.opml", transport.Access{})); err != nil || got.Kind != "outline" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// An outline is shared only if it says so; one with feeds names them for a reader.
func TestAnOutlineWithoutSyncInformationIsOrdinaryAndNamesItsFeeds(t *testing.T) {
	files := &transporttest.Memory{}
	d := newDesk(t, t, "a", memory.New(), files, newClock())
	for text, ordinary := range map[string]bool{
		`<opml version="2.0"><head/><body/></opml>`:                                                            true,
		`<opml version="2.0"><head/><body><outline text="a"/></body></opml>`:                                   true,
		`<opml xmlns:sx="http://www.microsoft.com/schemas/rss/sse" version="1.0"><head/><body/></opml>`:        false,
		`<opml version="2.0"><head/><body><outline text="a" xmlUrl="https://example.com/feed"/></body></opml>`: true,
	} {
		files.Put("/feeds.opml", text)
		found, err := d.Subscriptions.Probe(t.Context(), "", "/feeds.opml", transport.Access{})
		if err != nil || found.Feeds[0].Ordinary() != ordinary || (found.Feeds[0].Dialect == "") != ordinary {
			t.Errorf("%s: got %+v, %v", text, found.Feeds[0], err)
		}
	}
	files.Put("/feeds.opml", `<opml version="2.0"><head/><body><outline text="News"><outline text="One" xmlUrl="https://example.com/feed"/>
		<outline title="Two" xmlurl="feed://example.org/b#x"/><outline text="Again" xmlUrl="HTTPS://example.com/feed"/>
		<outline text="A file" xmlUrl="file:///etc/passwd"/></outline></body></opml>`)
	found, err := d.Subscriptions.Probe(t.Context(), "", "/feeds.opml", transport.Access{})
	want := []store.Offered{{Link: "https://example.com/feed", Title: "One"}, {Link: "http://example.org/b", Title: "Two"}}
	if err != nil || !slices.Equal(found.Feeds[0].Names, want) {
		t.Errorf("it names %+v, %v", found.Feeds[0].Names, err)
	}
}

func TestAFolderWithoutFeedsIsForNotes(t *testing.T) {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	d := newDesk(t, t, "a", memory.New(), files, newClock())
	if got, err := newListOf(d.Subscriptions.Probe(t.Context(), "Groceries", "/shared", transport.Access{})); err != nil || got != (lists.New{Name: "Groceries", Kind: "note"}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// A server that does not answer over https is read over http if no scheme was entered: what is
// found there, and what is added to the library, has the http address. Nobody signs in there.
func TestAServerWithoutHTTPSIsReadOverHTTP(t *testing.T) {
	const https, http = "https://lists.example.org/a.xml", "http://lists.example.org/a.xml"
	for _, c := range []struct {
		about   string
		entered string
		access  transport.Access
		trouble transport.Trouble
		reads   bool
	}{
		{"no scheme", "lists.example.org/a.xml", transport.Access{}, transport.Refused, true},
		{"https was entered", https, transport.Access{}, transport.Refused, false},
		{"somebody signs in", "lists.example.org/a.xml", transport.Access{User: "ray"}, transport.Refused, false},
		{"a bad certificate", "lists.example.org/a.xml", transport.Access{}, transport.Certificate, false},
	} {
		f := newFar(t)
		f.serve(https, failing(https, transport.Error{Trouble: c.trouble}))
		f.serve(http, transporttest.Served{Text: noteFeedBy("urn:x-test:a", "a")})
		found, err := f.Subscriptions.Probe(t.Context(), "", c.entered, c.access)
		if (err == nil) != c.reads || c.reads && (found.Location != http || len(found.Feeds) != 1) {
			t.Errorf("%s: %+v, error %v", c.about, found, err)
		}
		root, err := f.Library.Probe(t.Context(), c.entered, library.Options{Access: c.access})
		if (err == nil) != c.reads || c.reads && root.Address != http {
			t.Errorf("%s: in the library: %+v, error %v", c.about, root, err)
		}
	}
}
