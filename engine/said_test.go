package engine_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/schedule"
)

// said serves the feed of notes with something said at the level of the feed.
func (f *far) said(address, text string) {
	f.serve(address, locationtest.Served{Text: strings.Replace(noteFeed("a"), "</author>", "</author>"+text, 1)})
}

const rssOf = `<rss version="2.0"><channel><title>Notes</title><link>https://a.example/</link><description>x</description>%</channel></rss>`

// What a feed says of itself decides when it is read next.
func TestWhatAFeedSaysDecidesWhenItIsReadNext(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, locationtest.Served{Text: strings.Replace(rssOf, "%", "<ttl>90</ttl>", 1)})
	f.due()
	within(t, "ttl", f.pause(feedA), 90*time.Minute)
	f.clock.step(2 * time.Hour)
	expires := f.clock.Now().Add(time.Hour)
	f.said(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="2" expires="`+expires.Format(time.RFC3339)+`"/>`)
	f.due()
	within(t, "before it lets go of changes", f.pause(feedA), schedule.Default)
	f.said(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="3" expires="`+f.clock.Now().Add(28*time.Minute).Format(time.RFC3339)+`"/>`)
	f.clock.step(20 * time.Minute)
	f.due()
	if got := f.pause(feedA); got != 6*time.Minute {
		t.Errorf("with eight minutes left it is read in %v", got)
	}
}

// Once it is over by when a feed had to be read, nothing is said of that any more.
func TestWhatWillBeMissedIsSaidUntilItIs(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	expires := f.clock.Now().Add(3 * time.Hour)
	f.said(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="1" until="2" expires="`+expires.Format(time.RFC3339)+`"/>`)
	f.due()
	missing := func() time.Time {
		t.Helper()
		all, err := f.Healths(t.Context(), "")
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

// SSE 0.93 §2.2: what others say in sx:sharing is never published on; their other markup is.
func TestWhatOthersSayOfSharingIsNotPublishedOn(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.said(feedA, `<sx:sharing xmlns:sx="http://feedsync.org/2007/feedsync" since="theirs" until="theirs2"><sx:related link="https://a.example/whole.xml" type="complete"/></sx:sharing><x:owner xmlns:x="urn:x">Ray</x:owner>`)
	f.serve("https://a.example/whole.xml", locationtest.Served{Text: noteFeed("a")})
	f.due()
	at, err := f.PublishAt(t.Context(), "Groceries", "https://b.example/mine.xml")
	f.check(err)
	text := f.places.Text(at)
	if !strings.Contains(text, "Ray") || strings.Contains(text, "theirs") || strings.Contains(text, "whole.xml") {
		t.Errorf("published %s", text)
	}
}
