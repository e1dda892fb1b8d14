package cli_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// A partial feed may hold nothing but what was deleted, which says nothing of its kind.
func TestTheKindOfAFeedOfTombstonesIsThatOfItsCompleteFeed(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Todos", "--kind", "todo")
	d.ok("item", "add", "Todos", "--id", "milk", "--title", "Milk", "--field", "due=2026-11-27")
	d.ok("item", "add", "Todos", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "delete", "Todos", "eggs")
	path := d.file("feed.xml")
	d.ok("publish", "Todos", path, "--window", "1")
	other := d.at("laptop")
	other.env.Random = rand.Reader
	other.ok("set", "new", "Mine", "--kind", "todo")
	other.ok("set", "new", "Notes")
	r := other.ok("subscription", "check", path)
	if !strings.Contains(r.out, "todo  1") || !strings.HasSuffix(r.err, "it fits \"Mine\" or a new list: crossfeed set new \"Todos\" --kind todo\n") || strings.Contains(r.err, "Notes") {
		t.Errorf("printed\n%s\nsaid\n%s", r.out, r.err)
	}
	if err := os.Remove(d.file("feed.complete.xml")); err != nil {
		t.Fatal(err)
	}
	got := parse[struct {
		Feeds []struct{ Kind string }
		Lists []struct{ List, Why string }
	}](other.ok("subscription", "check", path, "--json"))
	if got.Feeds[0].Kind != "" {
		t.Errorf("got %+v", got)
	}
	for _, l := range got.Lists {
		if l.Why != "" {
			t.Errorf("got %+v", got)
		}
	}
}

func TestOneLineSaysWhichListsFit(t *testing.T) {
	d := newDesk(t)
	for name, kind := range map[string]string{"Groceries": "note", "Pantry": "note", "Todos": "todo", "People": "contact"} {
		d.ok("set", "new", name, "--kind", kind)
	}
	file := d.put("feed.xml", eggs)
	d.ok("subscription", "check", file).says(`it fits "Groceries" or "Pantry": crossfeed subscription add "Groceries" ` + file + "\n")
	d.ok("subscription", "check", file, "Pantry").says(`it fits "Pantry" or "Groceries": crossfeed subscription add "Pantry" ` + file + "\n")
	d.ok("subscription", "check", file, "Todos").mentions(`and the list "Todos" is of the kind todo`, "it fits ").mentions("Groceries")
}

// The name of a list is in the name of its file.
func TestAListIsProposedUnderTheNameThatItsFileSays(t *testing.T) {
	for _, file := range []string{"Rice & Beans v1=2E2=3A 100=25.laptop.xml", "Rice %26 Beans v1%2E2%3A 100%25.laptop.xml"} {
		d := newDesk(t)
		folder := d.file("shared")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		d.put(filepath.Join("shared", file), strings.Replace(eggs, "<title>Groceries</title>", "<title>Other</title>", 1))
		r := d.bare(append([]string{"subscription", "check", folder}, d.args...)...).is(cli.Done)
		if want := `crossfeed set new "Rice & Beans v1.2: 100%" --kind note`; !strings.Contains(r.err, want) {
			t.Errorf("%s: said %q", file, r.err)
		}
	}
}
