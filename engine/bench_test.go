package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/transfertest"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// records is the number of records per import.
const records = 10_000

// BenchmarkImport previews and imports a file into a new store. "ratio" is relative to the
// time that the parsing library alone takes to read the file plus the time that SQLite takes
// to insert as many rows of that size.
func BenchmarkImport(b *testing.B) {
	for _, k := range []record.Kind{record.Contact, record.Todo} {
		b.Run(string(k), func(b *testing.B) {
			file := transfertest.File(k, records)
			best := [3]time.Duration{time.Hour, time.Hour, time.Hour} // the best one counts: other programs may have slowed the others down
			for b.Loop() {
				plan, preview, whole := importing(b, k, file)
				for i, took := range []time.Duration{preview, whole, leastOf(b, k, file, plan)} {
					best[i] = min(best[i], took)
				}
			}
			for i, name := range []string{"preview-ms", "import-ms", "least-ms"} {
				b.ReportMetric(float64(best[i])/float64(time.Millisecond), name)
			}
			b.ReportMetric(float64(best[0]+best[1])/float64(best[2]), "ratio")
		})
	}
}

// onDisk returns an engine on a new store in a folder, with a list "List".
func onDisk(b *testing.B, k record.Kind) *desk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: newClock(), Random: rand.NewChaCha8([32]byte{}), Files: &transporttest.Memory{}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &desk{tester: b, Engine: e, memory: st}
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "List", Kind: string(k)})
	d.check(err)
	return d
}

func importing(b *testing.B, k record.Kind, file string) (plan *transfer.Plan, preview, whole time.Duration) {
	d := onDisk(b, k)
	began := time.Now()
	plan, err := d.Lists.Preview(b.Context(), "List", "file", strings.NewReader(file), nil)
	d.check(err)
	preview = time.Since(began)
	began = time.Now()
	done, err := d.Lists.Import(b.Context(), "List", plan, nil)
	d.check(err)
	if done.New != records {
		b.Fatalf("%d were imported", done.New)
	}
	return plan, preview, time.Since(began)
}

func leastOf(b *testing.B, k record.Kind, file string, plan *transfer.Plan) time.Duration {
	rows := map[string]string{}
	for _, e := range plan.Entries {
		rows[e.ID] = e.Content.XML()
	}
	dir := b.TempDir()
	began := time.Now()
	if err := transfertest.Decode(k, file); err != nil {
		b.Fatal(err)
	}
	if err := transfertest.Insert(b.Context(), dir, rows); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// BenchmarkTyping filters a list of 100,000 todos as a person types.
func BenchmarkTyping(b *testing.B) {
	d := onDisk(b, record.Todo)
	for round := range 10 {
		plan, err := d.Lists.PreviewNew(b.Context(), "", "file", strings.NewReader(transfertest.File(record.Todo, records)), nil)
		d.check(err)
		for i := range plan.Entries {
			plan.Entries[i].ID = fmt.Sprintf("%d-%s", round, plan.Entries[i].ID)
		}
		done, err := d.Lists.Import(b.Context(), "List", plan, nil)
		d.check(err)
		if done.New != records {
			b.Fatalf("%d were imported", done.New)
		}
	}
	if _, n, err := d.Lists.Found(b.Context(), "List", store.Query{}); err != nil || n != 10*records {
		b.Fatalf("the list holds %d items, %v", n, err)
	}
	for _, typed := range []string{"m", "mi", "mil", "milk", "7", "777", "zzz"} {
		b.Run(typed, func(b *testing.B) {
			for b.Loop() {
				_, _, err := d.Lists.Found(b.Context(), "List", store.Query{Search: typed, Limit: 500, Enough: 10_000})
				d.check(err)
			}
		})
	}
}

// BenchmarkNothingNew syncs without changes: a list of 100,000 items that is read from a feed
// and published with a window, and a list with a hundred subscriptions.
func BenchmarkNothingNew(b *testing.B) {
	sync := func(b *testing.B, d *desk) {
		for b.Loop() {
			_, err := d.Sync(b.Context(), subscribe.SyncOptions{})
			d.check(err)
		}
	}
	b.Run("100,000 items", func(b *testing.B) {
		folder := b.TempDir()
		at, c := filepath.Join(folder, "feed.xml"), newClock()
		writeFeed(b, at)
		d := readingDesk(b, at, c)
		_, err := d.Sharing.Share(b.Context(), "List", sharing.Options{Location: filepath.Join(folder, "own.xml"), Window: "100"})
		d.check(err)
		for range 2 {
			c.step(time.Hour)
			_, err = d.Sync(b.Context(), subscribe.SyncOptions{})
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
			_, err := d.Subscriptions.Subscribe(b.Context(), "List", one)
			d.check(err)
		}
		c.step(time.Hour)
		_, err := d.Sync(b.Context(), subscribe.SyncOptions{})
		d.check(err)
		sync(b, d)
	})
}

// BenchmarkLeave moves a branch of 5,000 outlines to another list, undoes and redoes that, and
// moves it back.
func BenchmarkLeave(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, 5000))
	_, err := d.Lists.Create(b.Context(), lists.New{Name: "Other", Kind: "outline"})
	d.check(err)
	move := func(from, to string) func() {
		return func() {
			o, err := d.Edit.Move(b.Context(), []edit.Ref{{Set: from, ID: "o-5000"}}, to)
			d.check(err)
			if len(o.Done) != 5000 {
				b.Fatalf("%d moved, %d refused", len(o.Done), len(o.Refused))
			}
		}
	}
	turn := func(do func(context.Context) (edit.Undone, error)) func() {
		return func() { _, err := do(b.Context()); d.check(err) }
	}
	run(b, measured{what: "away", work: move("List", "Other")}, measured{what: "undo", work: turn(func(ctx context.Context) (edit.Undone, error) { return d.Edit.Undo(ctx, edit.UndoOptions{}) })},
		measured{what: "redo", work: turn(d.Edit.Redo)}, measured{what: "back", work: move("Other", "List")})
}

