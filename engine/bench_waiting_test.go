package engine_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

// BenchmarkEditsDuringASync saves edits while a feed of 100,000 items is read and kept for
// the first time, one a second, and tells how long the longest took. Each begins the
// keeping anew (store.Others).
func BenchmarkEditsDuringASync(b *testing.B) {
	at, c := filepath.Join(b.TempDir(), "feed.xml"), newClock()
	writeFeed(b, at)
	for b.Loop() {
		d := readingDesk(b, at, c)
		done := make(chan error, 1)
		go func() {
			_, err := d.Sync(b.Context(), engine.SyncOptions{})
			done <- err
		}()
		var longest time.Duration
		for n := range 12 {
			time.Sleep(1100 * time.Millisecond)
			began := time.Now()
			_, err := d.Add(b.Context(), "List", record.Values{"title": fmt.Sprint("Mine ", n)}, engine.AddOptions{ID: fmt.Sprint("mine-", n)})
			d.check(err)
			longest = max(longest, time.Since(began))
		}
		d.check(<-done)
		b.ReportMetric(float64(longest)/float64(time.Millisecond), "longest-ms")
	}
}
