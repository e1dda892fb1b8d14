package feedsync_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/rulestest"
)

// both is an item as endpoints hold it that name their own versions when they
// resolve them, and as endpoints hold it that go by the letter of SSE 0.93 §3.4.
type both struct{ named, letter *item.Item }

// TestNamingOwnVersionsChangesNothingElse runs endpoints of both kinds side by
// side, with the same edits, resolutions, undone updates and readings: at every
// step they hold the same versions, in the same order.
func TestNamingOwnVersionsChangesNothingElse(t *testing.T) {
	more := 0
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(2, 6).Draw(t, "endpoints")
		held, used := make([]both, count), make([]int, count)
		first, err := feedsync.Create("x", rules.Change{Content: item.Plain("0", "")}, false, stamp(1, "A"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range held {
			held[i] = both{first, first}
		}
		for step := range rapid.IntRange(1, 80).Draw(t, "steps") {
			i := rapid.IntRange(0, count-1).Draw(t, "endpoint")
			e := &held[i]
			if rapid.Bool().Draw(t, "reads") {
				from := held[rapid.IntRange(0, count-1).Draw(t, "from")]
				*e = both{feedsync.Merge(e.named, from.named).Item, feedsync.Merge(e.letter, from.letter).Item}
			} else {
				s := rules.Stamp{By: string(rune('A' + i)), When: rulestest.Unix(step + 2), Used: used[i]}
				c := rules.Change{Content: item.Plain(fmt.Sprint(step+1), ""), Deleted: rapid.IntRange(0, 4).Draw(t, "deletes") == 0}
				next := e.resolve(t, c, s)
				used[i] = next.named.Winner.Top().Sequence
				if rapid.IntRange(0, 8).Draw(t, "undone") > 0 {
					*e = next
				}
			}
			e.expectSame(t)
			for j, v := range e.named.Versions() {
				more += len(v.History) - len(e.letter.Versions()[j].History)
			}
		}
	})
	if more == 0 {
		t.Error("no endpoint resolved a version of its own")
	}
}

// resolve makes one update for both, which includes own conflicts and some others.
func (b both) resolve(t *rapid.T, c rules.Change, s rules.Stamp) both {
	taken := feedsync.Own(b.named, s.By)
	own := slices.Clone(taken)
	for i := range b.named.Conflicts {
		if !slices.Contains(own, i) && rapid.Bool().Draw(t, "resolves") {
			taken = append(taken, i)
		}
	}
	named, err := feedsync.Resolve(b.named, c, taken, s)
	if err != nil {
		t.Fatal(err)
	}
	letter, err := feedsync.Resolve(b.letter, c, taken, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range own {
		top := b.letter.Conflicts[i].Top()
		letter.Winner.History = slices.DeleteFunc(letter.Winner.History, top.Same)
	}
	return both{named, letter}
}

func (b both) expectSame(t *rapid.T) {
	x, y := b.named.Versions(), b.letter.Versions()
	same := slices.EqualFunc(x, y, func(v, w *item.Version) bool {
		return v.Title() == w.Title() && v.Updates == w.Updates && v.Deleted == w.Deleted && v.Top().Same(w.Top())
	})
	if !same {
		t.Fatalf("named:\n%s\nby the letter:\n%s", listing(b.named), listing(b.letter))
	}
}
