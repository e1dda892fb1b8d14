package cli_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"crossfeed/ui/cli"
)

func TestTheHistoryInMachineReadableForm(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	feed := d.put("feed.xml", eggs)
	d.ok("subscription", "add", "Groceries", feed)
	d.ok("sync")
	d.ok("item", "delete", "Groceries", "eggs")
	got := parse[[]struct {
		shownItem
		Fields map[string]string
		SeenAt string `json:"seen_at"`
		From   string
	}](d.ok("item", "history", "Groceries", "eggs", "--json"))
	if len(got) != 2 || got[0].From != feed || got[0].Deleted || got[0].Fields["text"] != "brown ones" {
		t.Fatalf("got %+v", got)
	}
	if last := got[1]; last.From != "" || !last.Deleted || last.SeenAt != "2005-05-24T09:43:33Z" || last.History[0].By != "desk" {
		t.Errorf("got %+v", last)
	}
}

func TestAContestedItemInMachineReadableForm(t *testing.T) {
	d := disputed(t)
	got := parse[shownItem](d.ok("conflict", "show", "Groceries", "eggs", "--json"))
	if !got.Conflict || got.Title != "Eggs ×12" || len(got.Conflicts) != 2 || got.Conflicts[0].Title != "Brown eggs" || !got.Conflicts[1].Deleted {
		t.Errorf("got %+v", got)
	}
	d.ok("conflict", "show", "Groceries", "eggs").stderr("")
	d.ok("item", "show", "Groceries", "eggs").prints("" +
		"id       eggs\n" +
		"title    Eggs ×12\n" +
		"text     from the market\n" +
		"changed  2005-05-23T09:43:33Z by laptop\n" +
		"state    3 conflicting versions\n")
}

func TestWithoutNowTheClockIsAsked(t *testing.T) {
	d := newDesk(t)
	d.env.Clock = showing(time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC))
	d.args = d.args[:4]
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "show", "Groceries", "eggs").shows("changed  2006-01-02T15:04:05Z by you")
}

// showing is a clock with a fixed time.
type showing time.Time

func (s showing) Now() time.Time { return time.Time(s) }

func TestUpdatesWithoutTimeOrEndpointAreShown(t *testing.T) {
	d := newDesk(t)
	feed := feedOf(
		entry("timeless", "Salt", "1", ""),
		`<item><title>Sugar</title><sx:sync id="nameless" updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z"/></sx:sync></item>`,
	)
	d.bare("feed", "show", d.put("a.xml", feed)).is(cli.Done).prints("t (rss, feedsync-1.0)\n\n" +
		"ID        TITLE  UPDATES  CHANGED\n" +
		"timeless  Salt   1        at an unknown time by phone\n" +
		"nameless  Sugar  1        2005-05-21T09:43:33Z by somebody\n")
}

func TestAFeedCannotCommandTheTerminal(t *testing.T) {
	d := newDesk(t)
	d.bare("feed", "show", d.put("a.xml", feedOf(entry("eggs", "&#x9b;2Jgone", "1", "")))).is(cli.Done).prints("t (rss, feedsync-1.0)\n\n" +
		"ID    TITLE    UPDATES  CHANGED\n" +
		"eggs  \ufffd2Jgone  1        at an unknown time by phone\n")
}

const milkAndEggs = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n" +
	"BEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\nDUE;VALUE=DATE:20050525\r\nCATEGORIES:dairy\r\nEND:VTODO\r\n" +
	"BEGIN:VTODO\r\nUID:eggs\r\nSUMMARY:Eggs\r\nPRIORITY:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

// todoDesk returns a desk with the list of todos "Home".
func todoDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Home", "--kind", "todo")
	return d
}

type imported struct{ New, Changed, Same, Unreadable, Refused int }

func TestAFileIsImportedOnceAndTakenBack(t *testing.T) {
	d := todoDesk(t)
	path := d.put("a.ics", milkAndEggs)
	if got := parse[[]imported](d.ok("import", "Home", path, "--dry-run", "--json")); got[0].New != 2 {
		t.Errorf("the dry run says %+v", got)
	}
	d.ok("item", "list", "Home").stderr("No items.\n")
	d.ok("import", "Home", path)
	if got := parse[[]imported](d.ok("import", "Home", path, "--json")); got[0] != (imported{Same: 2}) {
		t.Errorf("a second import: %+v", got)
	}
	d.ok("undo").prints("undone: import of Eggs, Milk\n")
	d.ok("item", "list", "Home").stderr("No items.\n")
	d.ok("redo")
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--json")); len(got) != 2 {
		t.Errorf("the list holds %+v", got)
	}
}

