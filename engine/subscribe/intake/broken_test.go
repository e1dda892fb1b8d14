package intake_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/subscribe/intake"
)

func TestAFeedThatBreaksHalfWayChangesNothingAndSaysWhere(t *testing.T) {
	d := newDesk(t)
	d.read(entry("milk", "Milk", "phone 1"))
	whole := feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), entry("eggs", "Eggs", "phone 1"))
	before := d.revision()
	for name, text := range map[string]string{
		"cut off":     whole[:len(whole)-20],
		"broken":      strings.Replace(whole, "<title>Eggs</title>", "<title>Eggs</titel>", 1),
		"second root": whole + "<rss/>",
		"empty":       "",
	} {
		d.files.Put(path, text)
		_, err := d.try(t.Context(), d.files, intake.Options{})
		if err == nil || !strings.Contains(err.Error(), path+":") {
			t.Errorf("%s: error %v does not say where", name, err)
		}
		if d.revision() != before {
			t.Errorf("%s: the store was changed", name)
		}
	}
	d.files.Put(path, strings.Replace(whole, "<title>Eggs</title>", "<title>Eggs</titel>", 1))
	if _, err := d.try(t.Context(), d.files, intake.Options{}); err == nil || !strings.Contains(err.Error(), path+":4:18:") {
		t.Errorf("error %v, want line 4, column 18", err)
	}
}

func TestTheDialectsNeverMix(t *testing.T) {
	older := strings.NewReplacer("http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/rss/sse", `updates="1"`, `version="1"`,
		` sequence="1"`, "", "2026-05-21T01:00:00Z", "Thu, 21 May 2026 01:00:00 GMT")
	rss := feedOf(entry("milk", "Milk", "phone 1"))
	ordinary := `<opml version="1.0"><head/><body><outline text="Milk"/></body></opml>`
	opml := older.Replace(`<opml version="1.0" xmlns:sx="http://feedsync.org/2007/feedsync"><head/><body><outline text="Milk"><sx:sync id="milk" updates="1"><sx:history when="2026-05-21T01:00:00Z" by="phone"/></sx:sync></outline></body></opml>`)
	for _, c := range []struct {
		format      item.Format
		dialect     item.Dialect
		feed, words string
	}{
		{"rss", "feedsync-1.0", older.Replace(rss), "is SSE 0.91, and the list \"Groceries\" is FeedSync 1.0"},
		{"rss", "sse-0.93", opml, "is SSE 0.91, and the list \"Groceries\" is SSE 0.93"},
		{"rss", "sse-0.91", rss, "is FeedSync 1.0, and the list \"Groceries\" is SSE 0.91"},
		{"opml", "sse-0.91", rss, "is FeedSync 1.0, and the list \"Groceries\" is SSE 0.91"},
		{"opml", "sse-0.91", older.Replace(rss), "is no outline"},
		{"rss", "sse-0.91", opml, "is an outline, and the list \"Groceries\" is kept as RSS: only outlines have order"},
		{"rss", "sse-0.91", ordinary, "is an outline without sync information, and the list \"Groceries\" is kept as RSS: an ordinary OPML file is not merged"},
		{"rss", "sse-0.93", ordinary, "is an outline without sync information, and the list \"Groceries\" is kept as RSS: an ordinary OPML file is not merged"},
	} {
		d := newDesk(t)
		d.set.Format, d.set.Dialect = c.format, c.dialect
		d.files.Put(path, c.feed)
		before := d.revision()
		for what, err := range map[string]error{"reading": d.fails(), "checking": d.checks()} {
			if !intake.Refused(err) || !strings.Contains(err.Error(), c.words) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s into %s %s: %v, want %q", what, c.format, c.dialect, err, c.words)
			}
		}
		if d.revision() != before {
			t.Errorf("%s into %s %s: the store was written", c.feed, c.format, c.dialect)
		}
	}
}

func TestWhatCannotBeCheckedIsLeftToItsReading(t *testing.T) {
	d := newDesk(t)
	for _, text := range []string{"", "<rss", feedOf(), feedOf(entry("milk", "Milk", "phone 1"))} {
		d.files.Put(path, text)
		if err := d.checks(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestACancelledReadingChangesNothing(t *testing.T) {
	d := newDesk(t)
	d.files.Put(path, feedOf(entry("milk", "Milk", "phone 1"), entry("eggs", "Eggs", "phone 1")))
	before := d.revision()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := d.try(ctx, d.files, intake.Options{Read: func(int) { cancel() }})
	if !errors.Is(err, context.Canceled) || r.Read != 1 || r.New != 0 {
		t.Errorf("%+v, %v; want one item read and context.Canceled", r, err)
	}
	if d.revision() != before {
		t.Error("the store was changed")
	}
}

func TestWhicheverCallFailsNothingIsHalfDone(t *testing.T) {
	failure := errors.New("the drive was taken out")
	for n := 1; ; n++ {
		d := newDesk(t)
		d.read(entry("milk", "Milk", "phone 1"))
		d.files.Put(path, feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), entry("eggs", "Eggs", "phone 1")))
		files := &transporttest.Failing{Files: d.files}
		files.FailCall(n, failure)
		_, err := d.try(t.Context(), files, intake.Options{})
		if files.Calls() < n {
			if err != nil || d.item("eggs").Winner.Title() != "Eggs" {
				t.Errorf("without a failure: %v", err)
			}
			return
		}
		d.afterFailure(n, err, failure)
	}
}

func TestWhicheverCallOfTheStoreFailsNothingIsHalfDone(t *testing.T) {
	failure := errors.New("the disk is full")
	for n := 1; ; n++ {
		d := newDesk(t)
		d.read(entry("milk", "Milk", "phone 1"))
		d.files.Put(path, feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), entry("eggs", "Eggs", "phone 1")))
		d.store.FailCall(n, failure)
		_, err := d.try(t.Context(), d.files, intake.Options{})
		calls := d.store.Calls()
		d.store.FailCall(0, nil)
		if calls < n {
			if err != nil || d.item("eggs").Winner.Title() != "Eggs" {
				t.Errorf("without a failure: %v", err)
			}
			return
		}
		d.afterFailure(n, err, failure)
	}
}

// afterFailure checks that a refresh whose nth call failed returned the error and changed
// nothing, and that the next one merges everything.
func (d *desk) afterFailure(n int, err, failure error) {
	d.Helper()
	if !errors.Is(err, failure) {
		d.Errorf("call %d: error %v, want %v", n, err, failure)
	}
	if got := d.archive("eggs"); len(got) != 0 || d.item("milk").Winner.Title() != "Milk" {
		d.Errorf("call %d: half of the feed was merged", n)
	}
	r, err := d.try(d.Context(), d.files, intake.Options{})
	if want := (counts{read: 2, fresh: 1, updated: 1}); err != nil || countsOf(r) != want {
		d.Errorf("after call %d: %+v, %v", n, countsOf(r), err)
	}
}
