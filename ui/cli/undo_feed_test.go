package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestWhatAFeedBroughtIsUndoneWhereNobodyElseSawIt(t *testing.T) {
	d := newDesk(t)
	h := flooded{desk: d}
	h.ok("set", "new", "Groceries")
	feed := h.put("feed.xml", "")
	writes := func(items ...string) {
		h.put("feed.xml", `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title>`+strings.Join(items, "")+"</channel></rss>")
	}
	writes(live(0, 4, 1, "Item")...)
	h.ok("subscription", "add", "Groceries", feed)
	h.ok("sync")
	h.at(2)
	writes(append(append(gone(0, 1, "phone"), live(1, 2, 2, "Lie")...), live(4, 30, 1, "Junk")...)...)
	h.ok("sync")
	h.has(29)
	h.ok("undo", "--feed", feed).prints("").
		says("28 items as before; nobody else has seen the difference\nthe subscription of Groceries is paused: crossfeed subscription resume Groceries " + feed + " brings it all again\n")
	h.has(4)
	if out := h.ok("item", "list", "Groceries").out; strings.Contains(out, "Lie") || strings.Contains(out, "Junk") {
		t.Error(out)
	}
	h.ok("sync")
	h.has(4)
	h.ok("undo", "--feed", feed, "--since", "yesterday")
	h.has(0)
	h.ok("subscription", "resume", "Groceries", feed)
	h.ok("sync")
	h.has(27)
}

func TestWhatAFeedBroughtIsRevertedWhereOthersMayHaveIt(t *testing.T) {
	h := newFlooded(t, "note", 4)
	h.at(1)
	h.writes("phone", append(live(0, 2, 2, "Lie"), live(4, 9, 1, "Junk")...)...)
	h.ok("sync")
	h.ok("item", "edit", "Groceries", "n5", "--title", "Jam") // stays
	h.has(9)
	h.run("undo", "--feed", h.folder).is(cli.Failed).prints("").
		mentions("others may have received 6 of 6 items; 1 other device read the list", "--published")
	h.has(9)
	h.ok("undo", "--feed", h.folder, "--published", "--json").prints("{\n  \"left\": 0,\n  \"refused\": 0,\n  \"reverted\": 6,\n  \"sets\": [\n    \"Groceries\"\n  ]\n}\n")
	h.has(5)
	h.ok("sync")
	if published := read(t, h.file("shared/Groceries.desk.xml")); strings.Contains(published, "Lie") || strings.Count(published, `deleted="true"`) != 4 {
		t.Error(published)
	}
	h.ok("undo")
	h.has(9)
}

func TestUndoingWhatAFeedBroughtNeedsToBeToldWhat(t *testing.T) {
	h := newFlooded(t, "note", 1)
	h.run("undo", "--feed", h.file("other.xml")).is(cli.Failed)
	h.run("undo", "--since", "yesterday").is(cli.Misuse)
	h.run("undo", "--feed", h.folder, "--since", "soon").is(cli.Misuse)
}
