package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// An unchanged feed is not parsed, and only the health is written.
func TestAFeedThatIsAsItWasIsASuccessThatReadNothing(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, "", theirs("a", 1), `<item><title>?</title><sx:sync id="bad" updates="0"/></item>`)
	first := r.asks("first", partialAt)
	if first.Read != 2 || first.Skipped != 1 || len(first.Problems) == 0 {
		t.Errorf("%+v", first)
	}
	r.clock.step(time.Hour)
	before, err := r.memory.Revision(t.Context())
	r.check(err)
	second := r.asks("second", partialAt)
	if !equal(second, subscribe.Report{Set: "Groceries", Subscription: partialAt}) {
		t.Errorf("%+v", second)
	}
	after, err := r.memory.Revision(t.Context())
	if err != nil || after != before+1 {
		t.Errorf("the revision went from %d to %d: %v", before, after, err)
	}
	if h := r.health(); !h.LastSuccess.Equal(r.clock.Now()) || h.Error != "" || h.Skipped != 1 || h.Came != 0 {
		t.Errorf("%+v", h)
	}
}

// The cached validators of a feed are only stored once it was merged completely.
func TestWhatWasNotTakenInWholeIsReadAgainThoughItIsAsItWas(t *testing.T) {
	wrong := `<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><title>x</title><item><title>a 1</title>` +
		`<sx:sync id="a" version="1"><sx:history when="Thu, 21 May 2026 09:00:00 GMT" by="phone"/></sx:sync></item></channel></rss>`
	for name, c := range map[string]struct {
		text string
		mend func(*reader)
	}{
		"broken":              {"<rss>", func(r *reader) { r.serve(partialAt, "", theirs("a", 1)) }},
		"of the other family": {wrong, func(r *reader) { r.serve(partialAt, "", theirs("a", 1)) }},
	} {
		r := newReader(t, t)
		r.places.Serve(partialAt, transporttest.Served{Text: c.text, ETag: "same"})
		for range 2 {
			if report := r.asks(name, partialAt); report.Error == "" {
				t.Errorf("%s: no error", name)
			}
			if f := r.storedFeed(); f.Known != (transport.Known{}) {
				t.Errorf("%s: remembered %+v", name, f)
			}
		}
		c.mend(r)
		r.asks("mended", partialAt)
		r.sees(name+", mended", "a 1")
	}
}

func TestAnEntryThatDidNotGoWithWhatIsHereIsTriedAgain(t *testing.T) {
	r := newReader(t, t)
	var entries []string
	for i := range 110 { // more competing versions than a feed may have of one item
		entries = append(entries, changedBy("a", fmt.Sprint("phone", i), 1))
	}
	r.serve(partialAt, "", entries...)
	if report := r.asks("first", partialAt); report.Skipped == 0 {
		t.Fatalf("nothing was set aside: %+v", report)
	}
	if f := r.storedFeed(); f.Known != (transport.Known{}) {
		t.Errorf("remembered %+v", f.Known)
	}
}

func TestAReadingInAnotherModeTakesInWhatIsAsItWas(t *testing.T) {
	r := newReader(t, t)
	mode := func(m store.Mode) {
		t.Helper()
		r.check(r.Subscriptions.Configure(t.Context(), "Groceries", partialAt, func(o *subscribe.Options) { o.Mode = m }))
	}
	mode(store.GiveOnly)
	r.serve(partialAt, bounds("1", "2", complete), theirs("a", 1))
	r.serve(completeAt, bounds("1", "2"), theirs("a", 1), theirs("b", 1))
	if report := r.asks("counted only", partialAt); report.Read != 1 || report.New != 0 {
		t.Errorf("%+v", report)
	}
	r.sees("counted only")
	r.asks("unchanged", partialAt)
	mode(store.BothWays)
	r.asks("both ways", partialAt, completeAt)
	r.sees("both ways", "a 1", "b 1")
	r.until("both ways", "2")
	mode(store.GiveOnly)
	r.serve(partialAt, bounds("5", "6", complete), theirs("c", 1))
	r.asks("counted only again", partialAt)
	r.sees("counted only again", "a 1", "b 1")
}

func TestWhatIsForgottenIsReadAsForTheFirstTime(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("2", "3", complete), theirs("a", 1))
	r.serve(completeAt, bounds("1", "3"), theirs("a", 1), theirs("b", 1))
	r.asks("first", partialAt, completeAt)
	r.check(r.Subscriptions.Forget(t.Context(), "Groceries", partialAt))
	if report := r.asks("forgotten", partialAt, completeAt); report.Read != 2 || report.Unchanged != 2 {
		t.Errorf("%+v", report)
	}
}

