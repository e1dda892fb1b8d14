package storage_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

// BenchmarkHold100000 is what a first sync adds by noting what the feed holds.
func BenchmarkHold100000(b *testing.B) {
	ids := make([]string, many)
	for i := range ids {
		ids[i] = fmt.Sprintf("%08x-4f1c-4bd1-9a52-000000000000", uint32(i)*2654435761) // in no order, as they are made
	}
	for b.Loop() {
		b.StopTimer()
		s := opened(b, b.TempDir())
		set := addSet(b, s, "Groceries")
		b.StartTimer()
		err := s.Update(b.Context(), func(w store.Writer) error {
			key, err := w.PutSubscription(store.Subscription{Set: set, Location: "one"})
			if err != nil {
				return err
			}
			return w.Hold(key, ids...)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(many*b.N)/b.Elapsed().Seconds(), "items/s")
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
		return w.Hold(key, ids...)
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func(store.Reader) error{
		"Stamps":   func(r store.Reader) error { _, err := r.Stamps(set); return err },
		"Held":     func(r store.Reader) error { _, err := r.Held(key); return err },
		"Withheld": func(r store.Reader) error { _, err := r.Withheld(set); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				view(b, s, read)
			}
		})
	}
}
