package cli_test

import (
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestAFileThatIsAttachedAlreadyIsSaid(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("a.txt", "one"))
	d.ok("item", "attach", "Household", "pay", d.put("c.txt", "one")).says(d.file("c.txt") + " is attached as a.txt\n")
}

func TestAnOutlineTakesNoFileByACommand(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Plans", "--kind", "outline")
	d.ok("item", "add", "Plans", "--id", "home", "--title", "Home")
	d.run("item", "attach", "Plans", "home", d.put("a.txt", "one")).is(cli.Misuse).mentions("item home takes no files")
}

func TestALinkThatAnotherProgramMadeIsSaidToBeOne(t *testing.T) {
	d := household(t)
	d.ok("item", "edit", "Household", "pay", "--field", "files=https://example.org/a%20b.jpg")
	if r := d.ok("item", "files", "Household", "pay"); !strings.Contains(r.out, "a%20b.jpg  -      https://example.org/a%20b.jpg  a link that another program made\n") {
		t.Errorf("printed\n%s", r.out)
	}
}

func TestAnExportSaysHowManyFilesAreNotInIt(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("a.txt", "one"), d.put("b.txt", "two!"))
	out := d.file("out.ics")
	d.ok("export", "Household", out).prints(out + ": 1 items\n").says("2 files of these items are not in it: crossfeed item files SET ID --save DIR\n")
	d.ok("item", "detach", "Household", "pay", "a.txt")
	d.ok("export", "Household", out, "--overwrite").says("1 file of these items is not in it: crossfeed item files SET ID --save DIR\n")
}

func TestAListIsPublishedWhereItsFilesCannotBePut(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("a.txt", "one"))
	inTheWay := d.put("files", "mine")
	feed := filepath.Join(filepath.Dir(inTheWay), "list.xml")
	for _, at := range [][]string{{feed}, nil} {
		r := d.run(append([]string{"publish", "Household"}, at...)...)
		if r.is(cli.Attention).mentions("these files are not", "a.txt: ", "files is a file, and no folder"); r.out != feed+"\n" {
			t.Errorf("printed %q", r.out)
		}
	}
	if !strings.Contains(read(t, feed), "Pay") {
		t.Error("the feed is not there")
	}
}
