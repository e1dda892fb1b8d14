package cli_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// titles checks the titles of the items in a list.
func (d *desk) titles(list, want string) {
	d.t.Helper()
	var all []string
	for _, row := range parse[[]shownItem](d.ok("item", "list", list, "--json")) {
		all = append(all, row.Title)
	}
	if got := strings.Join(all, ", "); got != want {
		d.t.Errorf("the list says %s, want %s", got, want)
	}
}

func TestATableGoesOutAndComesBack(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk", "--field", "due=2026-11-27", "--field", "tags=dairy", "--text", "two\nlitres")
	d.ok("item", "add", "Home", "--id", "sum", "--title", "=1+1")
	path := d.file("home.csv")
	d.ok("export", "Home", path).prints(path + ": 2 items\n")
	if got := parse[[]imported](d.ok("import", "Home", path, "--json")); got[0] != (imported{Same: 2}) {
		t.Errorf("again: %+v", got)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(b), "id,title,done,due,tags,text") || !strings.Contains(string(b), ",=1+1,false,") {
		t.Errorf("the table is\n%s", b)
	}
	edited := d.put("edited.csv", strings.Replace(string(b), "Milk", "Oat milk", 1))
	if got := parse[[]imported](d.ok("import", "Home", edited, "--dry-run", "--json")); got[0] != (imported{Changed: 1, Same: 1}) {
		t.Errorf("the dry run says %+v", got)
	}
	d.ok("import", "Home", edited)
	d.titles("Home", "Oat milk, =1+1")
	d.ok("undo")
	d.titles("Home", "Milk, =1+1")
}

func TestWhatATableHasThatIsNoFieldIsSaidWithItsLine(t *testing.T) {
	d := todoDesk(t)
	path := d.put("home.csv", "Title;Colour;Due\r\nMilk;red;2026-11-27\r\nEggs;;27.11.2026\r\n")
	r := d.run("import", "Home", path).is(cli.Attention)
	r.mentions("home.csv:1: unknown columns are skipped: Colour; known fields are title, done",
		`home.csv:3: due "27.11.2026": not a day: write it as 2026-11-27`, "1 unreadable")
	d.titles("Home", "Milk")
	d.run("import", "Home", d.put("other.csv", "a,b\n1,2\n")).is(cli.Failed).mentions("its first line names no field")
	d.run("import", "Home", d.put("people.csv", "given,family\nA,B\n")).is(cli.Failed).mentions("holds contacts", "choose a list for contacts")
}

func TestColumnsOfATableAreMappedToFields(t *testing.T) {
	d := todoDesk(t)
	path := d.put("tasks.csv", "Task;When;a=b;Colour\r\nMilk;30.11.2026;two litres;red\r\n")
	d.run("import", "Home", path).is(cli.Failed).mentions("its first line names no field", "(--map)")
	d.ok("import", "Home", path, "--map", "Task=title", "--map", "when=due", "--map", "a=b=text", "--map", "Colour=").stderr("")
	d.titles("Home", "Milk")
	items := parse[[]shownItem](d.ok("item", "list", "Home", "--json"))
	if shown := d.ok("item", "show", "Home", items[0].ID).out; !strings.Contains(shown, "2026-11-30") || !strings.Contains(shown, "two litres") {
		t.Errorf("the item is\n%s", shown)
	}
	if got := parse[[]imported](d.ok("import", "Home", path, "--map", "Task=title", "--map", "When=due", "--map", "a=b=text", "--map", "Colour=", "--json")); got[0] != (imported{Same: 1}) {
		t.Errorf("again: %+v", got)
	}
	d.run("import", "Home", path, "--map", "Task").is(cli.Misuse).mentions("is not COLUMN=FIELD")
	d.run("import", "Home", path, "--map", "Task=title", "--map", "Task=text").is(cli.Misuse).mentions("twice")
	d.run("import", "Home", path, "--map", "Name=title").is(cli.Failed).mentions(`no column "Name"; its columns are Task, When, a=b, Colour`)
	d.run("import", "Home", path, "--map", "Task=colour").is(cli.Misuse).mentions(`a todo has no field "colour"`)
}

func TestAFeedGoesOutAndComesBack(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk")
	d.ok("item", "add", "Home", "--id", "gone", "--title", "Gone")
	d.ok("item", "delete", "Home", "gone")
	path := d.file("home.xml")
	d.ok("export", "Home", path).prints(path + ": 1 item\n")
	d.ok("feed", "check", path)
	d.ok("list", "create", "Copy")
	r := d.ok("import", "Copy", path)
	r.mentions("1 item is deleted in the file and skipped")
	d.titles("Copy", "Milk")
	if got := parse[[]imported](d.ok("import", "Copy", path, "--json")); got[0] != (imported{Same: 1}) {
		t.Errorf("again: %+v", got)
	}
	d.ok("undo")
	d.ok("item", "list", "Copy").stderr("No items.\n")
	if r := d.ok("import", "--help"); !strings.Contains(strings.Join(strings.Fields(r.out), " "), "To merge histories, subscribe to the file.") {
		t.Errorf("the help says %s", r.out)
	}
}

func TestAnOutlineIsExportedAsATableButNotAsRSS(t *testing.T) {
	d := outlineDesk(t)
	d.ok("import", "Feeds", d.put("feeds.opml", feedList))
	d.run("export", "Feeds", d.file("feeds.xml")).is(cli.Failed).mentions("export it as OPML (.opml), or as a table (.csv)")
	if _, err := os.Stat(d.file("feeds.xml")); err == nil {
		t.Error("the file is there")
	}
	d.ok("export", "Feeds", d.file("feeds.csv"))
	if got := parse[[]imported](d.ok("import", "Feeds", d.file("feeds.csv"), "--json")); got[0] != (imported{Same: 3}) {
		t.Errorf("again: %+v", got)
	}
	d.ok("list", "create", "Copy", "--kind", "outline")
	if got := parse[[]imported](d.ok("import", "Copy", d.file("feeds.csv"), "--json")); got[0] != (imported{New: 3}) {
		t.Errorf("into another list: %+v", got)
	}
	depths := ""
	for _, row := range parse[[]outlineRow](d.ok("item", "list", "Copy", "--json")) {
		depths += strconv.Itoa(*row.Depth)
	}
	if depths != "010" {
		t.Errorf("the depths are %s", depths)
	}
	d.titles("Copy", "News, Example Times, Comics")
}

// What only a read-only subscription has is not published, and so not in an exported feed.
func TestAnExportedFeedLeavesOutWhatIsNotRepublishedAndSaysSo(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk")
	d.ok("export", "Home", d.file("home.xml"))
	d.ok("list", "create", "Copy", "--kind", "todo")
	d.ok("subscription", "add", "Copy", d.file("home.xml"), "--mode", "read-only")
	d.ok("sync")
	d.titles("Copy", "Milk")
	d.ok("export", "Copy", d.file("copy.xml")).mentions("The export does not contain 1 item that only read-only subscriptions have")
	d.ok("export", "Copy", d.file("copy.csv")).prints(d.file("copy.csv") + ": 1 item\n")
}
