package feed_test

import (
	"testing"

	"crossfeed/engine/feed"
)

func TestTheSubscribersSteps(t *testing.T) {
	for _, c := range []struct {
		about, cached, since, until string
		want                        feed.Step
	}{
		{"4.1.1: the first reading", "", "3", "5", feed.Initial},
		{"4.1.1: the first reading of a feed without bounds", "", "", "", feed.Initial},
		{"4.1.2 step 2a: since is greater than the cached until", "2", "3", "5", feed.OutOfSync},
		{"4.1.2 step 2: since is the cached until", "3", "3", "5", feed.InStep},
		{"4.1.2 step 2: since is less", "4", "3", "5", feed.InStep},
		{"4.1.2 step 2: nothing is new", "5", "3", "5", feed.InStep},
		{"4.1.2 step 3: the feed says no bounds any more", "5", "", "", feed.InStep},
		{"an until below the cached one: the publisher was restored", "6", "3", "5", feed.Restored},
		{"2.1.4: texts are compared by code point, not as numbers", "10", "9", "95", feed.OutOfSync},
		{"2.1.4: beyond what 16 bits hold", "\uff5e", "\U0001f600", "\U0001f601", feed.OutOfSync},
		{"they are never parsed", "Sat, 21 May 2005 11:43:33 GMT", "Mon", "Sun", feed.InStep},
	} {
		s := &feed.Sharing{Since: c.since, Until: c.until}
		if got := feed.NextStep(feed.SSE093, c.cached, s); got != c.want {
			t.Errorf("%s: got %d, want %d", c.about, got, c.want)
		}
	}
	if got := feed.NextStep(feed.FeedSync10, "5", nil); got != feed.InStep {
		t.Errorf("a feed without sx:sharing: %d", got)
	}
	if got := feed.NextStep(feed.FeedSync10, "", nil); got != feed.Initial {
		t.Errorf("the first reading of a feed without sx:sharing: %d", got)
	}
}

func TestTheSubscribersStepsInSSE091(t *testing.T) {
	const (
		before = "Sat, 21 May 2005 11:43:32 GMT"
		at     = "Sat, 21 May 2005 11:43:33 GMT"
		same   = "21 May 2005 06:43:33 EST"
		after  = "Sat, 21 May 2005 11:43:34 GMT"
		later  = "Sun, 22 May 2005 00:00:00 GMT"
	)
	for _, c := range []struct {
		about, cached, since, until string
		want                        feed.Step
	}{
		{"the first reading", "", at, later, feed.Initial},
		{"what was cached is no time", "soon", at, later, feed.Initial},
		{"2.1: what was updated on since is in the feed", at, at, later, feed.InStep},
		{"instants are compared, not texts", same, at, later, feed.InStep},
		{"a second was purged", at, after, later, feed.OutOfSync},
		{"since is before", at, before, later, feed.InStep},
		{"2.1: without since from the beginning of time", at, "", later, feed.InStep},
		{"2.1: without until nothing is known of when", at, before, "", feed.InStep},
		{"since alone still tells of a gap", at, after, "", feed.OutOfSync},
		{"the publisher was restored", later, before, at, feed.Restored},
		{"a list that was upgraded has other texts", "2005-05-21T11:43:33.000000000Z", at, later, feed.InStep},
	} {
		s := &feed.Sharing{Since: c.since, Until: c.until}
		if got := feed.NextStep(feed.SSE091, c.cached, s); got != c.want {
			t.Errorf("%s: got %d, want %d", c.about, got, c.want)
		}
	}
}

func TestTheLesserUntilIsCached(t *testing.T) {
	const may, june = "Sat, 21 May 2005 11:43:33 GMT", "Fri, 3 Jun 2005 11:43:33 GMT"
	for _, c := range []struct {
		dialect    feed.Dialect
		a, b, want string
	}{
		{feed.FeedSync10, "10", "9", "10"},
		{feed.SSE093, "a", "B", "B"},
		{feed.FeedSync10, "", "9", "9"},
		{feed.FeedSync10, "9", "", "9"},
		{feed.FeedSync10, "", "", ""},
		{feed.SSE091, may, june, may},
		{feed.SSE091, june, may, may},
		{feed.SSE091, "", june, june},
	} {
		if got := feed.LesserUntil(c.dialect, c.a, c.b); got != c.want {
			t.Errorf("%s: of %q and %q %q, want %q", c.dialect, c.a, c.b, got, c.want)
		}
	}
}
