package feed_test

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

var noon = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

// ago returns the stamp of an item that was incorporated at that time before noon.
func ago(d time.Duration) feed.Stamp { return feed.Stamp(noon.Add(-d).UnixNano()) }

const day = 24 * time.Hour

func TestAStampIsATextOfFixedWidth(t *testing.T) {
	for s, want := range map[feed.Stamp]string{
		ago(0):                         "2026-05-21T12:00:00.000000000Z",
		ago(-1):                        "2026-05-21T12:00:00.000000001Z",
		ago(time.Hour * 24 * 365 * 50): "1976-06-02T12:00:00.000000000Z",
	} {
		if got := s.Text(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestTextsAreOrderedAsTimes checks what the footnote of SSE 0.93 §4 requires of dates.
func TestTextsAreOrderedAsTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.Int64Range(0, 1<<62)
		a, b := feed.Stamp(some.Draw(t, "a")), feed.Stamp(some.Draw(t, "b"))
		if (a < b) != (a.Text() < b.Text()) || (a == b) != (a.Text() == b.Text()) || len(a.Text()) != len(b.Text()) {
			t.Fatalf("%s and %s", a.Text(), b.Text())
		}
	})
}

func TestTheWindowSaysWhatThePartialFeedHolds(t *testing.T) {
	stamps := []feed.Stamp{ago(40 * day), ago(31 * day), ago(30 * day), ago(2 * day), ago(time.Hour)}
	for _, c := range []struct {
		about, window string
		from          int
		since         feed.Stamp
	}{
		{"without a window all", "none", 0, stamps[0]},
		{"what changed in the last days, to the nanosecond", "30d", 2, stamps[1]},
		{"the items that changed last", "2", 3, stamps[2]},
		{"whichever is more: the days", "30d,2", 2, stamps[1]},
		{"whichever is more: the number", "1d,2", 3, stamps[2]},
		{"more than there are", "50", 0, stamps[0]},
		{"all of them", "5", 0, stamps[0]},
		{"long ago", "41d", 0, stamps[0]},
	} {
		w, err := feed.ParseWindow(c.window)
		if err != nil {
			t.Fatal(err)
		}
		from, b := feed.Cut(stamps, w, noon)
		if from != c.from || b.Since != c.since.Text() || b.Until != stamps[4].Text() {
			t.Errorf("%s: from %d, %+v; want %d, since %s", c.about, from, b, c.from, c.since.Text())
		}
	}
}

func TestThereIsNeverAnEmptyPartialFeedOfAListWithItems(t *testing.T) {
	old := []feed.Stamp{ago(90 * day), ago(80 * day)}
	if from, b := feed.Cut(old, feed.Window{Days: 30}, noon); from != 1 || b.Since != old[0].Text() || b.Until != old[1].Text() {
		t.Errorf("from %d, %+v", from, b)
	}
	if from, b := feed.Cut(nil, feed.Window{Count: 3}, noon); from != 0 || b != (feed.Bounds{}) {
		t.Errorf("of an empty list: from %d, %+v", from, b)
	}
}

