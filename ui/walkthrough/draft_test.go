//go:build display

package walkthrough_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDraftSurvivesNewsAndCrash checks that unsaved text is still there after a sync received
// another version of the item, and after the program was killed. Saving it then asks once
// more, because the item has changed.
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

// TestARestoreByACommandShowsInTheOpenWindow checks that the open window uses the settings of
// the restored backup, and keeps unsaved text, also after the next start.
func TestARestoreByACommandShowsInTheOpenWindow(t *testing.T) {
	j := begin(t)
	j.makeListWithItem()
	j.press("ctrl+shift+h")
	holds := func(name, text string) func() (bool, string) {
		return func() (bool, string) {
			all, err := os.ReadFile(filepath.Join(j.a.Data, name))
			return err == nil && strings.Contains(string(all), text), string(all)
		}
	}
	j.until("high contrast is stored", holds("window.json", `"highContrast": true`))
	backup := filepath.Join(t.TempDir(), "backup.zip")
	j.run(j.a, "backup", backup)
	j.press("ctrl+shift+h")
	j.until("the usual contrast is stored", holds("window.json", `"highContrast": false`))
	j.press("Tab", "Tab", "Home", "Return", "Tab", "Tab", "Tab", "Tab", "Tab")
	j.typed("half a sentence")
	j.until("the draft is stored", holds("drafts.json", "half a sentence"))
	j.run(j.a, "restore", backup)
	j.typed(" more")
	j.until("the draft goes on", holds("drafts.json", "half a sentence more"))
	j.until("the contrast is that of the backup", holds("window.json", `"highContrast": true`))
	j.picture("after-a-restore-by-a-command")
	j.press("ctrl+Return")
	j.until("the draft is saved", func() (bool, string) {
		items := j.items(j.a)
		return len(items) == 1 && items[0].Fields.Text == "half a sentence more", say(items)
	})
}
