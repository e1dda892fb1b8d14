package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// slowest is how long the slow server of these tests takes.
const slowest = time.Hour

// One of ten servers takes an hour. The items of the others are merged immediately.
func TestOneSlowFeedDelaysNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarOn(t, &transporttest.Places{}, memory.New(), system{})
		f.list("Groceries")
		for i := range 10 {
			address := fmt.Sprintf("https://server%d.example/feed.xml", i)
			f.subscribe(address, fmt.Sprint("note", i))
			s := transporttest.Served{Text: noteFeed(fmt.Sprint("note", i)), After: time.Second}
			if i == 3 {
				s.After = slowest
			}
			f.serve(address, s)
		}
		reports := make(chan []subscribe.Report)
		begin := time.Now()
		go func() { reports <- f.syncAs(subscribe.SyncOptions{}) }()
		time.Sleep(2500 * time.Millisecond)
		rows, err := f.Lists.Items(t.Context(), "Groceries", store.Query{})
		f.check(err)
		if len(rows) != 9 {
			t.Errorf("after two and a half seconds %d notes are there, want 9", len(rows))
		}
		all := <-reports
		if took := time.Since(begin); took != slowest {
			t.Errorf("it took %v", took)
		}
		for i, r := range all {
			if want := fmt.Sprintf("https://server%d.example/feed.xml", i); r.Subscription != want || r.New != 1 {
				t.Errorf("report %d is %+v, want one new note of %s", i, r, want)
			}
		}
	})
}

// A canceled sync ends immediately, completely merged feeds stay, and there is no report about
// the feed that was still being downloaded.
func TestACancelledSyncKeepsWhatCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarOn(t, &transporttest.Places{}, memory.New(), system{})
		f.list("Groceries")
		const quick, slow = "https://quick.example/feed.xml", "https://slow.example/feed.xml"
		f.subscribe(slow, "slow")
		f.subscribe(quick, "quick")
		f.serve(slow, transporttest.Served{Text: noteFeed("slow"), After: slowest})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begin := time.Now()
		reports, err := f.Sync(ctx, subscribe.SyncOptions{})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		if len(reports) != 1 || reports[0].Subscription != quick || reports[0].New != 1 {
			t.Errorf("reports %+v", reports)
		}
		if h := f.at(slow).Health; h != (store.Health{}) {
			t.Errorf("a cancelled reading counts as one: %+v", h)
		}
		if h := f.at(quick).Health; h.LastSuccess.IsZero() {
			t.Error("what was read before counts for nothing")
		}
	})
}

// Two processes sync one store at the same time: each feed is merged once, and nothing fails.
func TestTwoProcessesSyncAtOnce(t *testing.T) {
	places, st := &transporttest.Places{}, memory.New()
	a := newFarOn(t, places, st, newClock())
	a.list("Groceries")
	for i := range 8 {
		a.subscribe(fmt.Sprintf("https://server%d.example/feed.xml", i), fmt.Sprint("note", i))
	}
	b := newFarOn(t, places, st, newClock())
	done := make(chan []subscribe.Report, 2)
	for _, f := range []*far{a, b} {
		go func() {
			reports, err := f.Sync(t.Context(), subscribe.SyncOptions{})
			if err != nil {
				t.Error(err)
			}
			done <- reports
		}()
	}
	news := 0
	for range 2 {
		for _, r := range <-done {
			news += r.New
			if r.Error != "" && r.New == 0 {
				t.Log(r.Error)
			}
		}
	}
	if news != 8 {
		t.Errorf("%d notes were new, want each once", news)
	}
	for _, r := range a.syncAs(subscribe.SyncOptions{}) {
		if r.Error != "" || r.New > 0 {
			t.Errorf("the next sync: %+v", r)
		}
	}
}

// Progress covers several concurrent feeds.
func TestProgressOfSeveralFeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarOn(t, &transporttest.Places{}, memory.New(), system{})
		f.list("Groceries")
		bytes := int64(0)
		for i := range 3 {
			address, text := fmt.Sprintf("https://server%d.example/feed.xml", i), noteFeed(fmt.Sprint("note", i))
			f.subscribe(address, fmt.Sprint("note", i))
			f.serve(address, transporttest.Served{Text: text, After: time.Duration(i+1) * time.Second})
			bytes += int64(len(text))
		}
		most, last := 0, subscribe.Progress{}
		f.syncAs(subscribe.SyncOptions{Progress: func(p subscribe.Progress) {
			most = max(most, p.Reading)
			if p.Done < last.Done || p.Items < last.Items || p.Bytes < last.Bytes {
				t.Errorf("%+v after %+v", p, last)
			}
			last = p
		}})
		if want := (subscribe.Progress{Done: 3, Of: 3, Items: 3, Bytes: bytes}); last != want || most != 3 {
			t.Errorf("at last %+v, want %+v; %d were read at once", last, want, most)
		}
	})
}

func TestProgressIsToldNowAndThen(t *testing.T) {
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	for range 600 {
		a.add("", "x")
	}
	a.sync()
	var told []subscribe.Progress
	_, err := b.Sync(t.Context(), subscribe.SyncOptions{Progress: func(p subscribe.Progress) { told = append(told, p) }})
	b.check(err)
	bytes := int64(len(files.All()["/shared/Groceries.a.xml"]))
	want := []subscribe.Progress{
		{Subscription: "/shared", Reading: 1, Of: 1},
		{Subscription: "/shared", Reading: 1, Of: 1, Items: 250, Bytes: bytes},
		{Subscription: "/shared", Reading: 1, Of: 1, Items: 500, Bytes: bytes},
		{Subscription: "/shared", Done: 1, Of: 1, Items: 600, Bytes: bytes},
		{Done: 1, Of: 1, Items: 600, Bytes: bytes},
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %+v, want %+v", told, want)
	}
	told = nil
	_, err = b.Sync(t.Context(), subscribe.SyncOptions{Whole: true, Progress: func(p subscribe.Progress) {
		told = append(told, p)
		b.clock.step(time.Second)
	}})
	b.check(err)
	if len(told) != 604 {
		t.Errorf("with a slow clock told %d times, want the beginning, the bytes, every item and both ends", len(told))
	}
}

func TestACancelledSyncLeavesFeedsWholeOrUnread(t *testing.T) {
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	for range 600 {
		a.add("", "x")
	}
	a.sync()
	for _, dry := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := b.Sync(ctx, subscribe.SyncOptions{DryRun: dry, Progress: func(p subscribe.Progress) {
			if p.Items > 0 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("dry run %v: error %v, want context.Canceled", dry, err)
		}
	}
	rows, err := b.Lists.Items(t.Context(), "Groceries", store.Query{})
	if err != nil || len(rows) != 0 {
		t.Errorf("%d items were merged, %v", len(rows), err)
	}
	all, err := b.Subscriptions.All(t.Context(), "")
	if err != nil || all[0].Health != (store.Health{}) {
		t.Errorf("a cancelled reading counts as one: %+v, %v", all, err)
	}
}
