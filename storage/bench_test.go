package storage_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/storage"
)

const many = 100_000

func BenchmarkPut100000ItemsOf1KB(b *testing.B) {
	for b.Loop() {
		s := opened(b, b.TempDir())
		set := addSet(b, s, "Groceries")
		put(b, s, set, many)
	}
	b.ReportMetric(float64(many*b.N)/b.Elapsed().Seconds(), "items/s")
}

func BenchmarkPutOneItem(b *testing.B) {
	s := opened(b, b.TempDir())
	set := addSet(b, s, "Groceries")
	for b.Loop() {
		put(b, s, set, 1)
	}
}

func BenchmarkOpenMissing(b *testing.B) {
	for b.Loop() {
		benchmarkOpen(b, b.TempDir())
	}
}

func BenchmarkOpenSmall(b *testing.B) {
	dir := b.TempDir()
	benchmarkOpen(b, dir)
	for b.Loop() {
		benchmarkOpen(b, dir)
	}
}

// benchmarkOpen opens a store, runs a query, and closes it.
func benchmarkOpen(b *testing.B, dir string) {
	s, err := storage.Open(b.Context(), dir)
	if err != nil {
		b.Fatal(err)
	}
	view(b, s, func(r store.Reader) error { _, err := r.Sets(); return err })
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCommand does what a short command does: it opens a store, reads a list, adds an
// item and closes.
func BenchmarkCommand(b *testing.B) {
	dir := b.TempDir()
	var set int64
	run := func(do func(s *storage.Store)) {
		s, err := storage.Open(b.Context(), dir)
		if err != nil {
			b.Fatal(err)
		}
		do(s)
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	run(func(s *storage.Store) { set = addSet(b, s, "Groceries") })
	for b.Loop() {
		run(func(s *storage.Store) {
			view(b, s, func(r store.Reader) error { _, err := r.Rows(set, store.Query{Limit: 10}); return err })
			put(b, s, set, 1)
		})
	}
}

func BenchmarkLargeSet(b *testing.B) {
	dir := b.TempDir()
	s := opened(b, dir)
	set := addSet(b, s, "Groceries")
	put(b, s, set, many)
	for name, read := range map[string]func(store.Reader) error{
		"Endpoints": func(r store.Reader) error { _, err := r.Endpoints(); return err },
		"Rows":      func(r store.Reader) error { _, err := r.Rows(set, store.Query{}); return err },
		"Search":    func(r store.Reader) error { _, err := r.Rows(set, store.Query{Search: "item-0777"}); return err },
		"Count":     func(r store.Reader) error { _, err := r.Count(set); return err },
		"Item":      func(r store.Reader) error { _, err := r.Item(set, "item-077777"); return err },
		"Used":      func(r store.Reader) error { _, err := r.Used(set, "item-077777", "desk"); return err },
		"EachItem":  func(r store.Reader) error { return r.EachItem(set, func(*item.Item) error { return nil }) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				view(b, s, read)
			}
		})
	}
	b.Run("Open", func(b *testing.B) {
		for b.Loop() {
			benchmarkOpen(b, dir)
		}
	})
}

func put(b *testing.B, s store.Store, set int64, n int) {
	b.Helper()
	if err := s.Update(b.Context(), func(w store.Writer) error { return fill(w, set, 0, n) }); err != nil {
		b.Fatal(err)
	}
}

func view(b *testing.B, s store.Store, read func(store.Reader) error) {
	b.Helper()
	if err := s.View(b.Context(), read); err != nil {
		b.Fatal(err)
	}
}
