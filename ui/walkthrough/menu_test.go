//go:build display

package walkthrough_test

import "testing"

// F10 opens the menu bar, whose second menu begins with Undo.
func TestACommandIsRunFromTheMenuBarByKeys(t *testing.T) {
	j := begin(t)
	j.run(j.a, "list", "create", "Groceries", "--kind", "todo")
	j.seen(j.a, "item", "add", "Groceries", "--title", "Milk")
	has := func(want int) {
		t.Helper()
		j.until("the items are as expected", func() (bool, string) {
			items := j.items(j.a)
			return len(items) == want, say(items)
		})
	}
	j.press("ctrl+n")
	j.typed("Bread")
	j.press("Return")
	has(2)
	j.press("F10", "Right", "Down")
	j.picture("menu")
	j.press("Return")
	has(1)
}
