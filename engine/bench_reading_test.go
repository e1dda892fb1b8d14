package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/storage"
)

// readItems is how many items the feed of BenchmarkReading has.
const readItems = 100_000

// BenchmarkReading reads a feed on a disk: for the first time, when it is as it was,
// and whole though nothing in it is new.
func BenchmarkReading(b *testing.B) {
	folder := b.TempDir()
	at := filepath.Join(folder, "feed.xml")
	writeFeed(b, at)
	c := newClock()
	whole, first := b, readingDesk(b, at, c)
	sync := func(d *desk, o engine.SyncOptions, read int) {
		b.Helper()
		reports, err := d.Sync(b.Context(), o)
		d.check(err)
		if r := reports[0]; r.Read != read || r.Error != "" {
			b.Fatalf("%+v, want %d items read", r, read)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			first = readingDesk(whole, at, c)
			b.StartTimer()
			sync(first, engine.SyncOptions{}, readItems)
		}
	})
	c.step(time.Hour)
	sync(first, engine.SyncOptions{}, 0)
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			sync(first, engine.SyncOptions{}, 0)
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			sync(first, engine.SyncOptions{Whole: true}, readItems)
		}
	})
}

// writeFeed writes a feed of so many items, older than files are that may still change.
func writeFeed(b *testing.B, at string) {
	var text strings.Builder
	text.WriteString(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>List</title>`)
	for i := range readItems {
		text.WriteString(changedBy(fmt.Sprint("item-", i), "phone", 3))
	}
	text.WriteString(`</channel></rss>`)
	if err := os.WriteFile(at, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	old := newClock().Now().Add(-time.Hour)
	if err := os.Chtimes(at, old, old); err != nil {
		b.Fatal(err)
	}
}

// readingDesk is a desk on SQLite that is subscribed to a feed and has read nothing.
func readingDesk(b *testing.B, at string, c *clock) *desk {
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: c, Random: strings.NewReader(strings.Repeat("x", 4096)), Files: location.Disk{}, Endpoint: "desk"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &desk{tester: b, Engine: e, memory: st}
	_, err = e.NewSet(b.Context(), engine.NewSet{Name: "List"})
	d.check(err)
	_, err = e.Subscribe(b.Context(), "List", at)
	d.check(err)
	return d
}
