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
		text += fmt.Sprintf("%s %s %d %q", conflicts.Letter(d.Number), d.Field, d.Hunk, d.Parts)
		if len(d.Removed) > 0 {
			text += fmt.Sprintf(" removed %q", d.Removed)
		}
		text += "; "
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

	s = from(t, eggs("1\n2\n3", "milk\nbread\nsalt\ntea\n"), eggs("1\n2\n3\n4", "milk\nbread\nsalt\ngreen tea\n"), eggs("3", "milk\nsalt\ntea\n"))
	must(t, s.Take(0))
	expectDrops(t, s, "whole A, where B removed", `B phones -1 [] removed ["1" "2"]; B text 1 [] removed ["bread"]; `)
	must(t, s.Take(1))
	expectDrops(t, s, "whole B, which removed", `A phones -1 ["4"]; A text 3 ["green tea"]; `)
	must(t, s.TakeOriginal())
	expectDrops(t, s, "the original, of which B removed", `A phones -1 ["4"]; A text 3 ["green tea"]; B phones -1 [] removed ["1" "2"]; B text 1 [] removed ["bread"]; `)
	must(t, s.Type("text", "tea\nbread\nbread\n"))
	must(t, s.TakeField("phones", 1))
	expectDrops(t, s, "typed again", `A phones -1 ["4"]; A text 3 ["green tea"]; B text 1 [] removed ["bread"]; `)

	s = from(t, eggs("1", "milk\nbread\n"), eggs("1", "milk\nbread\n"), eggs("", ""))
	must(t, s.Take(0))
	expectDrops(t, s, "whole A, where B emptied", `B phones -1 [] removed ["1"]; B text 0 [] removed ["milk" "bread"]; `)
}

// A changed line does not count as removed, nor does a moved one if the result has it equally
// often.
func TestALineThatWasChangedOrMovedIsNotRemoved(t *testing.T) {
	base := "milk\nbread\nsalt\ntea\nrice\n"
	s := from(t, item.Plain("Eggs", base), item.Plain("Eggs", base), item.Plain("Eggs", "oat milk\nbread\ntea\nrice\nsalt\n"))
	must(t, s.Take(0))
	expectDrops(t, s, "whole A", `B text 0 ["oat milk"]; B text 2 [] removed ["salt"]; B text 4 ["salt"]; `)
	must(t, s.Type("text", "salt\nmilk\n"))
	expectDrops(t, s, "moved", `B text 0 ["oat milk"]; `)
}

// A merged result drops nothing.
func TestTheMergedResultDropsNothing(t *testing.T) {
	s := from(t, item.Plain("Eggs", "milk\nbread\nsalt\n"), item.Plain("Six eggs", "milk\nbread\nsalt\n"), item.Plain("Eggs", "milk\nbread\n"))
	expectDrops(t, s, "merged", "")
}

// A deletion drops the changes of others, and any other result drops the deletion.
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
