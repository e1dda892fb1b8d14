package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine"
)

// BenchmarkNothingNew syncs a list of 100,000 items that is read from a feed and published
// with a window, when nothing changed; and a list with a hundred subscriptions.
func BenchmarkNothingNew(b *testing.B) {
	sync := func(b *testing.B, d *desk) {
		for b.Loop() {
			_, err := d.Sync(b.Context(), engine.SyncOptions{})
			d.check(err)
		}
	}
	b.Run("100,000 items", func(b *testing.B) {
		folder := b.TempDir()
		at, c := filepath.Join(folder, "feed.xml"), newClock()
		writeFeed(b, at)
		d := readingDesk(b, at, c)
		_, err := d.Share(b.Context(), "List", engine.ShareOptions{Location: filepath.Join(folder, "own.xml"), Window: "100"})
		d.check(err)
		for range 2 {
			c.step(time.Hour)
			_, err = d.Sync(b.Context(), engine.SyncOptions{})
			d.check(err)
		}
		sync(b, d)
	})
	b.Run("100 subscriptions", func(b *testing.B) {
		folder := b.TempDir()
		at, c := filepath.Join(folder, "feed.xml"), newClock()
		d := readingDesk(b, at, c)
		for i := range 100 {
			one := filepath.Join(folder, fmt.Sprint("feed-", i, ".xml"))
			text := `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>List</title>` + changedBy(fmt.Sprint("item-", i), "phone", 3) + `</channel></rss>`
			if err := os.WriteFile(one, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			old := c.Now().Add(-time.Hour)
			d.check(os.Chtimes(one, old, old))
			_, err := d.Subscribe(b.Context(), "List", one)
			d.check(err)
		}
		c.step(time.Hour)
		_, err := d.Sync(b.Context(), engine.SyncOptions{})
		d.check(err)
		sync(b, d)
	})
}
