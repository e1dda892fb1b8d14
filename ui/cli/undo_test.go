package cli_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/ui/cli"
)

func TestAResolutionIsUndone(t *testing.T) {
	d := parted(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1")
	d.ok("conflict", "undo").prints("undone: resolution of Eggs ×12\n").stderr("")
	got := parse[shownItem](d.ok("item", "show", "Groceries", "eggs", "--json"))
	if got.Title != "Eggs ×12" || got.Updates != 2 || len(got.Conflicts) != 1 {
		t.Errorf("got %+v", got)
	}
	d.ok("redo").prints("redone: resolution of Eggs\n")
	d.shows("Eggs", "white ones")
}

func TestOnlyAResolutionIsUndone(t *testing.T) {
	d := parted(t)
	d.run("conflict", "undo").is(cli.Failed).prints("").stderr("crossfeed: nothing to undo\n")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--keep")
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Ten eggs")
	d.run("conflict", "undo").is(cli.Failed).prints("").mentions("changed")
	d.shows("Ten eggs", "brown ones")
	d.ok("undo")
	d.ok("conflict", "undo", "--json")
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep").is(cli.Done)
}

// Edits of other items do not hide the last resolution.
func TestTheLastResolutionIsUndoneAfterOtherEdits(t *testing.T) {
	d := parted(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	d.ok("conflict", "undo").prints("undone: resolution of Eggs ×12\n").stderr("")
	d.shows("Eggs ×12", "brown ones")
	d.ok("undo").prints("undone: add of Milk\n")
}

// Others may have received what was published: undoing that requires consent.
func TestAPublishedResolutionIsUndoneByConsent(t *testing.T) {
	for _, command := range [][]string{{"conflict", "undo"}, {"undo"}} {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			d := parted(t)
			d.ok("publish", "Groceries", t.TempDir())
			d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1")
			d.ok("publish", "Groceries")
			d.run(command...).is(cli.Failed).prints("").stderr("crossfeed: not undone: others may have received the resolution of Eggs; " +
				"to undo it for them, too: crossfeed " + strings.Join(command, " ") + " --published\n")
			d.shows("Eggs", "white ones")
			d.ok(append(command, "--published")...).prints("undone: resolution of Eggs ×12\n")
			d.shows("Eggs ×12", "brown ones")
		})
	}
}

func TestResolutionsAreLogged(t *testing.T) {
	d := parted(t)
	d.ok("conflict", "log").prints("").stderr("No resolutions.\n")
	d.ok("conflict", "log", "--json").prints("[]\n")
	d.ok("device", "name", "Kitchen", "--of", "tablet")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1")
	d.ok("conflict", "undo")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge")
	d.ok("conflict", "log").stderr("").prints(`AT                    LIST       ID    TITLE     UPDATE  RESOLUTION
2005-05-24T09:43:33Z  Groceries  eggs  Eggs ×12  3       merged: Title from A, Text from B
2005-05-24T09:43:33Z  Groceries  eggs  Eggs      3       used B (Kitchen) (undone)
`)
	d.ok("conflict", "log", "Groceries", "eggs", "--limit", "1").prints(`AT                    LIST       ID    TITLE     UPDATE  RESOLUTION
2005-05-24T09:43:33Z  Groceries  eggs  Eggs ×12  3       merged: Title from A, Text from B
`)
	d.ok("conflict", "log", "Groceries", "milk").stderr("No resolutions.\n")
	all := parse[[]struct {
		ID, Set, Result string
		Undone          bool
		Fields          []struct{ Field, From string }
	}](d.ok("conflict", "log", "--json"))
	if len(all) != 2 || all[0].ID != "eggs" || all[0].Set != "Groceries" || all[0].Undone || !all[1].Undone || all[1].Result != "took" || len(all[0].Fields) != 2 {
		t.Errorf("got %+v", all)
	}
	if out := d.ok("conflict", "log", "--markdown").out; !strings.HasPrefix(out, "# Resolutions\n\n## Eggs ×12\n") || !strings.Contains(out, "| B | Kitchen | 2005-05-21T09:43:33Z | resolved |\n") {
		t.Errorf("printed\n%s", out)
	}
	d.run("conflict", "log", "Nowhere").is(cli.Failed)
	d.run("conflict", "log", "--limit", "-1").is(cli.Misuse)
	d.run("conflict", "log", "--markdown", "--json").is(cli.Misuse)
}

