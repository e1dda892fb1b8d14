package conflicts_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func dropped(s *conflicts.Session) string {
	text := ""
	for _, d := range s.Drops() {
		text += fmt.Sprintf("%s %s %d %q; ", conflicts.Letter(d.Number), d.Field, d.Hunk, d.Parts)
	}
	return text
}

func expectDrops(t *testing.T, s *conflicts.Session, after, want string) {
	t.Helper()
	if got := dropped(s); got != want {
		t.Errorf("%s: drops %s, want %s", after, got, want)
	}
}

func TestAWholeVersionDropsWhatTheOtherChanged(t *testing.T) {
	eggs := func(tags, text string) *item.Content {
		return contact(t, record.Values{"name": "Eggs", "phones": tags, "text": text})
	}
	s := from(t, eggs("1", "milk\nbread\nsalt\ntea\nrice\n"),
		eggs("1\n2\n3", "oat milk\nbread\nsalt\ntea\nbrown rice\n"), eggs("1\n4", "milk\nbread\nsalt\ntea\nred rice\n"))
	must(t, s.Take(1))
	expectDrops(t, s, "whole B", `A phones -1 ["2" "3"]; A text 0 ["oat milk"]; A text 2 ["brown rice"]; `)
	must(t, s.TakeHunk("text", 2, 0, 1))
	expectDrops(t, s, "both of the last stretch", `A phones -1 ["2" "3"]; A text 0 ["oat milk"]; `)
	must(t, s.Take(0))
	expectDrops(t, s, "whole A", `B phones -1 ["4"]; B text 2 ["red rice"]; `)
	must(t, s.Tick(1, false))
	expectDrops(t, s, "without B", "")
	must(t, s.Tick(1, true))
	must(t, s.TakeOriginal())
	expectDrops(t, s, "the original", `A phones -1 ["2" "3"]; A text 0 ["oat milk"]; A text 2 ["brown rice"]; B phones -1 ["4"]; B text 2 ["red rice"]; `)
	must(t, s.Reset(""))
	must(t, s.Type("text", "red rice\nand oat milk\n"))
	must(t, s.TakeField("phones", 0))
	expectDrops(t, s, "a typed text", `A text 0 ["oat milk"]; A text 2 ["brown rice"]; B phones -1 ["4"]; `)
}

// What is merged drops nothing.
func TestTheMergedResultDropsNothing(t *testing.T) {
	s := from(t, item.Plain("Eggs", "milk\nbread\nsalt\n"), item.Plain("Six eggs", "milk\nbread\nsalt\n"), item.Plain("Eggs", "milk\nbread\n"))
	expectDrops(t, s, "merged", "")
}

// A deletion drops what others changed, and whatever lives drops the deletion.
func TestADeletionDropsAndIsDropped(t *testing.T) {
	it := eggs()
	it.Conflicts[1].Deleted, it.Conflicts = true, it.Conflicts[1:2]
	s := begin(t, it, "me")
	expectDrops(t, s, "undecided", "")
	must(t, s.Take(0))
	expectDrops(t, s, "what lives", `B  -1 []; `)
	must(t, s.Take(1))
	if dropped(s) == "" {
		t.Error("a deletion drops nothing")
	}
}
