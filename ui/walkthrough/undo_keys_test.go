//go:build display

package walkthrough_test

import (
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestUndoOnThePageOfAConflictReachesNothingElse: a resolution was saved, another
// conflict is on the page. Ctrl+Z and Ctrl+Y, on the page and in the result's field,
// undo and redo what is chosen and typed there. The saved resolution stays, so does
// every other item, and a letter that is typed and removed again decides nothing.
func TestUndoOnThePageOfAConflictReachesNothingElse(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	for _, id := range []string{"bread", "milk"} {
		s.share(id, "title="+id, "text=one\ntwo\nthree\nfour")
		s.changes(desk, id, "text=one\ntwo here\nthree\nfour")
		s.changes("laptop", id, "text=one\ntwo there\nthree\nfour")
	}
	s.publishes()
	other := s.bystander()
	s.opens()
	s.press("F8", "1", "ctrl+Return")
	resolved := ""
	s.until("one conflict is resolved", func() (bool, string) {
		for _, id := range []string{"bread", "milk"} {
			if it := s.itemAt(desk, id); settled(it) {
				resolved = id
			}
		}
		return resolved != "", resolved
	})
	left := map[string]string{"bread": "milk", "milk": "bread"}[resolved]
	before := []walkthrough.Item{s.itemAt(desk, resolved), s.itemAt(desk, left), other}
	same := func(after string) {
		t.Helper()
		for _, it := range before {
			if now := s.itemAt(desk, it.ID); !sameVersion(now, it) || len(now.Conflicts) != len(it.Conflicts) {
				t.Errorf("after %s: %s, was %s", after, s.describe(now), s.describe(it))
			}
		}
	}
	undo := []string{"ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z", "ctrl+y"}
	s.press(undo...)
	same("undo of nothing")
	s.goesOn()
	s.press("2")
	s.press(undo...)
	s.press("ctrl+z")
	s.picture("undone")
	same("undo of a choice")
	s.press("e")
	s.typed("hello")
	s.press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
	same("undo of typing")
	s.typed("x")
	s.press("BackSpace", "ctrl+Return", "ctrl+Return")
	same("a letter that was typed and removed")
	s.picture("still open")
	s.press("1", "ctrl+Return")
	s.until("the other conflict is resolved", func() (bool, string) {
		it := s.itemAt(desk, left)
		return settled(it), s.describe(it)
	})
}

// TestUndoInAFieldRevertsNothingElse: what is typed into the editor of an item is
// undone there. However often Ctrl+Z is pressed, no earlier change is reverted.
func TestUndoInAFieldRevertsNothingElse(t *testing.T) {
	s := stage(t, "todo")
	s.by(desk, "item", "add", s.list, "--id", "eggs", "--title", "Eggs")
	s.opens()
	s.press("Down", "space")
	s.until("the todo is done", func() (bool, string) {
		it := s.itemAt(desk, "eggs")
		return it.Fields.Done, s.describe(it)
	})
	before := s.itemAt(desk, "eggs")
	s.press("Return")
	s.typed("hello")
	s.press("ctrl+z", "ctrl+z", "ctrl+z")
	s.picture("undone")
	if now := s.itemAt(desk, "eggs"); !sameVersion(now, before) {
		t.Errorf("the item is %s, was %s", s.describe(now), s.describe(before))
	}
}
