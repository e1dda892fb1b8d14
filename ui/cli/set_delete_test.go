package cli_test

import (
	"os"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// A list is back whole after one undo; the edits of other lists stay.
func TestADeletedListIsBackAfterOneUndo(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Work")
	d.ok("item", "add", "Work", "--title", "Report")
	d.ok("set", "new", "Family")
	d.ok("item", "add", "Family", "--id", "milk", "--title", "Milk")
	d.ok("item", "edit", "Family", "milk", "--title", "Oat milk")
	d.ok("set", "delete", "Family")
	d.run("item", "list", "Family").is(cli.Failed)
	d.ok("undo").shows("Family")
	d.ok("item", "list", "Family").shows("Oat milk")
	d.ok("item", "list", "Work").shows("Report")
	d.ok("redo")
	d.run("item", "list", "Family").is(cli.Failed)
}

// What becomes of a published feed is said before the list is deleted, and afterwards what
// others keep.
func TestDeletingAPublishedListSaysWhatBecomesOfItsFeed(t *testing.T) {
	for flag, stays := range map[string]bool{"--remove-feed": false, "--keep-feed": true} {
		d := newDesk(t)
		d.ok("set", "new", "Family")
		d.ok("item", "add", "Family", "--title", "Milk")
		feed := d.file("family.xml")
		d.ok("publish", "Family", feed)
		d.run("set", "delete", "Family").is(cli.Failed).mentions("published at "+feed, "--remove-feed or --keep-feed", "what others have read stays with them")
		d.ok("item", "list", "Family").shows("Milk")
		r := d.ok("set", "delete", "Family", flag).mentions(feed)
		if !stays {
			r.mentions("What others have read of it stays with them")
		}
		if _, err := os.Stat(feed); (err == nil) != stays {
			t.Errorf("%s: the feed: %v", flag, err)
		}
		d.ok("undo").shows("Family")
		d.ok("item", "list", "Family").shows("Milk")
	}
}

// shows checks that something was printed.
func (r result) shows(text string) {
	r.t.Helper()
	if !strings.Contains(r.out, text) {
		r.t.Errorf("printed\n%s\nwithout %q", r.out, text)
	}
}
