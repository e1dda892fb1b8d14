package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

var complete = "complete " + completeAt

// SSE 0.93 §4.1.1.
func TestTheFirstReadingReadsTheCompleteFeedAsWell(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("3", "5", complete), theirs("c", 1))
	r.serve(completeAt, bounds("1", "4"), theirs("a", 1), theirs("b", 1))
	report := r.asks("first", partialAt, completeAt)
	if report.Read != 3 || report.New != 3 || report.Error != "" {
		t.Errorf("%+v", report)
	}
	r.sees("first", "a 1", "b 1", "c 1")
	r.until("the lesser of both", "4")
	if f := r.storedFeed(); f.Title != "Their list" || f.Complete != completeAt {
		t.Errorf("remembered %+v", f)
	}
}

// SSE 0.93 §4.1.2 step 3.
func TestWhoIsInStepReadsThePartialFeedAlone(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "2", complete), theirs("a", 1))
	r.serve(completeAt, bounds("1", "2"), theirs("a", 1))
	r.asks("first", partialAt, completeAt)
	r.asks("unchanged", partialAt)
	r.serve(partialAt, bounds("2", "3", complete), theirs("b", 1))
	r.asks("since is the cached until", partialAt)
	r.sees("in step", "a 1", "b 1")
	r.until("in step", "3")
}

// SSE 0.93 §4.1.2 step 2, as READING.md interprets it.
func TestWhoIsOutOfSyncReadsTheCompleteFeedAndDiscardsWhatItLacks(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "3", complete), theirs("a", 1), theirs("b", 1), theirs("c", 1))
	r.serve(completeAt, bounds("1", "3"), theirs("a", 1), theirs("b", 1), theirs("c", 1))
	r.asks("first", partialAt, completeAt)
	r.edit("b", "Mine")
	r.add("own", "Own")
	r.serve(partialAt, bounds("7", "9", complete), theirs("d", 1))
	r.serve(completeAt, bounds("1", "9"), theirs("a", 2), theirs("d", 1))
	report := r.asks("out of sync", partialAt, completeAt)
	if report.Discarded != 1 {
		t.Errorf("%+v, want c discarded", report)
	}
	r.sees("out of sync", "a 2", "Mine", "Own", "d 1")
	if got := r.archive("c"); len(got) != 1 {
		t.Errorf("the archive has %q of c", got)
	}
	r.until("out of sync", "9")
	if !r.storedFeed().Gap.IsZero() {
		t.Error("a gap is told of, and nothing was missed")
	}
}

func TestWithoutACompleteFeedNothingIsDiscardedAndTheGapIsShown(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "3"), theirs("a", 1), theirs("b", 1))
	r.asks("first", partialAt)
	r.clock.step(time.Hour)
	r.serve(partialAt, bounds("7", "9"), theirs("c", 1))
	missed := r.clock.Now()
	r.asks("out of sync", partialAt)
	r.sees("out of sync", "a 1", "b 1", "c 1")
	r.until("out of sync", "9")
	if got := r.storedFeed().Gap; !got.Equal(missed) {
		t.Errorf("the gap is of %s, want %s", got, missed)
	}
	r.clock.step(time.Hour)
	r.serve(partialAt, bounds("8", "10"), theirs("d", 1))
	r.asks("in step again", partialAt)
	if got := r.storedFeed().Gap; !got.Equal(missed) {
		t.Errorf("what was missed is missed: the gap is of %s", got)
	}
	r.serve(partialAt, bounds("12", "13", complete), theirs("e", 1))
	r.serve(completeAt, bounds("1", "13"), theirs("a", 1), theirs("b", 1), theirs("c", 1), theirs("d", 1), theirs("e", 1), theirs("f", 1))
	r.asks("with a complete feed", partialAt, completeAt)
	r.sees("with a complete feed", "a 1", "b 1", "c 1", "d 1", "e 1", "f 1")
	if got := r.storedFeed().Gap; !got.IsZero() {
		t.Errorf("the gap of %s was closed", got)
	}
}

func TestAPublisherThatWasRestoredIsReadAsForTheFirstTime(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "8", complete), theirs("a", 3))
	r.serve(completeAt, bounds("1", "8"), theirs("a", 3), theirs("b", 1))
	r.asks("first", partialAt, completeAt)
	r.serve(partialAt, bounds("1", "4", complete), theirs("a", 1))
	r.serve(completeAt, bounds("1", "4"), theirs("a", 1), theirs("c", 1))
	report := r.asks("restored", partialAt, completeAt)
	if report.Discarded != 0 {
		t.Errorf("%+v", report)
	}
	r.sees("nothing is discarded", "a 3", "b 1", "c 1")
	r.until("restored", "4")
}

