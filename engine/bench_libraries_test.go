package engine_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// BenchmarkEditsDuringALibrarySync saves an edit every 100 ms while a library whose feed has
// 100,000 items is synced: for the first time, with one newer item, after all but a hundred
// items are gone, and while the library is removed. "median-ms" and "longest-ms" are the
// durations of an edit, "s" that of the whole operation.
func BenchmarkEditsDuringALibrarySync(b *testing.B) {
	root, copied := filepath.Join(b.TempDir(), "root.xml"), filepath.Join(b.TempDir(), "root.xml")
	writeLibraryFeed(b, copied, 100_000, 1)
	writeLibraryFeed(b, root, 100_000, 1)
	d := libraryDesk(b)
	l, err := d.Library.Add(b.Context(), root, library.Options{})
	d.check(err)
	other, err := d.Library.Add(b.Context(), copied, library.Options{})
	d.check(err)
	_, err = d.Library.Sync(b.Context(), other.Key, library.SyncOptions{})
	d.check(err)
	writeLibraryFeed(b, copied, 100, 2)
	sync := func() error {
		r, err := d.Library.Sync(b.Context(), l.Key, library.SyncOptions{})
		if r.Processed != 1 {
			b.Errorf("got %+v", r)
		}
		return err
	}
	b.Run("first", func(b *testing.B) { d.edits(b, sync) })
	writeLibraryFeed(b, root, 100_000, 2)
	b.Run("one newer", func(b *testing.B) { d.edits(b, sync) })
	b.Run("few items left", func(b *testing.B) {
		d.edits(b, func() error {
			_, err := d.Library.Sync(b.Context(), other.Key, library.SyncOptions{})
			return err
		})
	})
	b.Run("removal", func(b *testing.B) { d.edits(b, func() error { return d.Library.Remove(b.Context(), l.Key) }) })
}

// libraryDesk returns a desk with a list, with everything on disk.
func libraryDesk(b *testing.B) *desk {
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(b.Context(), engine.Parts{
		Store: st, Clock: newClock(), Random: rand.NewChaCha8([32]byte{1}), Files: transport.Disk{}, Content: cache.Disk{Folder: b.TempDir()}, Endpoint: "desk",
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &desk{tester: b, Engine: e, memory: st}
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "List"})
	d.check(err)
	return d
}

// writeLibraryFeed writes a feed of items with one on-demand file each; minute is the build
// time of the first item.
func writeLibraryFeed(b *testing.B, at string, items, minute int) {
	f, err := os.Create(at)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, `<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel><title>Many</title><lastBuildDate>%s</lastBuildDate>`, built(minute))
	for n := range items {
		fmt.Fprintln(w, entry(fmt.Sprint("Picture ", n), minute, link(fmt.Sprintf("pictures/%d.jpg", n), `onDemand="true"`)))
		minute = 1
	}
	fmt.Fprint(w, "</channel></rss>")
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// edits saves an edit every 100 ms while do is running.
func (d *desk) edits(b *testing.B, do func() error) {
	began, done := time.Now(), make(chan error, 1)
	go func() { done <- do() }()
	var took []time.Duration
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case err := <-done:
			d.check(err)
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "longest-ms")
			b.ReportMetric(time.Since(began).Seconds(), "s")
			return
		case <-tick.C:
			began := time.Now()
			_, err := d.Edit.Add(b.Context(), "List", record.Values{"title": "Mine"}, edit.AddOptions{})
			d.check(err)
			took = append(took, time.Since(began))
		}
	}
}

// BenchmarkPublishFiles publishes an unchanged list, with and without a content cache
// ("files-ms", "plain-ms"), in which none, some or all of the todos have a file.
func BenchmarkPublishFiles(b *testing.B) {
	for _, c := range []struct{ todos, files int }{{100_000, 0}, {100_000, 1000}, {10_000, 10_000}} {
		b.Run(fmt.Sprintf("%d todos, %d files", c.todos, c.files), func(b *testing.B) {
			with, without := filedList(b, c.todos, c.files, true), filedList(b, c.todos, c.files, false)
			publish := func(d *desk) func() {
				return func() {
					_, err := d.Sharing.Publish(b.Context(), "List")
					d.check(err)
				}
			}
			run(b, measured{what: "files", work: publish(with)}, measured{what: "plain", work: publish(without)})
		})
	}
}

// filedList returns an engine with a published list on disk, in which some todos have a file.
// keeps gives it a content cache.
func filedList(b *testing.B, todos, files int, keeps bool) *desk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	places := &transporttest.Memory{}
	places.Folder("/shared")
	parts := engine.Parts{Store: st, Clock: newClock(), Random: rand.NewChaCha8([32]byte{}), Files: places}
	if keeps {
		parts.Content = cache.Disk{Folder: b.TempDir()}
	}
	e, err := engine.Open(b.Context(), parts)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &desk{tester: b, Engine: e, memory: st}
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "List", Kind: string(record.Todo)})
	d.check(err)
	d.check(st.Update(b.Context(), func(w store.Writer) error { return putFiled(w, todos, files) }))
	_, err = d.Sharing.PublishAt(b.Context(), "List", "/shared/list.xml")
	d.check(err)
	return d
}

// putFiled adds todos to the list, the first files of them with a file.
func putFiled(w store.Writer, todos, files int) error {
	set, err := w.SetNamed("List")
	for n := 0; n < todos && err == nil; n++ {
		v := record.Values{"title": fmt.Sprint("todo ", n), "text": words(n, 20)}
		if n < files {
			v["files"] = record.Attached(fmt.Sprintf("%064x", n), 1, "Invoice.pdf").String()
		}
		var it *item.Item
		c, wrong := record.New(record.Todo, v)
		if wrong != nil {
			return wrong
		}
		if it, err = feedsync.Create(fmt.Sprint("todo-", n), rules.Change{Content: c}, false, rules.Stamp{By: "desk", When: time.Unix(1e9, 0)}); err == nil {
			err = w.PutItem(set.Key, it, store.Seen{At: time.Unix(1e9, 0)})
		}
	}
	return err
}
