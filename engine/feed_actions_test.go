package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// A move is suggested once the server has reported it for three days, and only followed if a
// person agrees.
func TestAFeedThatMoved(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	moved := func() string {
		t.Helper()
		all, err := f.Subscriptions.Healths(t.Context(), "Groceries")
		f.check(err)
		return all[0].Moved
	}
	f.serve(feedA, transporttest.Served{Text: noteFeed("a"), Moved: feedB})
	for _, c := range []struct {
		days int
		want string
	}{{0, ""}, {1, ""}, {2, ""}, {3, feedB}, {4, feedB}} {
		f.syncAs(subscribe.SyncOptions{})
		if got := moved(); got != c.want {
			t.Errorf("after %d days %q, want %q", c.days, got, c.want)
		}
		f.clock.step(24 * time.Hour)
	}
	if f.at(feedA).Location != feedA {
		t.Error("it was followed by itself")
	}
	before := f.at(feedA)
	f.check(f.Subscriptions.Relocate(t.Context(), "Groceries", feedA, feedB))
	s := f.at(feedB)
	if s.Key != before.Key || !s.Next.IsZero() || s.Health != before.Health || moved() != "" {
		t.Errorf("relocated: %+v", s)
	}
	f.serve(feedB, transporttest.Served{Text: noteFeed("a")})
	f.places.Requests()
	if r := f.due()[0]; r.Error != "" || r.New != 0 {
		t.Errorf("read: %+v", r)
	}
	if asked := f.places.Requests(); asked[0].Address != feedB || asked[0].Known.ETag == "" {
		t.Errorf("what is known of the feed is lost: %+v", asked[0])
	}
	// A day of maintenance is not a move.
	f.serve(feedB, transporttest.Served{Text: noteFeed("a"), Moved: feedA})
	f.syncAs(subscribe.SyncOptions{})
	f.clock.step(48 * time.Hour)
	f.serve(feedB, transporttest.Served{Text: noteFeed("a")})
	f.syncAs(subscribe.SyncOptions{})
	f.clock.step(48 * time.Hour)
	f.serve(feedB, transporttest.Served{Text: noteFeed("a"), Moved: feedA})
	f.syncAs(subscribe.SyncOptions{})
	if got := moved(); got != "" {
		t.Errorf("after it was there again %q is proposed", got)
	}
}

func TestAnotherServerIsShownNoCertificates(t *testing.T) {
	f := newFar(t)
	f.places.Serve(feedA, transporttest.Served{Text: noteFeed("a")})
	access := transport.Access{User: "member", Fingerprint: "00ff", Certificate: "/c.pem", Key: "/k.pem", Authority: "/ca.pem", Proxy: "none"}
	_, err := f.Subscriptions.SubscribeAs(t.Context(), "Groceries", feedA, subscribe.Options{Access: access})
	f.check(err)
	f.check(f.Subscriptions.Relocate(t.Context(), "Groceries", feedA, "https://a.example/other.xml"))
	if got := f.at("https://a.example/other.xml").Access; got != access {
		t.Errorf("on the same server: %+v", got)
	}
	f.check(f.Subscriptions.Relocate(t.Context(), "Groceries", "https://a.example/other.xml", feedB))
	if got := f.at(feedB).Access; got != (transport.Access{User: "member", Authority: "/ca.pem", Proxy: "none"}) {
		t.Errorf("on another server: %+v", got)
	}
}

// The person's trusted authorities apply wherever a feed or a page leads; the person's
// credentials are not sent elsewhere.
func TestWhatIsNamedElsewhereIsReachedWithTheOwnAuthority(t *testing.T) {
	access := transport.Access{User: "member", Fingerprint: "00ff", Certificate: "/c.pem", Key: "/k.pem", Authority: "/ca.pem", Proxy: "none"}
	abroad := transport.Access{Authority: "/ca.pem", Proxy: "none"}
	f := newFar(t)
	bounds := `<sx:sharing since="2026-05-20T10:00:00Z" until="2026-05-21T10:00:00Z"><sx:related link="` + feedB + `" type="complete"/></sx:sharing>`
	f.places.Serve(feedA, transporttest.Served{Text: strings.Replace(noteFeed("a"), "<entry>", bounds+"<entry>", 1)})
	f.places.Serve(feedB, transporttest.Served{Text: noteFeed("a")})
	_, err := f.Subscriptions.SubscribeAs(t.Context(), "Groceries", feedA, subscribe.Options{Access: access})
	f.check(err)
	f.places.Requests()
	f.syncAs(subscribe.SyncOptions{})
	page := "https://a.example/page.html"
	f.places.Serve(page, transporttest.Served{
		Text: `<html><head><link rel="alternate" type="application/rss+xml" href="` + feedB + `"></head></html>`, Type: "text/html",
	})
	_, err = f.Subscriptions.Probe(t.Context(), "", page, access)
	f.check(err)
	at := map[string]int{}
	for _, r := range f.places.Requests() {
		at[r.Address]++
		want := access
		if r.Address == feedB {
			want = abroad
		}
		if r.Access != want {
			t.Errorf("%s was reached with %+v, want %+v", r.Address, r.Access, want)
		}
	}
	if at[feedB] != 2 {
		t.Errorf("asked for were %v", at)
	}
}

