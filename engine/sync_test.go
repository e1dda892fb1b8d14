package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/fetch"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

func TestTwoEndpointsShareAListThroughAFolder(t *testing.T) {
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	a.add("milk", "Milk")
	a.sync()
	reports := b.sync()
	if got := b.item("milk"); got.Winner.Title() != "Milk" {
		t.Errorf("b has %q", got.Winner.Title())
	}
	text := files.All()["/shared/Groceries.a.xml"]
	want := subscribe.Report{Set: "Groceries", Subscription: "/shared", Read: 1, New: 1, Bytes: int64(len(text))}
	if len(reports) != 1 || !equal(reports[0], want) {
		t.Errorf("reports %+v, want %+v", reports, want)
	}
	if again := b.sync()[0]; !equal(again, subscribe.Report{Set: "Groceries", Subscription: "/shared"}) {
		t.Errorf("again: %+v, but the feed is as it was, and nothing is read", again)
	}
	whole, err := b.Sync(t.Context(), subscribe.SyncOptions{Whole: true})
	b.check(err)
	want = subscribe.Report{Set: "Groceries", Subscription: "/shared", Read: 1, Unchanged: 1, Bytes: int64(len(text))}
	if !equal(whole[0], want) {
		t.Errorf("whole: %+v, want %+v", whole[0], want)
	}
}

// equal compares reports, including problems.
func equal(a, b subscribe.Report) bool {
	problems := slices.Equal(a.Problems, b.Problems)
	a.Problems, b.Problems = nil, nil
	return problems && a.Error == b.Error && a.Set == b.Set && a.Subscription == b.Subscription &&
		[7]int{a.Read, a.New, a.Updated, a.Conflicts, a.Unchanged, a.Skipped, int(a.Bytes)} ==
			[7]int{b.Read, b.New, b.Updated, b.Conflicts, b.Unchanged, b.Skipped, int(b.Bytes)}
}

func TestOneFeedThatFailsKeepsNobodyElseFromBeingRead(t *testing.T) {
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	a.add("milk", "Milk")
	a.sync()
	files.Put("/shared/Groceries.0broken.xml", "<rss>")
	_, err := b.Subscriptions.Subscribe(t.Context(), "Groceries", "/elsewhere.xml")
	b.check(err)
	reports, err := b.Sync(t.Context(), subscribe.SyncOptions{})
	if err != nil || len(reports) != 2 {
		t.Fatalf("%+v, %v", reports, err)
	}
	if r := reports[0]; r.New != 1 || !strings.Contains(r.Error, "Groceries.0broken.xml:1:") {
		t.Errorf("folder: %+v", r)
	}
	if r := reports[1]; !strings.Contains(r.Error, "/elsewhere.xml") {
		t.Errorf("file: %+v", r)
	}
	all, err := b.Subscriptions.All(t.Context(), "Groceries")
	b.check(err)
	for i, r := range reports {
		if all[i].Location != r.Subscription || all[i].Health.Error != r.Error {
			t.Errorf("subscription %+v, report %+v", all[i], r)
		}
	}
}

func TestADryRunChangesNothing(t *testing.T) {
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	a.add("milk", "Milk")
	a.sync()
	before := files.Replaced()
	reports, err := b.Sync(t.Context(), subscribe.SyncOptions{DryRun: true})
	if err != nil || len(reports) != 1 || reports[0].New != 1 {
		t.Errorf("%+v, %v", reports, err)
	}
	if _, err := b.Lists.Item(t.Context(), "Groceries", "milk"); !errors.Is(err, store.ErrNoItem) {
		t.Errorf("milk is there: %v", err)
	}
	all, err := b.Subscriptions.All(t.Context(), "")
	if err != nil || all[0].Health != (store.Health{}) || files.Replaced() != before {
		t.Errorf("something was written: %+v, %v", all, err)
	}
}

func TestSyncOfSomeSetsOnly(t *testing.T) {
	files := &transporttest.Memory{}
	a := newMemoryDesk(t, "a", files)
	_, err := a.Lists.Create(t.Context(), lists.New{Name: "Work"})
	a.check(err)
	_, err = a.Subscriptions.Subscribe(t.Context(), "Work", "/shared")
	a.check(err)
	reports, err := a.Sync(t.Context(), subscribe.SyncOptions{Sets: []string{"Work"}})
	if err != nil || len(reports) != 1 || reports[0].Set != "Work" {
		t.Errorf("%+v, %v", reports, err)
	}
	if _, err := a.Sync(t.Context(), subscribe.SyncOptions{Sets: []string{"Gone"}}); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("error %v, want ErrNoSet", err)
	}
}

// serveWith serves the feed of notes with an additional feed-level element.
func (f *far) serveWith(address, text string) {
	f.serve(address, transporttest.Served{Text: strings.Replace(noteFeed("a"), "</author>", "</author>"+text, 1)})
}

const rssOf = `<rss version="2.0"><channel><title>Notes</title><link>https://a.example/</link><description>x</description>%</channel></rss>`

// The feed itself influences when it is refreshed next.
func TestWhatAFeedSaysDecidesWhenItIsReadNext(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, transporttest.Served{Text: strings.Replace(rssOf, "%", "<ttl>90</ttl>", 1)})
	f.due()
	within(t, "ttl", f.pause(feedA), 90*time.Minute)
	f.clock.step(2 * time.Hour)
	expires := f.clock.Now().Add(time.Hour)
	f.serveWith(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="2" expires="`+expires.Format(time.RFC3339)+`"/>`)
	f.due()
	within(t, "before it lets go of changes", f.pause(feedA), fetch.Default)
	f.serveWith(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="3" expires="`+f.clock.Now().Add(28*time.Minute).Format(time.RFC3339)+`"/>`)
	f.clock.step(20 * time.Minute)
	f.due()
	if got := f.pause(feedA); got != 6*time.Minute {
		t.Errorf("with eight minutes left it is read in %v", got)
	}
}

// Once the deadline for reading a feed has passed, it is no longer reported.
func TestWhatWillBeMissedIsSaidUntilItIs(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	expires := f.clock.Now().Add(3 * time.Hour)
	f.serveWith(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="2" expires="`+expires.Format(time.RFC3339)+`"/>`)
	f.due()
	missing := func() time.Time {
		t.Helper()
		all, err := f.Subscriptions.Healths(t.Context(), "")
		f.check(err)
		return all[0].Missing
	}
	if got := missing(); !got.Equal(expires) {
		t.Errorf("changes are missed after %v, want %v", got, expires)
	}
	f.clock.step(3 * time.Hour)
	if got := missing(); !got.IsZero() {
		t.Errorf("afterwards it still says %v", got)
	}
}

// SSE 0.93 §2.2: the sx:sharing elements of others are never republished; their other markup
// is.
func TestWhatOthersSayOfSharingIsNotPublishedOn(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serveWith(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="theirs" until="theirs2"><sx:related link="https://a.example/whole.xml" type="complete"/></sx:sharing><x:owner xmlns:x="urn:x">Ray</x:owner>`)
	f.serve("https://a.example/whole.xml", transporttest.Served{Text: noteFeed("a")})
	f.due()
	at, err := f.Sharing.PublishAt(t.Context(), "Groceries", "https://b.example/mine.xml")
	f.check(err)
	text := f.places.Text(at)
	if !strings.Contains(text, "Ray") || strings.Contains(text, "theirs") || strings.Contains(text, "whole.xml") {
		t.Errorf("published %s", text)
	}
}
