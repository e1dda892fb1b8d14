package feedsync_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// pairs returns a local item with four history entries and possible incoming ones: a copy, a
// newer version, and a conflicting one.
func pairs(t testing.TB) (local, same, newer, conflict *item.Item) {
	const v = "4|-|x|4@40@D;3@30@C;2@20@B;1@10@A"
	return held(t, v), held(t, v),
		held(t, "5|-|y|5@50@E;4@40@D;3@30@C;2@20@B;1@10@A"),
		held(t, "4|-|z|4@41@E;3@30@C;2@20@B;1@10@A")
}

func BenchmarkMerge(b *testing.B) {
	local, same, newer, conflict := pairs(b)
	for _, c := range []struct {
		name     string
		incoming *item.Item
		changed  bool
	}{{"unchanged", same, false}, {"newer", newer, true}, {"conflict", conflict, true}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if feedsync.Merge(local, c.incoming).Changed != c.changed {
					b.Fatal("not the merge that was meant")
				}
			}
		})
	}
}

func BenchmarkIncorporated(b *testing.B) {
	local, same, _, _ := pairs(b)
	b.ReportAllocs()
	for b.Loop() {
		if !feedsync.IsMerged(local, same) {
			b.Fatal("not incorporated")
		}
	}
}