func TestACompleteFeedThatCannotBeReadIsTriedAgain(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("2", "3", complete), theirs("b", 1))
	for range 2 {
		report := r.asks("it is not there", partialAt, completeAt)
		if !strings.Contains(report.Error, completeAt) {
			t.Errorf("%q does not name the complete feed", report.Error)
		}
		r.sees("the partial one is merged", "b 1")
		r.until("not there", "")
	}
	r.serve(completeAt, bounds("1", "3"), theirs("a", 1), theirs("b", 1))
	r.asks("it is there", partialAt, completeAt)
	r.sees("it is there", "b 1", "a 1")
	r.until("it is there", "3")

	r.serve(partialAt, bounds("6", "7", complete), theirs("d", 1))
	r.places.Serve(completeAt, transporttest.Served{Err: &transport.Error{Trouble: transport.Unavailable, Address: completeAt, Status: 503}})
	report := r.asks("out of sync", partialAt, completeAt)
	r.sees("nothing is discarded", "b 1", "a 1", "d 1")
	r.until("it cannot be read", "3")
	if h := r.health(); report.Error == "" || h.Trouble != transport.Unavailable {
		t.Errorf("%+v, %+v", report, h)
	}
	r.serve(completeAt, bounds("1", "7"), theirs("a", 1), theirs("d", 1))
	r.asks("mended", partialAt, completeAt)
	r.sees("mended", "a 1", "d 1")
}

// health returns the health of the subscription.
func (r *reader) health() store.Health {
	r.Helper()
	all, err := r.Subscriptions.All(r.t.Context(), "Groceries")
	r.check(err)
	return all[0].Health
}

func TestABrokenCompleteFeedKeepsThePartialOneOut(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("2", "3", complete), theirs("b", 1))
	r.places.Serve(completeAt, transporttest.Served{Text: "<rss><channel>"})
	for range 2 {
		if report := r.asks("broken", partialAt, completeAt); !strings.Contains(report.Error, completeAt+":1:") {
			t.Errorf("error %q", report.Error)
		}
		r.sees("all or nothing")
	}
	r.serve(completeAt, "", theirs("a", 1))
	r.asks("mended", partialAt, completeAt)
	r.sees("mended", "a 1", "b 1")
	r.until("that of the one that says one", "3")
}

func TestCompleteFeedsAreFollowedOnceEach(t *testing.T) {
	third := "https://example.org/third.xml"
	for name, c := range map[string]struct {
		partial, complete, third string
		asks                     []string
	}{
		"it names itself":         {"complete " + partialAt, "", "", []string{partialAt}},
		"each names the other":    {complete, "complete " + partialAt, "", []string{partialAt, completeAt}},
		"the complete one itself": {complete, complete, "", []string{partialAt, completeAt}},
		"it names another":        {complete, "complete " + third, complete, []string{partialAt, completeAt, third}},
	} {
		r := newReader(t, t)
		r.serve(partialAt, bounds("2", "3", c.partial), theirs("a", 1))
		r.serve(completeAt, bounds("1", "3", c.complete), theirs("b", 1))
		r.serve(third, bounds("1", "3", c.third), theirs("c", 1))
		if report := r.asks(name, c.asks...); report.Error != "" || report.New != len(c.asks) {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

func TestAFeedThatIsItsOwnCompleteOneDiscards(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "3", "complete "+partialAt), theirs("a", 1), theirs("b", 1))
	r.asks("first", partialAt)
	r.serve(partialAt, bounds("5", "6", "complete "+partialAt), theirs("b", 1))
	r.asks("out of sync", partialAt)
	r.sees("out of sync", "b 1")
}

// SSE 0.93 §2.3, as READING.md interprets it.
func TestWhereALinkToACompleteFeedMayLead(t *testing.T) {
	for link, want := range map[string]string{
		"groceries.complete.xml":                       completeAt,
		"../elsewhere/groceries.complete.xml":          completeAt,
		"file:///home/somebody/groceries.complete.xml": completeAt,
		"file:///groceries%20x.complete.xml":           "https://example.org/lists/groceries%20x.complete.xml",
		"https://other.example/all.xml":                "https://other.example/all.xml",
		"http://example.org/all.xml":                   "",
		"file:///":                                     "",
		"gopher://example.org/all.xml":                 "",
		"https://user:secret@example.org/all.xml":      "",
	} {
		r := newReader(t, t)
		r.serve(partialAt, bounds("2", "3", "complete "+link), theirs("a", 1))
		for _, at := range []string{completeAt, "https://example.org/lists/groceries%20x.complete.xml", "https://other.example/all.xml", "http://example.org/all.xml"} {
			r.serve(at, "", theirs("b", 1))
		}
		if want == "" {
			report := r.asks(link, partialAt)
			if report.Error == "" || strings.Contains(report.Error, "secret") {
				t.Errorf("%s: error %q", link, report.Error)
			}
			r.sees("the partial one is merged", "a 1")
			continue
		}
		if report := r.asks(link, partialAt, want); report.Error != "" {
			t.Errorf("%s: %s", link, report.Error)
		}
	}
}

func TestWhatIsSaidAfterTheItemsCounts(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, "", theirs("a", 1), bounds("2", "3", complete))
	r.serve(completeAt, "", theirs("b", 1))
	r.asks("after the items", partialAt, completeAt)
	r.until("after the items", "3")
}

