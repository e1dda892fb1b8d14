package cli_test

import (
	"os"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

const milkAndEggs = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n" +
	"BEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\nDUE;VALUE=DATE:20050525\r\nCATEGORIES:dairy\r\nEND:VTODO\r\n" +
	"BEGIN:VTODO\r\nUID:eggs\r\nSUMMARY:Eggs\r\nPRIORITY:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

// todoDesk is a desk with the list of todos "Home".
func todoDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Home", "--kind", "todo")
	return d
}

type imported struct{ New, Changed, Same, Unreadable, Refused int }

func TestAFileIsImportedOnceAndTakenBack(t *testing.T) {
	d := todoDesk(t)
	path := d.put("a.ics", milkAndEggs)
	if got := parse[[]imported](d.ok("import", "Home", path, "--dry-run", "--json")); got[0].New != 2 {
		t.Errorf("the dry run says %+v", got)
	}
	d.ok("item", "list", "Home").says("no items\n")
	d.ok("import", "Home", path)
	if got := parse[[]imported](d.ok("import", "Home", path, "--json")); got[0] != (imported{Same: 2}) {
		t.Errorf("a second import: %+v", got)
	}
	d.ok("undo").prints("undone: import of Eggs, Milk\n")
	d.ok("item", "list", "Home").says("no items\n")
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
	todoDesk(t).run("undo").is(cli.Failed).says("crossfeed: nothing to undo\n")
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
	d.ok("set", "new", "Work", "--kind", "todo")
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk")
	d.ok("item", "move", "Home", "milk", "--to", "Work").prints("milk: moved to Work\n")
	d.ok("item", "list", "Home").says("no items\n")
	d.ok("item", "copy", "Work", "milk", "--to", "Home")
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--json")); len(got) != 1 || got[0].ID == "milk" || got[0].Title != "Milk" {
		t.Errorf("the copy is %+v", got)
	}
	d.run("item", "move", "Home", "nobody", "--to", "Work").is(cli.Failed)
}
