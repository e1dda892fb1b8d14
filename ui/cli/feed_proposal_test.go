package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// withIn is an item with other versions among its conflicts.
func withIn(winner string, conflicts ...string) string {
	return winner[:strings.LastIndex(winner, "</sx:sync>")] + "<sx:conflicts>" + strings.Join(conflicts, "") + "</sx:conflicts></sx:sync></item>"
}

func TestADocumentTellsNoBase(t *testing.T) {
	d := newDesk(t)
	feed := feedOf(withIn(versionOf("eggs", saying("Eggs ×12", "brown"), "laptop", 22), versionOf("eggs", saying("Ten eggs", "brown"), "tablet", 21)))
	path := d.put("a.xml", feed)
	d.run("feed", "resolve", path, "--id", "eggs", "--merge", "-o", path).is(cli.Failed).
		mentions("settling eggs: something is left to choose: title: add --field title=…\n")
	if read(t, path) != feed {
		t.Error("the refused settling changed the file")
	}
	d.ok("feed", "resolve", path, "--id", "eggs", "--merge", "--field", "title=Eggs", "-o", path).prints("eggs: update 3\n")
	if got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]; got.Title != "Eggs" || len(got.Conflicts) != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestADocumentTellsTheBaseThatIsInIt(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", feedOf(withIn(versionOf("eggs", saying("Eggs", "brown"), "laptop", 22),
		versionOf("eggs", saying("Eggs", "white"), "tablet", 21), versionOf("eggs", saying("Eggs", "brown"), "phone", 0))))
	d.ok("feed", "resolve", path, "--id", "eggs", "--merge", "-o", path).prints("eggs: update 3\n").says("")
	if got := read(t, path); !strings.Contains(got, "white") || strings.Contains(got, "brown") {
		t.Errorf("the feed is\n%s", got)
	}
}

func TestADocumentIsSettledFieldByField(t *testing.T) {
	for name, c := range map[string]struct {
		args  []string
		title string
	}{
		"the winner but for a field":   {[]string{"--field", "title=x"}, "x"},
		"a field of another version":   {[]string{"--from", "title=B"}, "Ten eggs"},
		"a conflict but for a field":   {[]string{"--take", "1", "--field", "title=y"}, "y"},
		"a conflict, by its letter":    {[]string{"--take", "B"}, "Ten eggs"},
		"the proposal, with a version": {[]string{"--merge", "--from", "title=A"}, "Eggs ×12"},
	} {
		d := newDesk(t)
		path := d.put("a.xml", feedOf(withIn(versionOf("eggs", saying("Eggs ×12", "brown"), "laptop", 22), versionOf("eggs", saying("Ten eggs", "brown"), "tablet", 21))))
		d.ok(append([]string{"feed", "resolve", path, "--id", "eggs", "-o", path}, c.args...)...).says("")
		if got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]; got.Title != c.title || len(got.Conflicts) != 0 {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

func TestWhatSomeDeletedInADocumentStays(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.xml", contested)
	d.run("feed", "resolve", path, "--id", "eggs", "--merge", "--from", "title=A", "--from", "text=B", "--only", "2", "-o", path).is(cli.Misuse)
	d.run("feed", "resolve", path, "--id", "eggs", "--merge", "--stay", "--from", "title=A", "--from", "text=B", "--only", "1", "-o", path).is(cli.Attention)
	got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]
	if got.Title != "Eggs ×12" || got.Deleted || len(got.Conflicts) != 1 || !strings.Contains(read(t, path), "from the farm") {
		t.Errorf("got %+v", got)
	}
}

func TestWrongDecisionsAboutADocumentAreRefused(t *testing.T) {
	d := newDesk(t)
	feed := feedOf(withIn(versionOf("eggs", saying("Eggs ×12", "brown"), "laptop", 22), versionOf("eggs", saying("Ten eggs", "brown"), "tablet", 21)))
	path := d.put("a.xml", feed)
	item := d.put("item.xml", "<item><title>x</title></item>")
	for name, args := range map[string][]string{
		"nothing":               {},
		"the proposal and keep": {"--merge", "--keep"},
		"an item and a field":   {"--with", item, "--field", "title=x"},
		"an item and a version": {"--with", item, "--take", "1"},
		"a field twice":         {"--merge", "--field", "title=x", "--from", "title=A"},
		"staying by itself":     {"--stay", "--keep"},
		"no such version":       {"--take", "2"},
	} {
		t.Run(name, func(t *testing.T) {
			d.t = t
			d.run(append([]string{"feed", "resolve", path, "--id", "eggs", "-o", path}, args...)...).is(cli.Misuse).prints("")
			if read(t, path) != feed {
				t.Error("the file was changed")
			}
		})
	}
}
