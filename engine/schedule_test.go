package engine_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

const feedA, feedB = "https://a.example/feed.xml", "https://b.example/feed.xml"

// within checks that an interval is want plus at most the allowed jitter.
func within(t *testing.T, what string, got, want time.Duration) {
	t.Helper()
	if got < want || got > want+want/10 {
		t.Errorf("%s: %v, want %v and up to a tenth more", what, got, want)
	}
}

func TestOnlyWhatIsDueIsRead(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.subscribe(feedB, "b")
	f.check(f.Subscriptions.Configure(t.Context(), "Groceries", feedB, func(o *subscribe.Options) { o.Every = time.Hour }))
	if reports := f.due(); len(reports) != 2 {
		t.Errorf("what was never read is due: %+v", reports)
	}
	within(t, "the usual pause", f.pause(feedA), fetch.Default)
	within(t, "the user's", f.pause(feedB), time.Hour)
	if reports := f.due(); len(reports) != 0 {
		t.Errorf("nothing is due: %+v", reports)
	}
	if next, any, err := f.Subscriptions.Due(t.Context()); err != nil || !any || !next.Equal(f.at(feedA).Next) {
		t.Errorf("next is %v, %v, %v", next, any, err)
	}
	f.clock.step(20 * time.Minute)
	if reports := f.due(); len(reports) != 1 || reports[0].Subscription != feedA {
		t.Errorf("only the first one is due: %+v", reports)
	}
	f.check(f.Subscriptions.Pause(t.Context(), "Groceries", feedA, true))
	f.clock.step(24 * time.Hour)
	if reports := f.due(); len(reports) != 1 || reports[0].Subscription != feedB {
		t.Errorf("what is paused is never due: %+v", reports)
	}
}

func TestATooManyIsHeeded(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, failing(feedA, transport.Error{Trouble: transport.TooMany, Status: 429, RetryAfter: 2 * time.Hour}))
	reports := f.due()
	if reports[0].Error == "" {
		t.Errorf("it says %+v", reports)
	}
	if got := f.pause(feedA); got != 2*time.Hour {
		t.Errorf("it is read again in %v", got)
	}
	if h := f.at(feedA).Health; h.Trouble != transport.TooMany || h.Failures != 1 || h.ErrorSince != f.clock.Now() {
		t.Errorf("health %+v", h)
	}
	f.clock.step(119 * time.Minute)
	if reports := f.due(); len(reports) != 0 {
		t.Error("it is asked too soon")
	}
}

// Failures increase the intervals, and one success resets them.
func TestFailuresAreTriedAgainLaterAndLater(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, failing(feedA, transport.Error{Trouble: transport.Unavailable, Status: 503}))
	since := f.clock.Now()
	for _, want := range []time.Duration{15, 30, 60, 120, 240, 360, 360} {
		f.due()
		within(t, "the pause", f.pause(feedA), want*time.Minute)
		f.clock.step(f.pause(feedA))
	}
	if h := f.at(feedA).Health; h.ErrorSince != since || h.Failures != 7 || !h.LastSuccess.IsZero() {
		t.Errorf("health %+v", h)
	}
	f.serve(feedA, transporttest.Served{Text: noteFeed("a")})
	f.due()
	within(t, "the pause", f.pause(feedA), fetch.Default)
	if h := f.at(feedA).Health; h.Error != "" || h.Failures != 0 || !h.ErrorSince.IsZero() || h.Trouble != transport.Other {
		t.Errorf("health %+v", h)
	}
}

