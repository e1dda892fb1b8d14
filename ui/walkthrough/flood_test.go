//go:build display

package walkthrough_test

import "testing"

const manyItems = 30

// flood shares a list of many items with B, which deletes nearly all of them, and syncs: the
// deletions are held for review. Afterwards, the keyboard focus is on the list of that page.
func flood(t *testing.T) *journey {
	t.Helper()
	j := begin(t)
	j.makeListWithItem()
	j.shareThroughFolder()
	lines := ""
	for i := range manyItems {
		lines += "Item q" + string(rune('A'+i%26)) + string(rune('a'+i/26)) + "\n"
	}
	j.press("ctrl+n")
	j.typed(lines)
	j.until("the items are in A's store", func() (bool, string) { n := len(j.items(j.a)); return n == manyItems+1, say(n) })
	j.press("ctrl+r")
	j.until("B has them", func() (bool, string) {
		j.run(j.b, "sync")
		n := len(j.items(j.b))
		return n == manyItems+1, say(n)
	})
	for _, it := range j.items(j.b)[1:] {
		j.run(j.b, "item", "delete", "Groceries", it.ID)
	}
	j.run(j.b, "sync")
	j.press("ctrl+r")
	j.until("it is held for review", func() (bool, string) { n := j.held(); return n == manyItems, say(n) })
	j.press("Escape", "Escape", "Home", "Down", "Down", "Down", "Down", "Down", "Down", "Down", "Return") // below the smart lists and Conflicts
	j.picture("held")
	return j
}

// held returns the number of items held for review at A.
func (j *journey) held() int {
	j.t.Helper()
	var all []struct{ ID string }
	j.must(j.a.Read(j.ctx, &all, "review", "list"))
	return len(all)
}

// A person inspects a flood, refuses it, and everybody has the items again.
func TestAFloodIsRefusedByKeyboard(t *testing.T) {
	j := flood(t)
	j.press("Tab", "Tab", "Tab", "space")
	j.picture("shown")
	j.press("shift+Tab", "shift+Tab", "space")
	j.picture("asked")
	j.sees()
	j.press("ctrl+Return")
	j.until("nothing is held", func() (bool, string) { n := j.held(); return n == 0, say(n) })
	j.until("B has them again", func() (bool, string) {
		j.run(j.b, "sync")
		n := len(j.items(j.b))
		return n == manyItems+1, say(n)
	})
	j.picture("kept")
}

// A person accepts a flood, realizes that it was a mistake, and undoes the changes of the
// feed.
func TestAFloodIsAppliedAndUndoneByKeyboard(t *testing.T) {
	j := flood(t)
	j.press("Tab", "Tab", "space")
	j.picture("what applying changes")
	j.sees()
	j.press("ctrl+Return")
	j.until("the items are gone", func() (bool, string) { n := len(j.items(j.a)); return n == 1, say(n) })
	j.picture("applied")
	j.press("Escape", "End", "Up", "Return")
	j.picture("feed")
	j.press("Tab", "Tab", "Tab", "Tab", "Tab", "space")
	j.picture("asked")
	j.sees()
	j.press("ctrl+Return")
	j.until("they are there again", func() (bool, string) { n := len(j.items(j.a)); return n == manyItems+1, say(n) })
	j.picture("undone")
}
