//go:build display

package walkthrough_test

import (
	"testing"

	"crossfeed/ui/walkthrough"
)

// A person finds an item of another list by its text, and edits it.
func TestAnItemOfAnotherListIsFoundAndEdited(t *testing.T) {
	j := begin(t)
	j.run(j.a, "list", "create", "Groceries", "--kind", "todo")
	j.run(j.a, "list", "create", "Reading", "--kind", "note")
	j.run(j.a, "item", "add", "Reading", "--title", "A short one", "--text", "About cooking")
	j.seen(j.a, "item", "add", "Reading", "--title", "A long book", "--text", "About whales")
	j.press("ctrl+k")
	j.typed("WHALES")
	j.picture("found")
	j.press("Return", "Return", "End")
	j.typed(", read")
	j.press("ctrl+Return")
	j.until("the title is saved", func() (bool, string) {
		var items []walkthrough.Item
		j.must(j.a.Read(j.ctx, &items, "item", "list", "Reading"))
		return len(items) == 2 && items[1].Title == "A long book, read", say(items)
	})
	j.sees()
}