// The log never labels anything as typed that nobody typed.
func TestTheLogTellsTheOriginalAndWhatIsMergedFromWhatWasTyped(t *testing.T) {
	d := clashing(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--original")
	d.ok("conflict", "undo")
	d.ok("conflict", "resolve", "--all", "--rule", "keep")
	cake := whisked(t)
	cake.ok("conflict", "resolve", "--all", "--rule", "merge-newest")
	for _, c := range []struct {
		d    *desk
		want string
	}{{d, "used the original (undone)\n"}, {cake, "merged: Text from A and B\n"}} {
		if out := c.d.ok("conflict", "log").out; !strings.Contains(out, "  "+c.want) {
			t.Errorf("%q is not in\n%s", c.want, out)
		}
	}
	if out := cake.ok("conflict", "log", "--json").out; strings.Contains(out, `"hand"`) || !strings.Contains(out, `"from": "together"`) {
		t.Errorf("in JSON the text is\n%s", out)
	}
}

func TestEndpointsAreListedAndNamed(t *testing.T) {
	d := newDesk(t)
	d.ok("device", "list").prints("").stderr("No device has changed anything yet.\n")
	d.ok("device", "list", "--json").prints("[]\n")
	d = parted(t)
	d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	d.ok("device", "name", "Kitchen", "--of", "tablet").prints("tablet: Kitchen\n").stderr("")
	d.ok("device", "name", "Watch", "--of", "watch").prints("watch: Watch\n").stderr("watch has not changed anything here yet.\n")
	d.ok("device", "list").prints(`ID      NAME     VERSIONS  LAST CHANGE
desk    you      1         2005-05-24T09:43:33Z
laptop           1         2005-05-22T09:43:33Z
phone            1         2005-05-20T09:43:33Z
tablet  Kitchen  1         2005-05-21T09:43:33Z
watch   Watch    0         -
`)
	d.ok("device", "name", "Kitchen", "--of", "desk").prints("desk: Kitchen\n")
	if out := d.ok("device", "list").out; !strings.Contains(out, "desk    Kitchen (you)  1 ") {
		t.Errorf("printed\n%s", out)
	}
	d.ok("device", "name", "", "--of", "tablet").prints("tablet: tablet\n")
	list := parse[[]struct {
		ID, Name, Last string
		You            bool
		Versions       int
	}](d.ok("device", "list", "--json"))
	if len(list) != 5 || list[0].ID != "desk" || !list[0].You || list[3].Name != "" || list[3].Versions != 1 || list[3].Last != "2005-05-21T09:43:33Z" {
		t.Errorf("got %+v", list)
	}
	if out := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(out, "B·2  tablet, ") {
		t.Errorf("printed\n%s", out)
	}
	d.run("device", "name", "two\nlines", "--of", "tablet").is(cli.Failed)
}

func TestWhatAFeedBroughtIsUndoneWhereNobodyElseSawIt(t *testing.T) {
	d := newDesk(t)
	h := flooded{desk: d}
	h.ok("list", "create", "Groceries")
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
		stderr("Restored 28 items. Nobody else has seen the changes.\nPaused the subscription of \"Groceries\". To resume it and receive everything again: crossfeed subscription resume Groceries " + feed + "\n")
	h.has(4)
	h.ok("undo")
	h.has(29)
	if out := h.ok("item", "list", "Groceries").out; !strings.Contains(out, "Lie") || !strings.Contains(out, "Junk") {
		t.Error(out)
	}
	h.run("redo").is(cli.Failed)
	h.ok("undo", "--feed", feed)
	h.has(4)
	if out := h.ok("item", "list", "Groceries").out; strings.Contains(out, "Lie") || strings.Contains(out, "Junk") {
		t.Error(out)
	}
	if out := h.ok("item", "history", "Groceries", "n9").out; !strings.Contains(out, "Junk 9") {
		t.Errorf("the history of an item that left is\n%s", out)
	}
	h.ok("item", "restore", "Groceries", "n9")
	h.has(5)
	if out := h.ok("item", "list", "Groceries").out; !strings.Contains(out, "Junk 9") {
		t.Error(out)
	}
	h.ok("undo")
	h.has(4)
	h.ok("item", "restore", "Groceries", "n9", "--version", "1")
	h.has(5)
	h.ok("undo")
	h.run("item", "restore", "Groceries", "n99").is(cli.Failed).mentions("there is no such item")
	h.ok("sync")
	h.has(4)
	h.ok("undo", "--feed", feed, "--since", "yesterday")
	h.has(0)
	h.ok("subscription", "resume", "Groceries", feed)
	h.ok("sync")
	h.has(27)
}

// Accepted updates that had been held for review are undone with everything else from their
// feed; a plain undo does not revert them.
func TestWhatWasAcceptedIsUndoneWithWhatItsFeedBrought(t *testing.T) {
	h := newFlooded(t, "note", 49)
	h.at(1)
	h.writes("phone", append(gone(0, 49, "phone"), live(49, 50, 1, "Tea")...)...)
	h.run("sync").is(cli.Attention)
	h.has(50)
	h.at(2)
	h.ok("review", "accept", "Groceries", "--all")
	h.has(1)
	h.run("undo").is(cli.Failed)
	h.has(1)
	h.ok("undo", "--feed", h.folder, "--published")
	h.has(50)
}

func TestWhatAFeedBroughtIsRevertedWhereOthersMayHaveIt(t *testing.T) {
	h := newFlooded(t, "note", 4)
	h.at(1)
	h.writes("phone", append(live(0, 2, 2, "Lie"), live(4, 9, 1, "Junk")...)...)
	h.ok("sync")
	h.ok("item", "edit", "Groceries", "n5", "--title", "Jam") // stays
	h.has(9)
	h.run("undo", "--feed", h.folder).is(cli.Failed).prints("").
		mentions("others may have received 6 of 6 items, and 1 other device read the list", "--published")
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

// in2036 is the number of hours from a desk's clock to 2036.
const in2036 = 31 * 365 * 24

// Items received while the clock was wrong may have been published: the time of their arrival
// is unknown.
func TestWhatCameWhileTheClockWasWrongMayHaveBeenPublished(t *testing.T) {
	h := newFlooded(t, "note", 0)
	h.writes("phone", live(0, 4, 1, "Lie")...)
	h.at(in2036)
	h.ok("sync")
	h.at(1)
	h.ok("publish", "Groceries")
	h.run("undo", "--feed", h.folder).is(cli.Failed).mentions("others may have received 4 of 4 items")
	h.ok("undo", "--feed", h.folder, "--published")
	h.has(0)
}

// Neither do they count as received since a time.
func TestWhatCameWhileTheClockWasWrongDidNotComeSince(t *testing.T) {
	h := newFlooded(t, "note", 0)
	h.writes("phone", live(0, 4, 1, "Item")...)
	h.at(in2036)
	h.ok("sync")
	h.at(1)
	h.writes("phone", append(live(0, 4, 1, "Item"), live(4, 6, 1, "Lie")...)...)
	h.ok("sync")
	h.ok("undo", "--feed", h.folder, "--published")
	h.has(4)
	h.ok("undo", "--feed", h.folder, "--published", "--since", "yesterday")
	h.has(4)
}

func TestUndoingWhatAFeedBroughtNeedsToBeToldWhat(t *testing.T) {
	h := newFlooded(t, "note", 1)
	h.run("undo", "--feed", h.file("other.xml")).is(cli.Failed)
	h.run("undo", "--since", "yesterday").is(cli.Misuse)
	h.run("undo", "--feed", h.folder, "--since", "soon").is(cli.Misuse)
}

// The window marks all items of a library as read; undo and redo say which library it was.
func TestUndoSaysWhichLibraryWasMarkedAsRead(t *testing.T) {
	d := newDesk(t)
	if err := os.Mkdir(d.file("site"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.ok("content", "add", d.put("site/crossfeed-content.xml", contentFeed("Holidays", 1, contentItem("Sea", 1))))
	d.ok("content", "sync")
	st, err := d.env.Open(t.Context(), d.file("data"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), engine.Parts{Store: st, Clock: showing(time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)), Random: d.env.Random, Files: d.env.Files, Endpoint: "desk"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Edit.MarkAllRead(t.Context(), 1)
	if err := errors.Join(err, e.Close()); err != nil {
		t.Fatal(err)
	}
	d.run("undo").prints("undone: marking all of Holidays as read\n")
	d.run("redo").prints("redone: marking all of Holidays as read\n")
}