func TestWhatIsOnlyTakenInIsHeldAndNotGivenOn(t *testing.T) {
	r := newReader(t, t)
	r.check(r.Subscriptions.Configure(t.Context(), "Groceries", partialAt, func(o *subscribe.Options) { o.Mode = store.TakeOnly }))
	r.serve(partialAt, "", theirs("a", 1))
	r.asks("first", partialAt)
	r.edit("a", "Mine")
	r.add("own", "Own")
	r.check(r.memory.View(t.Context(), func(now store.Reader) error {
		set, err := now.SetNamed("Groceries")
		r.check(err)
		withheld, err := now.Withheld(set.Key)
		if len(withheld) != 1 || !withheld["a"] {
			t.Errorf("withheld are %v", withheld)
		}
		return err
	}))
	if f := r.storedFeed(); f.Of != 0 {
		t.Errorf("%d changes count that nobody is given", f.Of)
	}
}

// SSE 0.93 §4.1.2 step 2, with dates (SSE 0.91 §2.1).
func TestTheStepsOfSSE091(t *testing.T) {
	r := &reader{places: &transporttest.Places{Files: &transporttest.Memory{}}}
	r.desk = newPlacedDesk(t, t, "desk", memory.New(), r.places, newClock())
	_, err := r.Lists.Create(t.Context(), lists.New{Name: "Groceries", Format: "rss", Dialect: "sse-0.91"})
	r.check(err)
	_, err = r.Subscriptions.Subscribe(t.Context(), "Groceries", partialAt)
	r.check(err)
	r.places.Requests()
	serve := func(address, sharing string, ids ...string) {
		var b strings.Builder
		for _, id := range ids {
			b.WriteString(`<item><title>` + id + `</title><sx:sync id="` + id + `" version="1"><sx:history when="Thu, 21 May 2026 09:00:00 GMT" by="phone"/></sx:sync></item>`)
		}
		text := `<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><title>x</title>` + sharing + b.String() + `</channel></rss>`
		r.places.Serve(address, transporttest.Served{Text: text})
	}
	bounds := func(since, until string) string {
		s := `<sx:sharing version="0.91" window="30"`
		if since != "" {
			s += ` since="` + since + `"`
		}
		return s + ` until="` + until + `"><sx:related type="complete" link="` + completeAt + `"/></sx:sharing>`
	}
	serve(partialAt, bounds("", "Thu, 21 May 2026 09:00:00 GMT"), "a", "b")
	serve(completeAt, `<sx:sharing version="0.91" until="Thu, 21 May 2026 09:00:00 GMT"/>`, "a", "b")
	r.asks("first", partialAt, completeAt)
	serve(partialAt, bounds("Thu, 21 May 2026 11:00:00 +0200", "Fri, 22 May 2026 09:00:00 GMT"), "b", "c")
	r.asks("in step: instants are compared, not texts", partialAt)
	serve(partialAt, bounds("Mon, 1 Jun 2026 09:00:00 GMT", "Tue, 2 Jun 2026 09:00:00 GMT"), "d")
	serve(completeAt, `<sx:sharing version="0.91" until="Tue, 2 Jun 2026 09:00:00 GMT"/>`, "b", "c", "d")
	if report := r.asks("out of sync", partialAt, completeAt); report.Discarded != 1 {
		t.Errorf("%+v", report)
	}
	r.sees("out of sync", "b", "c", "d")
	r.until("out of sync", "Tue, 2 Jun 2026 09:00:00 GMT")
	if f := r.storedFeed(); !f.Expires.Equal(time.Date(2026, 7, 2, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("it is to be read before %s, want 30 days after until", f.Expires)
	}
	serve(partialAt, bounds("", "Thu, 21 May 2026 09:00:00 GMT"), "a")
	r.asks("restored", partialAt, completeAt)
}

// The cached state of feeds is in the store, and is restored with it.
func TestAfterABackupWasPutBackWhatCameSinceComesAgain(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("1", "2", complete), theirs("a", 1))
	r.serve(completeAt, bounds("1", "2"), theirs("a", 1))
	r.sync()
	backup := r.memory.(*memory.Store).Copy()
	r.serve(partialAt, bounds("2", "3", complete), theirs("b", 1))
	r.serve(completeAt, bounds("1", "3"), theirs("a", 1), theirs("b", 1))
	r.sync()
	r.sees("before", "a 1", "b 1")
	r.desk = newPlacedDesk(t, t, "desk", backup, r.places, r.clock)
	r.places.Requests()
	r.asks("put back", partialAt)
	r.sees("put back", "a 1", "b 1")
}