// TestThePublishersSteps checks the steps of SSE 0.93 §4.2, one by one.
func TestThePublishersSteps(t *testing.T) {
	w := feed.Window{Days: 30}
	a, b, c := ago(20*day), ago(10*day), ago(0)

	t.Run("4.2.1 steps 1a and 1b: since is the least recently updated item, until the most recently updated", func(t *testing.T) {
		_, s, _, _ := feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b}, w, noon)
		if s.Since != a.Text() || s.Until != b.Text() {
			t.Errorf("%+v", s)
		}
	})
	t.Run("4.2.1 step 1c: expires is before what changes next is purged", func(t *testing.T) {
		_, s, _, _ := feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b}, w, noon)
		if s.Expires != "2026-06-20T12:00:00Z" {
			t.Errorf("expires %s", s.Expires)
		}
		_, s, _, _ = feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b}, feed.Window{Count: 1}, noon)
		if s.Expires != "" {
			t.Errorf("a number of items expires %s", s.Expires)
		}
	})
	t.Run("4.2.1: a complete feed is never purged", func(t *testing.T) {
		_, _, s, l := feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b}, w, noon)
		_, _, later, _ := l.Publish(item.FeedSync10, []feed.Stamp{b, c}, w, noon.Add(90*day))
		if s.Since != a.Text() || s.Until != b.Text() || s.Expires != "" || later.Since != a.Text() || later.Until != c.Text() {
			t.Errorf("%+v, later %+v", s, later)
		}
	})
	t.Run("4.2.2 step 1: expires is renewed once half of the window is over", func(t *testing.T) {
		_, s, _, l := feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b}, w, noon)
		for days, want := range map[int]string{1: s.Expires, 15: s.Expires, 16: "2026-07-06T12:00:00Z", 40: "2026-07-30T12:00:00Z"} {
			if _, again, _, _ := l.Publish(item.FeedSync10, []feed.Stamp{a, b}, w, noon.Add(time.Duration(days)*day)); again.Expires != want {
				t.Errorf("after %d days: %s, want %s", days, again.Expires, want)
			}
		}
		if _, again, _, _ := l.Publish(item.FeedSync10, []feed.Stamp{a, b}, feed.Window{Days: 7}, noon); again.Expires != "2026-05-28T12:00:00Z" {
			t.Errorf("in a smaller window: %s", again.Expires)
		}
	})
	t.Run("4.2.3 step 1: until grows, and since stays while nothing is purged", func(t *testing.T) {
		_, _, _, l := feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b}, w, noon)
		_, s, _, _ := l.Publish(item.FeedSync10, []feed.Stamp{b, c}, w, noon)
		if s.Since != a.Text() || s.Until != c.Text() {
			t.Errorf("%+v", s)
		}
	})
	t.Run("4.2.4 step 1: since is the greatest value of what is purged", func(t *testing.T) {
		_, _, _, l := feed.Ledger{}.Publish(item.FeedSync10, []feed.Stamp{a, b, c}, w, noon)
		from, s, _, _ := l.Publish(item.FeedSync10, []feed.Stamp{a, b, c}, w, noon.Add(25*day))
		if from != 2 || s.Since != b.Text() || s.Until != c.Text() {
			t.Errorf("from %d, %+v", from, s)
		}
	})
}

// TestThePublishersStepsInSSE091 publishes two changes within one second separately.
func TestThePublishersStepsInSSE091(t *testing.T) {
	var l feed.Ledger
	var stamps []feed.Stamp
	for _, c := range []struct {
		about        string
		stamp        feed.Stamp
		days, count  int
		since, until string
		window       int
	}{
		{"until is after all that is in it, and without since it is complete", ago(0), 30, 0, "", "Thu, 21 May 2026 12:00:01 GMT", 30},
		{"2.1: until grows, by a second where less went by", ago(-1), 30, 0, "", "Thu, 21 May 2026 12:00:02 GMT", 30},
		{"what the first feed held is left out: who read that one missed nothing", ago(-2), 0, 2, "Thu, 21 May 2026 12:00:01 GMT", "Thu, 21 May 2026 12:00:03 GMT", 0},
		{"what the second feed held is left out", ago(-3), 0, 2, "Thu, 21 May 2026 12:00:02 GMT", "Thu, 21 May 2026 12:00:04 GMT", 0},
		{"a minute later", ago(-time.Minute), 0, 1, "Thu, 21 May 2026 12:00:04 GMT", "Thu, 21 May 2026 12:01:01 GMT", 0},
		{"nothing changed", 0, 0, 1, "Thu, 21 May 2026 12:00:04 GMT", "Thu, 21 May 2026 12:01:01 GMT", 0},
	} {
		if c.stamp != 0 {
			stamps = append(stamps, c.stamp)
		}
		_, some, all, next := l.Publish(item.SSE091, stamps, feed.Window{Days: c.days, Count: c.count}, noon)
		if some.Since != c.since || some.Until != c.until || some.Window != c.window || some.Expires != "" || all.Since != "" || all.Until != c.until {
			t.Errorf("%s: %+v and %+v", c.about, some, all)
		}
		l = next
	}
}

// TestAnEmptyListSaysUpToWhenItIs checks that the feed of an empty list is older than any
// later publication.
func TestAnEmptyListSaysUpToWhenItIs(t *testing.T) {
	for dialect, want := range map[item.Dialect]string{item.FeedSync10: "1970-01-01T00:00:00.000000000Z", item.SSE091: "Thu, 01 Jan 1970 00:00:00 GMT"} {
		w := feed.Window{Count: 1}
		_, some, all, l := feed.Ledger{}.Publish(dialect, nil, w, noon)
		if some.Until != want || all.Until != want || some.Since > want {
			t.Errorf("%s: %+v and %+v", dialect, some, all)
		}
		_, later, _, l := l.Publish(dialect, []feed.Stamp{ago(day), ago(0)}, w, noon)
		if step := feed.NextStep(dialect, want, &later); step != feed.OutOfSync {
			t.Errorf("%s: %+v, and the step is %d", dialect, later, step)
		}
		if _, emptied, whole, _ := l.Publish(dialect, nil, w, noon); emptied.Until != later.Until || whole.Until != later.Until {
			t.Errorf("%s: emptied %+v and %+v, before %+v", dialect, emptied, whole, later)
		}
	}
}

