package storage_test

import (
	"fmt"
	"os"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/storage"
)

// BenchmarkHold100000 measures what recording the items held by a feed adds to a first sync,
// in time and on the disk.
func BenchmarkHold100000(b *testing.B) {
	ids := make([]string, many)
	for i := range ids {
		ids[i] = fmt.Sprintf("%08x-4f1c-4bd1-9a52-000000000000", uint32(i)*2654435761) // in random order, like generated identifiers
	}
	var bytes int64
	for b.Loop() {
		b.StopTimer()
		dir := b.TempDir()
		s := opened(b, dir)
		set := addSet(b, s, "Groceries")
		b.StartTimer()
		err := s.Update(b.Context(), func(w store.Writer) error {
			key, err := w.PutSubscription(store.Subscription{Set: set, Location: "one"})
			if err != nil {
				return err
			}
			return w.Hold(store.Holder{Subscription: key}, ids...)
		})
		b.StopTimer()
		if err != nil {
			b.Fatal(err)
		}
		bytes = sizeOf(b, s, dir)
		b.StartTimer()
	}
	b.ReportMetric(float64(many*b.N)/b.Elapsed().Seconds(), "items/s")
	b.ReportMetric(float64(bytes)/float64(many), "B/item")
}

// sizeOf returns the size of a store on the disk after closing it.
func sizeOf(b *testing.B, s *storage.Store, dir string) (bytes int64) {
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

func BenchmarkNetworks(b *testing.B) {
	s := opened(b, b.TempDir())
	set := addSet(b, s, "Groceries")
	put(b, s, set, many)
	var key int64
	err := s.Update(b.Context(), func(w store.Writer) (err error) {
		if key, err = w.PutSubscription(store.Subscription{Set: set, Location: "one", Mode: store.TakeOnly}); err != nil {
			return err
		}
		ids := make([]string, many)
		for i := range ids {
			ids[i] = fmt.Sprintf("item-%06d", i)
		}
		return w.Hold(store.Holder{Subscription: key}, ids...)
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func(store.Reader) error{
		"Stamps":   func(r store.Reader) error { _, err := r.Stamps(set); return err },
		"Held":     func(r store.Reader) error { _, err := r.Held(store.Holder{Subscription: key}); return err },
		"Withheld": func(r store.Reader) error { _, err := r.Withheld(set); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				view(b, s, read)
			}
		})
	}
}