func TestAFeedIsForgottenAndReadAnew(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.due()
	f.check(f.Subscriptions.Forget(t.Context(), "Groceries", feedA))
	known := f.at(feedA).Feeds[feedA]
	if !reflect.DeepEqual(known, store.Feed{ID: "urn:x-test:a", Title: "Notes", Author: "laptop"}) {
		t.Errorf("still known: %+v", known)
	}
	f.places.Requests()
	reports := f.due()
	asked := f.places.Requests()
	if len(reports) != 1 || reports[0].Read != 1 || reports[0].Unchanged != 1 || asked[0].Known != (transport.Known{}) {
		t.Errorf("%+v, asked %+v", reports, asked)
	}
	if f.item("a").Winner.Title() != "a" {
		t.Error("what came from it is lost")
	}
}

func TestASubscriptionIsConfigured(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.due()
	f.check(f.Subscriptions.Configure(t.Context(), "Groceries", feedA, func(o *subscribe.Options) {
		if o.Mode != store.BothWays || o.Every != 0 {
			t.Errorf("the options are %+v", o)
		}
		o.Mode, o.Every, o.Unnamed, o.Access.User = store.TakeOnly, time.Hour, true, "member"
	}))
	s := f.at(feedA)
	if s.Mode != store.TakeOnly || s.Every != time.Hour || !s.Unnamed || s.Access.User != "member" || !s.Next.IsZero() {
		t.Errorf("%+v", s)
	}
	for name, change := range map[string]func(*subscribe.Options){
		"an unknown mode": func(o *subscribe.Options) { o.Mode = "sideways" },
		"too often":       func(o *subscribe.Options) { o.Every = time.Second },
		"too seldom":      func(o *subscribe.Options) { o.Every = 30 * 24 * time.Hour },
		"before now":      func(o *subscribe.Options) { o.Every = -time.Hour },
		"no keeper":       func(o *subscribe.Options) { o.Password = "secret" },
	} {
		if err := f.Subscriptions.Configure(t.Context(), "Groceries", feedA, change); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if again := f.at(feedA); !reflect.DeepEqual(again, s) {
		t.Errorf("%+v, was %+v", again, s)
	}
	for what, err := range map[string]error{
		"configure": f.Subscriptions.Configure(t.Context(), "Groceries", feedB, func(*subscribe.Options) {}),
		"relocate":  f.Subscriptions.Relocate(t.Context(), "Groceries", feedB, "https://c.example/feed.xml"),
		"forget":    f.Subscriptions.Forget(t.Context(), "Groceries", feedB),
	} {
		if !errors.Is(err, store.ErrNoSubscription) {
			t.Errorf("%s: %v, want ErrNoSubscription", what, err)
		}
	}
	f.subscribe(feedB, "b")
	if err := f.Subscriptions.Relocate(t.Context(), "Groceries", feedA, feedB); !errors.Is(err, store.ErrSubscribed) {
		t.Errorf("onto another one: %v, want ErrSubscribed", err)
	}
}

// A list never reads what it publishes itself.
func TestAWebPageIsNotSubscribedTo(t *testing.T) {
	f := newFar(t)
	const page = "https://a.example/blog/index.html"
	f.serve(page, transporttest.Served{Text: pageOfTwo, Type: "text/html"})
	_, err := f.Subscriptions.Subscribe(t.Context(), "Groceries", page)
	var trouble *transport.Error
	if !errors.As(err, &trouble) || trouble.Trouble != transport.NotFeed || trouble.Address != page {
		t.Errorf("error %v, want that there is no feed", err)
	}
	if all, err := f.Subscriptions.All(t.Context(), "Groceries"); err != nil || len(all) > 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestTheOwnFeedIsNotSubscribedTo(t *testing.T) {
	f := newFar(t)
	own, err := f.Sharing.PublishAt(t.Context(), "Groceries", "https://a.example/mine.xml")
	f.check(err)
	_, err = f.Subscriptions.Subscribe(t.Context(), "Groceries", own)
	var refused *subscribe.OwnFeedError
	if !errors.As(err, &refused) || refused.Address != own {
		t.Errorf("error %v, want *OwnFeedError", err)
	}
	f.subscribe(feedA, "a")
	if err := f.Subscriptions.Relocate(t.Context(), "Groceries", feedA, own); !errors.As(err, &refused) {
		t.Errorf("relocated: %v, want *OwnFeedError", err)
	}
}

// Each feed of a folder has its own health.
func TestHealthIsToldFeedByFeed(t *testing.T) {
	f := newFar(t)
	const folder = "https://a.example/dav/"
	f.serve(folder+"Groceries.phone.xml", transporttest.Served{Text: noteFeed("phone")})
	f.serve(folder+"Groceries.laptop.xml", transporttest.Served{Text: noteFeed("laptop")})
	_, err := f.Subscriptions.Subscribe(t.Context(), "Groceries", folder)
	f.check(err)
	f.subscribe(feedA, "a")
	all, err := f.Subscriptions.Healths(t.Context(), "")
	f.check(err)
	if len(all) != 2 || all[0].Address != "" || !all[0].Next.Equal(f.clock.Now()) {
		t.Errorf("before the first reading: %+v", all)
	}
	f.due()
	if all, err = f.Subscriptions.Healths(t.Context(), "Groceries"); err != nil || len(all) != 3 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []string{folder + "Groceries.laptop.xml", folder + "Groceries.phone.xml", feedA} {
		h := all[i]
		if h.Address != want || h.Set != "Groceries" || h.Feed.Title != "Notes" || !h.Next.Equal(h.Subscription.Next) || h.Of != 0 {
			t.Errorf("%+v, want %s", h, want)
		}
	}
	if _, err := f.Subscriptions.Healths(t.Context(), "Gone"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("error %v, want ErrNoSet", err)
	}
}