func TestOnlySomeOfManyPublishingsAreRemembered(t *testing.T) {
	var l feed.Ledger
	var stamps []feed.Stamp
	for i := range 1000 {
		stamps = append(stamps, ago(-time.Duration(i)*time.Hour))
		var s feed.Sharing
		if _, s, _, l = l.Publish(item.SSE091, stamps, feed.Window{Count: 10}, noon); len(l.Marks) > 64 || s.Until != feed.FormatRFC822(noon.Add(time.Duration(i)*time.Hour+time.Second)) {
			t.Fatalf("after %d: %d marks, %+v", i, len(l.Marks), s)
		}
		if since := feed.FormatRFC822(noon.Add(time.Duration(i-10)*time.Hour + time.Second)); i >= 10 && s.Since != since {
			t.Fatalf("after %d: since %s, want %s", i, s.Since, since)
		}
	}
}

func TestALedgerIsReadAsItWasWritten(t *testing.T) {
	for _, dialect := range []item.Dialect{item.FeedSync10, item.SSE091} {
		_, _, _, l := feed.Ledger{}.Publish(dialect, []feed.Stamp{ago(day), ago(0)}, feed.Window{Days: 30}, noon)
		text, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := feed.ReadLedger(text); err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%s: %s is read as %+v, %v; want %+v", dialect, text, again, err, l)
		}
	}
	if l, err := feed.ReadLedger(""); err != nil || !reflect.DeepEqual(l, feed.Ledger{}) {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := feed.ReadLedger("{"); err == nil {
		t.Error("half a ledger was read")
	}
}

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
		if got := feed.NextStep(item.SSE093, c.cached, s); got != c.want {
			t.Errorf("%s: got %d, want %d", c.about, got, c.want)
		}
	}
	if got := feed.NextStep(item.FeedSync10, "5", nil); got != feed.InStep {
		t.Errorf("a feed without sx:sharing: %d", got)
	}
	if got := feed.NextStep(item.FeedSync10, "", nil); got != feed.Initial {
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
		if got := feed.NextStep(item.SSE091, c.cached, s); got != c.want {
			t.Errorf("%s: got %d, want %d", c.about, got, c.want)
		}
	}
}

func TestTheLesserUntilIsCached(t *testing.T) {
	const may, june = "Sat, 21 May 2005 11:43:33 GMT", "Fri, 3 Jun 2005 11:43:33 GMT"
	for _, c := range []struct {
		dialect    item.Dialect
		a, b, want string
	}{
		{item.FeedSync10, "10", "9", "10"},
		{item.SSE093, "a", "B", "B"},
		{item.FeedSync10, "", "9", "9"},
		{item.FeedSync10, "9", "", "9"},
		{item.FeedSync10, "", "", ""},
		{item.SSE091, may, june, may},
		{item.SSE091, june, may, may},
		{item.SSE091, "", june, june},
	} {
		if got := feed.LesserUntil(c.dialect, c.a, c.b); got != c.want {
			t.Errorf("%s: of %q and %q %q, want %q", c.dialect, c.a, c.b, got, c.want)
		}
	}
}

func TestWindowsAreReadAndPrinted(t *testing.T) {
	for text, want := range map[string]struct {
		window  feed.Window
		printed string
	}{
		"":           {feed.Window{}, "none"},
		"none":       {feed.Window{}, "none"},
		"30d":        {feed.Window{Days: 30}, "30d"},
		"500":        {feed.Window{Count: 500}, "500"},
		" 30d, 500 ": {feed.Window{Days: 30, Count: 500}, "30d,500"},
		"500,30d":    {feed.Window{Days: 30, Count: 500}, "30d,500"},
		"36500d":     {feed.Window{Days: 36500}, "36500d"},
	} {
		w, err := feed.ParseWindow(text)
		if err != nil || w != want.window || w.String() != want.printed {
			t.Errorf("%q: %+v, %q, %v; want %+v, %q", text, w, w.String(), err, want.window, want.printed)
		}
		if again, err := feed.ParseWindow(w.String()); err != nil || again != w {
			t.Errorf("%q: read back as %+v, %v", w, again, err)
		}
	}
}

func TestWhatIsNoWindowIsRefused(t *testing.T) {
	for _, text := range []string{"0", "0d", "-1", "-3d", "d", "30 d", "30days", "1,2", "1d,2d", "1,", ",", "1.5d", "36501d", "10000001", "+5", "99999999999999999999"} {
		if w, err := feed.ParseWindow(text); err == nil {
			t.Errorf("%q is read as %+v", text, w)
		}
	}
}