func TestWhatIsUnreadableNeedsAttentionAndTheRestIsTaken(t *testing.T) {
	d := todoDesk(t)
	path := d.put("a.ics", strings.Replace(milkAndEggs, "END:VCALENDAR", "BEGIN:VEVENT\r\nUID:party\r\nEND:VEVENT\r\nEND:VCALENDAR", 1))
	r := d.run("import", "Home", path, "--json").is(cli.Attention).mentions("a.ics:15: an event, not a todo")
	if got := parse[[]imported](r); got[0].New != 2 || got[0].Unreadable != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestOneFileOfSeveralThatFailsNeedsAttentionAndAllThatFailAreAFailure(t *testing.T) {
	d := todoDesk(t)
	good, bad := d.put("a.ics", milkAndEggs), d.put("b.ics", "nothing")
	d.run("import", "Home", bad, good).is(cli.Attention).mentions("neither a calendar")
	d.run("import", "Home", bad).is(cli.Failed).prints("")
	d.run("import", "Home", d.file("missing.ics")).is(cli.Failed).prints("")
	d.run("import", "Away", good).is(cli.Failed).prints("")
	d.run("import", "Home").is(cli.Misuse).prints("")
	d.run("undo", "now").is(cli.Misuse)
}

func TestThereMayBeNothingToUndo(t *testing.T) {
	todoDesk(t).run("undo").is(cli.Failed).stderr("crossfeed: nothing to undo\n")
}

func TestAnExportIsWholeOrNotThere(t *testing.T) {
	d := todoDesk(t)
	d.ok("import", "Home", d.put("a.ics", milkAndEggs))
	out := d.file("out.ics")
	d.ok("export", "Home", out).prints(out + ": 2 items\n")
	d.ok("export", "Home", "-").prints(read(t, out))
	if got := parse[[]imported](d.ok("import", "Home", out, "--json")); got[0].Same != 2 {
		t.Errorf("what was exported is imported as %+v", got)
	}
	d.run("export", "Home", d.file("none.ics"), "--id", "nobody").is(cli.Failed).mentions("there is no such item")
	if _, err := os.Stat(d.file("none.ics")); err == nil {
		t.Error("a file was made")
	}
}

func TestTodosAreListedAsTodos(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk", "--field", "due=tomorrow", "--field", "tags=dairy, shop")
	d.ok("item", "add", "Home", "--id", "eggs", "--title", "Eggs", "--field", "priority=1", "--field", "done=true")
	milk := "milk  [ ]  Milk   2005-05-25            dairy, shop\n"
	d.ok("item", "list", "Home").prints("" +
		"ID         TITLE  DUE         PRIORITY  TAGS\n" + milk +
		"eggs  [x]  Eggs               1\n")
	for _, flags := range [][]string{{"--open"}, {"--tag", "Dairy"}, {"--due-before", "tomorrow"}, {"--due-after", "2005-05-25"}} {
		got := parse[[]shownItem](d.ok(append([]string{"item", "list", "Home", "--json"}, flags...)...))
		if len(got) != 1 || got[0].ID != "milk" {
			t.Errorf("%v gives %+v", flags, got)
		}
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--sort", "priority", "--json")); got[0].ID != "eggs" {
		t.Errorf("by priority: %+v", got)
	}
	d.ok("smart", "upcoming").prints("LIST  ID         TITLE  DUE         PRIORITY  TAGS\nHome  " + milk)
	d.ok("smart", "overdue", "--json").prints("[]\n")
	d.ok("smart", "all").prints("LIST  ID         TITLE  DUE         PRIORITY  TAGS\nHome  " + milk)
	d.ok("smart", "no-date", "--json").prints("[]\n")
	d.ok("smart", "completed").prints("LIST  ID         TITLE  DUE  PRIORITY  TAGS\nHome  eggs  [x]  Eggs        1\n")
	d.run("smart", "tag").is(cli.Misuse)
}

func TestAValueThatCannotBeIsWrongUse(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk", "--field", "priority=1")
	d.run("item", "edit", "Home", "milk", "--field", "due=some day").is(cli.Misuse).mentions(`due "some day": not a day`)
	d.run("item", "edit", "Home", "milk", "--field", "priority=12").is(cli.Misuse).mentions("not a priority from 1 to 9")
	d.run("item", "edit", "Home", "milk", "--field", "phones=1").is(cli.Misuse).mentions(`a todo has no field "phones"`)
	d.run("item", "list", "Home", "--due-before", "some day").is(cli.Misuse)
	d.ok("item", "edit", "Home", "milk", "--field", "priority=").prints("milk: update 2\n")
}

func TestItemsAreMovedAndCopied(t *testing.T) {
	d := todoDesk(t)
	d.ok("list", "create", "Work", "--kind", "todo")
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk")
	d.ok("item", "move", "Home", "milk", "--to", "Work").prints("milk: moved to Work\n")
	d.ok("item", "list", "Home").stderr("No items.\n")
	d.ok("item", "copy", "Work", "milk", "--to", "Home")
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--json")); len(got) != 1 || got[0].ID == "milk" || got[0].Title != "Milk" {
		t.Errorf("the copy is %+v", got)
	}
	d.run("item", "move", "Home", "nobody", "--to", "Work").is(cli.Failed)
}
