package csx_test

import (
	"testing"

	"crossfeed/engine/contentsync/csx"
)

// BenchmarkRead reads a feed of 100,000 items (25 MB).
func BenchmarkRead(b *testing.B) {
	for name, tail := range map[string]string{"well formed": "</channel></rss>", "not well formed": "<p></channel></rss>"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := csx.Read(long(100_000, tail), at, csx.Limits{}, func(csx.Item) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
