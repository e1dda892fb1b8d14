package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// household returns a desk with a list that has a todo.
func household(t *testing.T) *desk {
	d := newDesk(t)
	d.ok("list", "create", "Household", "--kind", "todo")
	d.ok("item", "add", "Household", "--title", "Pay", "--id", "pay")
	return d
}

const hashOfPay12 = "0859f11f59dcfd8db876d9fa231dac736c7c1f5533982a53fb67ed9a5900445d"

func TestFilesAreAttachedListedSavedAndTakenAway(t *testing.T) {
	d := household(t)
	d.ok("item", "files", "Household", "pay").prints("").stderr("No files.\n")
	d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", "pay 12"), d.put("Receipt.txt", "paid"))
	r := d.ok("item", "files", "Household", "pay")
	if lines := strings.Split(r.out, "\n"); len(lines) != 4 || strings.Join(strings.Fields(lines[1]), " ") != "Invoice.pdf 6 files/"+hashOfPay12+".pdf here" {
		t.Errorf("printed\n%s", r.out)
	}
	type file struct {
		Name, Link, Path, Error string
		Size                    int64
	}
	files := parse[[]file](d.ok("item", "files", "Household", "pay", "--json"))
	if len(files) != 2 || files[0].Name != "Invoice.pdf" || files[0].Size != 6 || read(t, files[0].Path) != "pay 12" {
		t.Errorf("got %+v", files)
	}
	to := d.file("saved")
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, "Receipt.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "files", "Household", "pay", "--save", to).mentions("Saved "+filepath.Join(to, "Invoice.pdf")+".", "Saved "+filepath.Join(to, "Receipt (2).txt")+".")
	for name, want := range map[string]string{"Invoice.pdf": "pay 12", "Receipt.txt": "mine", "Receipt (2).txt": "paid"} {
		if got := read(t, filepath.Join(to, name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if r := d.ok("item", "detach", "Household", "pay", "Invoice.pdf"); strings.Contains(r.out, "Invoice") || !strings.Contains(r.out, "Receipt.txt") {
		t.Errorf("printed\n%s", r.out)
	}
	d.ok("undo")
	if r := d.ok("item", "files", "Household", "pay"); !strings.Contains(r.out, "Invoice.pdf") {
		t.Errorf("after an undo\n%s", r.out)
	}
}

// A damaged file that no feed has is not called repaired: it stays as it is, since it may be
// all that there is. Once the list is published with it, the file next to its feed replaces it.
func TestADamagedFileThatNoFeedHasIsNotCalledRepaired(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", "pay 12"))
	type file struct{ Path string }
	path := parse[[]file](d.ok("item", "files", "Household", "pay", "--json"))[0].Path
	damage := func() {
		t.Helper()
		if err := os.WriteFile(path, []byte("pay 92"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	damage()
	d.run("verify").is(cli.Attention).mentions("damaged Household pay: its attached file Invoice.pdf is damaged\n")
	for range 2 {
		said := d.run("verify", "--repair").is(cli.Attention).mentions("not restored Household pay: its attached file Invoice.pdf is damaged, and no feed has it\n").err
		if strings.Contains(said, "repaired") || read(t, path) != "pay 92" {
			t.Errorf("it said %q, and the file has %q", said, read(t, path))
		}
	}
	type fault struct{ List, Item, File string }
	v := parse[struct{ Repaired, Unrestored []fault }](d.run("verify", "--repair", "--json").is(cli.Attention))
	if len(v.Repaired) > 0 || len(v.Unrestored) != 1 || v.Unrestored[0] != (fault{"Household", "pay", "Invoice.pdf"}) {
		t.Errorf("got %+v", v)
	}
	at := d.file("household.xml")
	if err := os.WriteFile(path, []byte("pay 12"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Household", at)
	damage()
	d.ok("verify", "--repair").mentions("repaired Household pay: its attached file Invoice.pdf is damaged, restored from " + at + "\n")
	if read(t, path) != "pay 12" {
		t.Errorf("the file has %q", read(t, path))
	}
	d.ok("verify").stderr("")
}

func TestWhatIsNoFileIsNotAttached(t *testing.T) {
	d := household(t)
	d.run("item", "attach", "Household", "pay", d.file("nowhere.pdf")).is(cli.Failed).mentions("nowhere.pdf")
	d.run("item", "attach", "Household", "nobody", d.put("a.txt", "a")).is(cli.Failed).mentions("nobody")
	d.run("item", "detach", "Household", "pay", "a.txt").is(cli.Failed).mentions("a.txt")
	d.run("item", "attach", "Household", "pay", d.dir).is(cli.Failed)
	d.ok("item", "files", "Household", "pay").prints("").stderr("No files.\n")
}

// A sync reports why a file is missing, and later syncs retry it.
func TestAFileThatDidNotComeIsSaidAndTriedAgain(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", "pay 12"))
	folder := t.TempDir()
	d.ok("publish", "Household", folder+string(filepath.Separator))
	if err := os.RemoveAll(filepath.Join(folder, "files")); err != nil {
		t.Fatal(err)
	}
	phone := newDesk(t).at("phone")
	phone.ok("list", "create", "Household", "--kind", "todo")
	phone.ok("subscription", "add", "Household", filepath.Join(folder, "Household.desk.xml"))
	phone.run("sync", "Household").is(cli.Attention).mentions("file Invoice.pdf: ", "Household.desk.xml yet: it can be downloaded once whoever attached it has published it")
	if r := phone.ok("item", "files", "Household", "pay"); !strings.Contains(r.out, "downloaded at the next sync") {
		t.Errorf("printed\n%s", r.out)
	}
	d.ok("publish", "Household")
	phone.ok("sync", "Household")
	if r := phone.ok("item", "files", "Household", "pay"); !strings.Contains(r.out, " here\n") {
		t.Errorf("printed\n%s", r.out)
	}
}

func TestAFileThatIsAttachedAlreadyIsSaid(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("a.txt", "one"))
	d.ok("item", "attach", "Household", "pay", d.put("c.txt", "one")).stderr("Attached " + d.file("c.txt") + " as a.txt.\n")
}

func TestAnOutlineTakesNoFileByACommand(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "outline")
	d.ok("item", "add", "Plans", "--id", "home", "--title", "Home")
	d.run("item", "attach", "Plans", "home", d.put("a.txt", "one")).is(cli.Misuse).mentions("item home takes no files")
}

func TestALinkThatAnotherProgramMadeIsSaidToBeOne(t *testing.T) {
	d := household(t)
	d.ok("item", "edit", "Household", "pay", "--field", "files=https://example.org/a%20b.jpg")
	if r := d.ok("item", "files", "Household", "pay"); !strings.Contains(r.out, "a%20b.jpg  -      https://example.org/a%20b.jpg  a link made by another program\n") {
		t.Errorf("printed\n%s", r.out)
	}
}

func TestAnExportSaysHowManyFilesAreNotInIt(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("a.txt", "one"), d.put("b.txt", "two!"))
	out := d.file("out.ics")
	d.ok("export", "Household", out).prints(out + ": 1 item\n").stderr("The export does not contain 2 files of these items. To save an item's files: crossfeed item files LIST ID --save DIR\n")
	d.ok("item", "detach", "Household", "pay", "a.txt")
	d.ok("export", "Household", out, "--overwrite").stderr("The export does not contain 1 file of these items. To save an item's files: crossfeed item files LIST ID --save DIR\n")
}

func TestAListIsPublishedWhereItsFilesCannotBePut(t *testing.T) {
	d := household(t)
	d.ok("item", "attach", "Household", "pay", d.put("a.txt", "one"))
	inTheWay := d.put("files", "mine")
	feed := filepath.Join(filepath.Dir(inTheWay), "list.xml")
	for _, at := range [][]string{{feed}, nil} {
		r := d.run(append([]string{"publish", "Household"}, at...)...)
		if r.is(cli.Attention).mentions("these files are not", "a.txt: ", "files is a file, not a folder"); r.out != feed+"\n" {
			t.Errorf("printed %q", r.out)
		}
	}
	if !strings.Contains(read(t, feed), "Pay") {
		t.Error("the feed is not there")
	}
}
