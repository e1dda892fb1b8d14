//go:build !raced

package engine_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// A long title that a sync receives is copied a limited number of times.
func TestALongTitleIsNotCopiedManyTimes(t *testing.T) {
	const megabytes, most = 8, 14
	st, err := storage.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}()
	f := newFarOn(t, &transporttest.Places{Files: transport.Disk{}}, st, newClock())
	f.list("Groceries")
	path := filepath.Join(t.TempDir(), "feed.xml")
	f.check(os.WriteFile(path, []byte(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title><link>http://example.com/</link>`+
		`<description>x</description><item><title>`+strings.Repeat("milk and honey, ", megabytes<<20/16)+`</title><sx:sync id="n1" updates="1">`+
		`<sx:history sequence="1" when="2005-05-24T08:00:00Z" by="phone"/></sx:sync></item></channel></rss>`), 0o600))
	_, err = f.Subscriptions.Subscribe(t.Context(), "Groceries", path)
	f.check(err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f.sync()
	runtime.ReadMemStats(&after)
	each := float64(after.TotalAlloc-before.TotalAlloc) / (megabytes << 20)
	if t.Logf("%.1f MB per MB", each); each > most {
		t.Errorf("a title of %d MB takes %.1f MB of memory per MB, and may take %d", megabytes, each, most)
	}
	if n := len(f.item("n1").Winner.Title()); n != megabytes<<20 {
		t.Errorf("the title has %d bytes", n)
	}
}