// A feed that is permanently gone is no longer requested automatically, and that is reported;
// it is requested if a person asks.
func TestAFeedThatIsGoneIsReadOnlyWhereAPersonAsks(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, failing(feedA, transport.Error{Trouble: transport.Gone, Status: 410}))
	f.due()
	if s := f.at(feedA); !s.Stopped || s.Health.Error == "" || s.Health.Trouble != transport.Gone {
		t.Errorf("%+v", s)
	}
	health, err := f.Subscriptions.Healths(t.Context(), "Groceries")
	if err != nil || !health[0].Next.IsZero() {
		t.Errorf("it is said to be read at %v, %v", health[0].Next, err)
	}
	f.clock.step(90 * 24 * time.Hour)
	f.places.Requests()
	f.due()
	if asked := f.places.Requests(); len(asked) != 0 {
		t.Errorf("it is asked for: %v", asked)
	}
	reports := f.syncAs(subscribe.SyncOptions{})
	if asked := f.places.Requests(); len(asked) != 0 || len(reports) != 1 || reports[0].Error == "" {
		t.Errorf("a sync of all asks %d times and says %+v", len(asked), reports)
	}
	f.serve(feedA, transporttest.Served{Text: noteFeed("a")})
	reports = f.syncAs(subscribe.SyncOptions{Subscriptions: []string{feedA}})
	if len(reports) != 1 || reports[0].New != 1 || f.at(feedA).Stopped {
		t.Errorf("asked for by name: %+v", reports)
	}
	within(t, "the pause", f.pause(feedA), fetch.Default)
}

// The result of one feed of a folder, or of its complete feed, stops nothing else.
func TestAPartThatIsGoneStopsNothing(t *testing.T) {
	f := newFar(t)
	const folder = "https://a.example/dav/"
	f.serve(folder, transporttest.Served{})
	f.serve(folder+"Groceries.phone.xml", transporttest.Served{Text: noteFeed("phone")})
	gone := folder + "Groceries.laptop.xml"
	f.serve(gone, failing(gone, transport.Error{Trouble: transport.Gone, Status: 410}))
	_, err := f.Subscriptions.Subscribe(t.Context(), "Groceries", folder)
	f.check(err)
	reports := f.due()
	if s := f.at(folder); s.Stopped || len(reports) != 1 || reports[0].New != 1 || reports[0].Error == "" {
		t.Errorf("stopped: %v, %+v", s.Stopped, reports)
	}
}

// The server's freshness lifetime is respected, unless the user set an interval.
func TestAnAnswerThatStaysFresh(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, transporttest.Served{Text: noteFeed("a"), Fresh: time.Hour})
	f.due()
	within(t, "the server's pause", f.pause(feedA), time.Hour)
	f.check(f.Subscriptions.Configure(t.Context(), "Groceries", feedA, func(o *subscribe.Options) { o.Every = 5 * time.Minute }))
	f.due()
	within(t, "the user's pause", f.pause(feedA), 5*time.Minute)
}

func TestAPersonTriesOneNow(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.subscribe(feedB, "b")
	f.due()
	f.places.Requests()
	reports := f.syncAs(subscribe.SyncOptions{Subscriptions: []string{"HTTPS://A.example:443/x/../feed.xml"}, Whole: true})
	asked := f.places.Requests()
	if len(reports) != 1 || len(asked) != 1 || asked[0].Address != feedA || !asked[0].Whole {
		t.Errorf("%+v, asked %+v", reports, asked)
	}
	_, err := f.Sync(t.Context(), subscribe.SyncOptions{Subscriptions: []string{"https://c.example/feed.xml"}})
	if !errors.Is(err, store.ErrNoSubscription) {
		t.Errorf("error %v, want ErrNoSubscription", err)
	}
}

// The interval for all feeds applies to those without one of their own, from their next refresh.
func TestTheIntervalOfAllFeeds(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.subscribe(feedB, "b")
	f.check(f.Subscriptions.Configure(t.Context(), "Groceries", feedB, func(o *subscribe.Options) { o.Every = time.Hour }))
	f.Subscriptions.SetInterval(5 * time.Minute)
	f.due()
	within(t, "that of all feeds", f.pause(feedA), 5*time.Minute)
	within(t, "its own", f.pause(feedB), time.Hour)
	f.Subscriptions.SetInterval(0)
	f.clock.step(6 * time.Minute)
	f.due()
	within(t, "the default again", f.pause(feedA), fetch.Default)
}
