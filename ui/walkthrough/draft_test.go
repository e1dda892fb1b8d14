//go:build display

package walkthrough_test

import "testing"

// TestDraftSurvivesNewsAndCrash: what is typed and not saved is still there
// after a sync brought another version of the item, and after the program was
// killed. Saving it then asks once more, because the item is another one now.
func TestDraftSurvivesNewsAndCrash(t *testing.T) {
	j := begin(t)
	j.makeListWithItem()
	j.shareThroughFolder()
	j.press("Down", "Return", "Tab", "Tab", "Tab", "Tab", "Tab")
	j.typed("half a sentence")
	id := j.items(j.b)[0].ID
	j.run(j.b, "item", "edit", "Groceries", id, "--text", "news from B")
	j.run(j.b, "sync")
	j.press("ctrl+r")
	j.until("the news is in A's store", func() (bool, string) {
		items := j.items(j.a)
		return items[0].Fields.Text == "news from B", say(items)
	})
	j.picture("draft-beside-news")
	j.reopen()
	j.press("Return", "Down", "Return")
	j.picture("draft-after-crash")
	j.press("ctrl+Return")
	j.picture("asked-once-more")
	j.press("ctrl+Return")
	j.until("the draft is saved", func() (bool, string) {
		items := j.items(j.a)
		return items[0].Fields.Text == "half a sentence" && items[0].Updates == 3, say(items)
	})
}
