package cli_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestADryRunSaysWhatWouldStayOpen(t *testing.T) {
	d := disputed(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep", "--only", "1", "--dry-run").is(cli.Attention).says("eggs: 1 would stay open\n")
	if got := parse[shownItem](d.ok("item", "show", "Groceries", "eggs", "--json")); len(got.Conflicts) != 2 {
		t.Errorf("got %+v", got)
	}
}

// published is such a desk that settled and published what others then saw, and
// took it back.
func published(t *testing.T) *desk {
	t.Helper()
	d := parted(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1")
	d.ok("publish", "Groceries", d.file("out.xml"))
	d.ok("conflict", "undo", "--published")
	return d
}

func TestWhatOthersSawIsOfferedAgainAfterAnUndo(t *testing.T) {
	d := published(t)
	d.shows("Eggs ×12", "brown ones")
	if got := d.open(); !slices.Equal(got, []string{"eggs"}) {
		t.Fatalf("%v are to settle, want what is offered again", got)
	}
	d.ok("conflict", "list").prints("" +
		"LIST       ID    TITLE     CHANGED               BY\n" +
		"Groceries  eggs  Eggs ×12  2005-05-24T09:43:33Z  you  2 versions to settle\n")
	got := parse[settlingShown](d.ok("conflict", "show", "Groceries", "eggs", "--json"))
	if len(got.Conflicts) != 0 || len(got.Versions) != 2 || !got.Versions[1].Offered || len(got.Offered) != 1 || got.Offered[0].Title != "Eggs" {
		t.Errorf("got %+v", got)
	}
	if out := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(out, "offered again") {
		t.Errorf("printed\n%s", out)
	}
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "B")
	d.shows("Eggs", "white ones")
	d.ok("conflict", "list").says("no conflicts\n")
}

func TestWhatIsOfferedAgainCanStayOffered(t *testing.T) {
	d := disputed(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--keep")
	d.ok("publish", "Groceries", d.file("out.xml"))
	d.ok("conflict", "undo", "--published")
	d.run("conflict", "resolve", "Groceries", "eggs", "--take", "1", "--only", "1").is(cli.Attention).says("eggs: 1 still offered again: crossfeed conflict show \"Groceries\" eggs\n")
	if got := d.open(); !slices.Equal(got, []string{"eggs"}) {
		t.Errorf("%v are to settle", got)
	}
}

func TestDataThatNoFieldShowsAreTakenFromAVersion(t *testing.T) {
	priced := func(price string) string {
		return saying("Eggs", "") + `<p:price xmlns:p="urn:p">` + price + `</p:price>`
	}
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", priced("1"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", priced("2"), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", priced("3"), "laptop", 22))).is(cli.Attention)
	if out := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(out, "The versions differ only in data that no field shows.") || !strings.Contains(out, `--merge --from "other data=A"`) {
		t.Errorf("printed\n%s", out)
	}
	d.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions(`other data: add --from "other data=A"`)
	d.ok("item", "compare", "Groceries", "eggs", "2", "3", "--json")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--from", "other data=B")
	d.ok("publish", "Groceries", d.file("out.xml"))
	if got := read(t, d.file("out.xml")); !strings.Contains(got, ">2</") || strings.Contains(got, ">3</") {
		t.Errorf("published is\n%s", got)
	}
	d.ok("item", "compare", "Groceries", "eggs", "1", "2")
}
