package feedsync_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// If one endpoint identifier is used twice, by and sequence are equal and anything else
// differs. The clashes are ordered by by and sequence, whoever merges.
func TestTwice(t *testing.T) {
	const base = "2|-|x|2@30@A;1@20@B"
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"the same version", held(t, base), held(t, base), nil},
		{"another time", held(t, base), held(t, "2|-|x|2@31@A;1@20@B"), []string{"A 2"}},
		{"no time", held(t, base), held(t, "2|-|x|2@-@A;1@20@B"), []string{"A 2"}},
		{"another content", held(t, base), held(t, "2|-|y|2@30@A;1@20@B"), []string{"A 2"}},
		{"deleted", held(t, base), held(t, "2|D|x|2@30@A;1@20@B"), []string{"A 2"}},
		{"other updates", held(t, base), held(t, "3|-|x|2@30@A;1@20@B"), []string{"A 2"}},
		{"two tombstones with other data", held(t, "2|D|x|2@30@A"), held(t, "2|D|y|2@30@A"), nil},
		{"two tombstones with other data and other history", held(t, "2|D|x|2@30@A"), held(t, "2|D|y|2@30@A;1@20@B"), nil},
		{"one with more history", held(t, base), held(t, "2|-|x|2@30@A;1@20@B;1@10@C"), nil},
		{"topmost against an old entry", held(t, base), held(t, "3|-|w|3@40@C;2@31@A;1@20@B"), []string{"A 2"}},
		{"old entries, even in versions that conflict",
			held(t, "3|-|x|3@40@D;2@30@A"), held(t, "3|-|y|3@41@E;2@31@A"), []string{"A 2"}},
		{"several", held(t, base), held(t, "2|-|x|2@31@A;1@21@B"), []string{"A 2", "B 1"}},
		{"several of one number",
			held(t, "3|-|x|3@40@C;2@30@A;2@20@B"), held(t, "3|-|y|3@41@D;2@31@A;2@21@B"), []string{"A 2", "B 2"}},
		{"below the second entry",
			held(t, "3|-|x|3@40@C;2@30@D;1@20@A"), held(t, "3|-|y|3@41@E;2@31@F;1@21@A"), []string{"A 1"}},
		{"each update once", held(t, base, "2|-|c|2@29@C;1@20@B"), held(t, "3|-|y|3@31@D;1@21@B"), []string{"B 1"}},
		{"told by three, the oldest without its content",
			held(t, base), held(t, "3|-|w|3@40@C;2@30@A", "2|-|y|2@30@A;1@20@B"), []string{"A 2"}},
		{"in a conflict", held(t, base), held(t, "4|-|w|4@50@W;2@30@A", "2|-|c|2@29@C;1@21@B"), []string{"B 1"}},
		{"without by there is nobody to tell of", held(t, "2|-|x|2@30@-"), held(t, "2|-|y|2@30@-"), nil},
		{"an update and the next one", held(t, base), held(t, "3|-|y|3@40@A;2@30@A;1@20@B"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []rules.Result{feedsync.Merge(c.x, c.y), feedsync.Merge(c.y, c.x)} {
				if got := clashNames(r.Twice); !slices.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}
		})
	}
}

func clashNames(clashes []rules.Clash) []string {
	var names []string
	for _, c := range clashes {
		names = append(names, fmt.Sprint(c.By, " ", c.Sequence))
	}
	return names
}

// A clash has both versions, the greater by the keys first. They are two updates, not two
// copies of one.
func TestTwiceNamesTheVersions(t *testing.T) {
	x, y := held(t, "2|-|x|2@30@A"), held(t, "2|-|y|2@31@A")
	for _, r := range []rules.Result{feedsync.Merge(x, y), feedsync.Merge(y, x)} {
		if len(r.Twice) != 1 || r.Twice[0].Greater != y.Winner || r.Twice[0].Lesser != x.Winner || r.Twice[0].Altered {
			t.Errorf("got %v", r.Twice)
		}
	}
}

// A single history can contain two updates with one number. A version is not an altered copy
// of itself.
func TestTwiceWithinOneHistory(t *testing.T) {
	odd := held(t, "4|-|w|4@40@B;2@31@A;2@30@A")
	r := feedsync.Merge(held(t, "1|-|x|1@20@C"), odd)
	if got := clashNames(r.Twice); !slices.Equal(got, []string{"A 2"}) || r.Twice[0].Greater != odd.Winner || r.Twice[0].Lesser != odd.Winner || r.Twice[0].Altered {
		t.Errorf("got %v", r.Twice)
	}
}

// The contents of an item are checked when it is received, and only then, including its only
// history (SSE 0.93 §2.1.1).
func TestTwiceWithinOneItem(t *testing.T) {
	for _, odd := range []*item.Item{held(t, "3|-|w|3@40@B;1@20@A", "2|-|c|2@30@C;1@21@A"), held(t, "3|-|w|3@40@B;1@21@A;1@20@A")} {
		if got := clashNames(feedsync.Merge(nil, odd).Twice); !slices.Equal(got, []string{"A 1"}) {
			t.Errorf("on arrival: %q", got)
		}
		for _, later := range []*item.Item{odd, held(t, "2|-|d|2@30@D")} {
			if got := clashNames(feedsync.Merge(odd, later).Twice); len(got) != 0 {
				t.Errorf("later: %q", got)
			}
		}
	}
}

// both is an item on endpoints that add their own versions to the history when they resolve
// them, and on endpoints that follow SSE 0.93 §3.4 literally.
type both struct{ named, letter *item.Item }

// TestNamingOwnVersionsChangesNothingElse runs endpoints of both kinds in parallel, with the
// same edits, resolutions, undone updates and merges: at every step they have the same
// versions, in the same order.
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