// readItems is the number of items in the feed of BenchmarkReading.
const readItems = 100_000

// BenchmarkReading reads a feed on disk: for the first time, when it has not changed, and
// completely although it has not changed.
func BenchmarkReading(b *testing.B) {
	folder := b.TempDir()
	at := filepath.Join(folder, "feed.xml")
	writeFeed(b, at)
	c := newClock()
	whole, first := b, readingDesk(b, at, c)
	sync := func(d *desk, o subscribe.SyncOptions, read int) {
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
			sync(first, subscribe.SyncOptions{}, readItems)
		}
	})
	c.step(time.Hour)
	sync(first, subscribe.SyncOptions{}, 0)
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			sync(first, subscribe.SyncOptions{}, 0)
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			sync(first, subscribe.SyncOptions{Whole: true}, readItems)
		}
	})
}

// writeFeed writes a feed of readItems items, with an old modification time so that the file
// counts as final.
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

// readingDesk returns a desk on SQLite that is subscribed to a feed but has not synced.
func readingDesk(b *testing.B, at string, c *clock) *desk {
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: c, Random: strings.NewReader(strings.Repeat("x", 4096)), Files: transport.Disk{}, Endpoint: "desk"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &desk{tester: b, Engine: e, memory: st}
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "List"})
	d.check(err)
	_, err = e.Subscriptions.Subscribe(b.Context(), "List", at)
	d.check(err)
	return d
}

// BenchmarkEditsDuringASync saves one edit per second while a feed of 100,000 items is merged
// and stored for the first time, and reports how long the longest took. Each makes the bulk
// write start over (store.Others).
func BenchmarkEditsDuringASync(b *testing.B) {
	at, c := filepath.Join(b.TempDir(), "feed.xml"), newClock()
	writeFeed(b, at)
	for b.Loop() {
		d := readingDesk(b, at, c)
		done := make(chan error, 1)
		go func() {
			_, err := d.Sync(b.Context(), subscribe.SyncOptions{})
			done <- err
		}()
		var longest time.Duration
		for n := range 12 {
			time.Sleep(1100 * time.Millisecond)
			began := time.Now()
			_, err := d.Edit.Add(b.Context(), "List", record.Values{"title": fmt.Sprint("Mine ", n)}, edit.AddOptions{ID: fmt.Sprint("mine-", n)})
			d.check(err)
			longest = max(longest, time.Since(began))
		}
		d.check(<-done)
		b.ReportMetric(float64(longest)/float64(time.Millisecond), "longest-ms")
	}
}
