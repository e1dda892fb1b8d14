package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/storage"
)

// BenchmarkPublishFiles publishes a list of which nothing changed, with and without a place
// for files ("files-ms", "plain-ms"), where none, some and all of its todos have one.
func BenchmarkPublishFiles(b *testing.B) {
	for _, c := range []struct{ todos, files int }{{100_000, 0}, {100_000, 1000}, {10_000, 10_000}} {
		b.Run(fmt.Sprintf("%d todos, %d files", c.todos, c.files), func(b *testing.B) {
			with, without := filedList(b, c.todos, c.files, true), filedList(b, c.todos, c.files, false)
			publish := func(d *desk) func() {
				return func() {
					_, err := d.Publish(b.Context(), "List")
					d.check(err)
				}
			}
			run(b, measured{what: "files", work: publish(with)}, measured{what: "plain", work: publish(without)})
		})
	}
}

// filedList is an engine with a list on a disk, which is published, and of whose todos
// some have a file. It has a place for files, or none.
func filedList(b *testing.B, todos, files int, keeps bool) *desk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	places := &locationtest.Memory{}
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
	_, err = e.NewSet(b.Context(), engine.NewSet{Name: "List", Kind: string(record.Todo)})
	d.check(err)
	d.check(st.Update(b.Context(), func(w store.Writer) error { return putFiled(w, todos, files) }))
	_, err = d.PublishAt(b.Context(), "List", "/shared/list.xml")
	d.check(err)
	return d
}

// putFiled puts todos into the list, of which the first so many have a file.
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
