//go:build display

package walkthrough_test

import (
	"path/filepath"
	"testing"
)

// TestUndoInAFieldEndsAtTheField drags a feed into a folder and types a word into the editor of
// another. However often Ctrl+Z is pressed there, the word goes, and the feed stays where it
// was dragged to.
func TestUndoInAFieldEndsAtTheField(t *testing.T) {
	j := begin(t)
	j.name = "Reading"
	list, err := filepath.Abs(exported)
	j.must(err)
	j.run(j.a, "list", "create", j.name, "--kind", "outline")
	j.run(j.a, "import", j.name, list)
	j.press("Down")
	j.until("the tree", func() (bool, string) { return len(j.items(j.a)) == 14, "" })
	j.drags("Recipes from everywhere", "Work", 0)
	j.until("Recipes in Work", func() (bool, string) {
		it := j.item("Recipes from everywhere")
		return it.Parent == j.item("Work").ID, say(it)
	})
	j.press("Home", "Return")
	before := j.items(j.a)
	j.typed("hello")
	for range len("hello") + 4 {
		j.press("ctrl+z")
	}
	j.picture("undone")
	j.sees()
	now := j.items(j.a)
	if len(now) != len(before) {
		t.Fatalf("%d items, were %d", len(now), len(before))
	}
	for i := range now {
		if !sameVersion(now[i], before[i]) || now[i].Parent != before[i].Parent || now[i].Title != before[i].Title {
			t.Errorf("now %s\nwas %s", say(now[i]), say(before[i]))
		}
	}
	j.press("Escape")
	j.press("ctrl+z")
	j.until("undone in the list", func() (bool, string) {
		it := j.item("Recipes from everywhere")
		return it.Parent != j.item("Work").ID, say(it)
	})
}