// A feed without bounds that links to its complete feed is read together with it once.
func TestAFeedWithoutBoundsIsReadWithItsCompleteOneOnce(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("", "", complete), theirs("a", 1))
	r.serve(completeAt, "", theirs("b", 1))
	r.asks("first", partialAt, completeAt)
	r.serve(partialAt, bounds("", "", complete), theirs("c", 1))
	r.asks("then", partialAt)
	r.sees("then", "b 1", "a 1", "c 1")
}

// SSE 0.93 §2.2.1: such feeds are suggested to a subscriber, and never subscribed
// automatically.
func TestFeedsThatWereMergedIntoAFeedAreOffered(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "2", "aggregated https://example.net/b.xml", "aggregated https://example.net/c.xml"), theirs("a", 1))
	r.asks("first", partialAt)
	want := []store.Offered{{Link: "https://example.net/b.xml", Title: "A feed"}, {Link: "https://example.net/c.xml", Title: "A feed"}}
	if got := r.storedFeed().Offers; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("offered %+v, want %+v", got, want)
	}
	all, err := r.Subscriptions.All(t.Context(), "")
	if err != nil || len(all) != 1 {
		t.Errorf("subscriptions %+v, %v", all, err)
	}
}

func TestWhatAFeedSaysOfItselfIsRemembered(t *testing.T) {
	r := newReader(t, t)
	said := `<managingEditor>Ann</managingEditor><ttl>90</ttl><sx:sharing since="1" until="2" expires="2026-06-01T00:00:00+02:00"/>`
	r.serve(partialAt, said, theirs("a", 1))
	r.asks("first", partialAt)
	f := r.storedFeed()
	if f.Author != "Ann" || f.TTL != 90*time.Minute || !f.Expires.Equal(time.Date(2026, 5, 31, 22, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", f)
	}
	r.places.Serve(partialAt, transporttest.Served{Text: r.places.Text(partialAt), Moved: "https://new.example/f.xml", Fresh: time.Hour})
	since := r.clock.Now()
	for range 2 {
		r.asks("moved", partialAt)
		if f := r.storedFeed(); f.Moved != "https://new.example/f.xml" || !f.MovedSince.Equal(since) || f.Fresh != time.Hour {
			t.Errorf("%+v", f)
		}
		r.clock.step(time.Hour)
	}
	r.places.Serve(partialAt, transporttest.Served{Text: r.places.Text(partialAt)})
	r.asks("moved back", partialAt)
	if f := r.storedFeed(); f.Moved != "" || !f.MovedSince.IsZero() {
		t.Errorf("%+v", f)
	}
}

func TestAStopBetweenTheTwoFeedsLeavesAllOrNothing(t *testing.T) {
	failure := errors.New("no more electricity")
	for n := 1; ; n++ {
		r := newReader(t, t)
		st := r.memory.(interface {
			FailCall(int, error)
			Calls() int
		})
		r.serve(partialAt, bounds("2", "3", complete), theirs("b", 1))
		r.serve(completeAt, bounds("1", "3"), theirs("a", 1), theirs("b", 1))
		r.sync()
		r.serve(partialAt, bounds("6", "7", complete), theirs("d", 1))
		r.serve(completeAt, bounds("1", "7"), theirs("c", 1), theirs("d", 1))
		st.FailCall(n, failure)
		_, err := r.Sync(t.Context(), subscribe.SyncOptions{})
		calls := st.Calls()
		st.FailCall(0, nil)
		rows, failed := r.Lists.Items(t.Context(), "Groceries", store.Query{})
		r.check(failed)
		switch f := r.storedFeed(); {
		case len(rows) != 2, f.Until == "7" && rows[0].ID != "c", f.Until == "3" && rows[0].ID != "a", f.Until != "3" && f.Until != "7":
			t.Errorf("call %d (%v): %+v with the cached until %q", n, err, rows, f.Until)
		}
		r.sync()
		r.sees("the next time", "c 1", "d 1")
		r.until("the next time", "7")
		if calls < n {
			return
		}
	}
}
