package cli_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// disputed returns a desk whose list has one item that was changed by three endpoints: by
// laptop, which wins, by desk itself, and by tablet, which deleted it.
func disputed(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("feed.xml", contested))
	d.run("sync").is(cli.Attention)
	d.acceptOwn("Groceries")
	return d
}

func TestConflictsAreListed(t *testing.T) {
	d := disputed(t)
	d.ok("conflict", "list").stderr("").prints("" +
		"LIST       ID    TITLE     CHANGED               BY\n" +
		"Groceries  eggs  Eggs ×12  2005-05-23T09:43:33Z  laptop  3 conflicting versions\n")
	list := parse[[]struct {
		shownItem
		Set    string
		Fields map[string]string
	}](d.ok("conflict", "list", "Groceries", "--json"))
	if len(list) != 1 || list[0].Set != "Groceries" || list[0].Fields["text"] != "from the market" || len(list[0].Conflicts) != 2 || !list[0].Conflict {
		t.Errorf("got %+v", list)
	}
}

func TestNothingToResolve(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("conflict", "list").prints("").stderr("No conflicts.\n")
	d.ok("conflict", "list", "--json").prints("[]\n")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep").is(cli.Failed).stderr("crossfeed: resolving eggs: no conflict is open\n")
}

func TestAConflictIsShownSideBySide(t *testing.T) {
	disputed(t).ok("conflict", "show", "Groceries", "eggs").stderr("").prints(`Eggs ×12: 3 conflicting versions
Original not known: another program shortened the history of update 3 by laptop.
Deleted on one device and changed on another. Nothing is deleted until you choose.

[-] A·1  laptop, 2005-05-23 09:43, 1 day ago, current version
[-] B·2  you, 2005-05-22 09:43, 2 days ago, your own
[x] C·3  deleted, tablet, 2005-05-21 19:43, 2 days ago

      │ A·1      │ B·2        │ C·3     │ RESULT
──────┼──────────┼────────────┼─────────┼────────
title │ Eggs ×12 │ Brown eggs │ deleted │ choose…
title: open: no original: choose

text: open: no original: choose
  A·1 → B·2
    - from the [market]
    + from the [farm]
  C·3  deleted
  RESULT  choose…

Saves the result as update 4. The other 2 versions stay in the history.
Still to choose: whether to keep it, title and text.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --take 2  # C
crossfeed conflict resolve "Groceries" eggs --merge --stay --field title=… --from text=A
crossfeed conflict resolve "Groceries" eggs --both A,B --field title=…
`)
}

func TestAConflictIsResolved(t *testing.T) {
	for name, c := range map[string]struct {
		args        []string
		title, text string
		deleted     bool
	}{
		"by keeping the winner":  {[]string{"--keep"}, "Eggs ×12", "from the market", false},
		"by taking a conflict":   {[]string{"--take", "1"}, "Brown eggs", "from the farm", false},
		"by taking the deletion": {[]string{"--take", "2"}, "Eggs", "brown ones", true},
		"by a field":             {[]string{"--keep", "--field", "title=Brown eggs ×12"}, "Brown eggs ×12", "from the market", false},
		"by several fields":      {[]string{"--keep", "--field", "text=a=b, c", "--field", "title=X"}, "X", "a=b, c", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := disputed(t)
			d.ok(append([]string{"conflict", "resolve", "Groceries", "eggs"}, c.args...)...).prints("eggs: update 4\n")
			got := parse[struct {
				shownItem
				Fields map[string]string
			}](d.ok("item", "show", "Groceries", "eggs", "--json"))
			if got.Fields["title"] != c.title || got.Fields["text"] != c.text || got.Deleted != c.deleted || len(got.Conflicts) != 0 {
				t.Errorf("got %+v", got)
			}
			if len(got.History) != 5 || got.History[0].Sequence != 4 || got.History[0].By != "desk" || got.History[2].By != "desk" {
				t.Errorf("the history is %+v", got.History)
			}
		})
	}
}

func TestWhatIsNotIncludedStaysOpen(t *testing.T) {
	d := disputed(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep", "--only", "1").is(cli.Attention).prints("eggs: update 4\n").
		stderr("dropped: B: title Brown eggs; B: text from the farm\neggs: 2 conflicting versions. For details: crossfeed conflict show \"Groceries\" eggs\n")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--keep", "--only", "1").prints("eggs: update 5\n")
}

func TestWrongResolutionsAreRefused(t *testing.T) {
	d := disputed(t)
	before := d.ok("item", "show", "Groceries", "eggs", "--json").out
	for name, args := range map[string][]string{
		"leaving an own version out": {"--keep", "--only", "2"},
		"a conflict too high":        {"--take", "3"},
		"the winner as a conflict":   {"--take", "0"},
		"only what is not there":     {"--keep", "--only", "1,3"},
		"no such field":              {"--keep", "--field", "colour=brown"},
		"no such letter":             {"--take", "D"},
		"the winner by its letter":   {"--take", "A"},
		"a field of no version":      {"--merge", "--from", "title=D"},
		"a field of a deleted one":   {"--merge", "--from", "title=C"},
		"a field from nowhere":       {"--merge", "--from", "title"},
		"a field twice":              {"--merge", "--field", "title=x", "--from", "title=A"},
		"a field that is not there":  {"--merge", "--from", "colour=A"},
		"two decisions":              {"--keep", "--merge"},
		"a field alone":              {"--field", "title=x"},
		"staying without a proposal": {"--take", "1", "--stay"},
		"no decision":                {"--dry-run"},
		"a rule for one item":        {"--keep", "--rule", "keep"},
	} {
		d.run(append([]string{"conflict", "resolve", "Groceries", "eggs"}, args...)...).is(cli.Misuse).prints("")
		if now := d.ok("item", "show", "Groceries", "eggs", "--json").out; now != before {
			t.Errorf("%s changed the item", name)
		}
	}
}

func TestAnEditWithAnOwnVersionOpenPointsToTheResolving(t *testing.T) {
	d := disputed(t)
	for _, args := range [][]string{
		{"item", "edit", "Groceries", "eggs", "--title", "x"},
		{"item", "delete", "Groceries", "eggs"},
	} {
		if r := d.run(args...).is(cli.Failed); !strings.Contains(r.err, `crossfeed conflict resolve "Groceries" eggs`) {
			t.Errorf("said %q", r.err)
		}
	}
}

func TestADryRunSaysWhatWouldStayOpen(t *testing.T) {
	d := disputed(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep", "--only", "1", "--dry-run").is(cli.Attention).stderr("eggs: 1 would stay open\n")
	if got := parse[shownItem](d.ok("item", "show", "Groceries", "eggs", "--json")); len(got.Conflicts) != 2 {
		t.Errorf("got %+v", got)
	}
}

// published returns such a desk that resolved the conflict, published the resolution, and
// undid it after others had received it.
func published(t *testing.T) *desk {
	t.Helper()
	d := parted(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1")
	d.ok("publish", "Groceries", d.file("out.xml"))
	d.ok("conflict", "undo", "--published")
	return d
}

func TestWhatOthersSawIsReopenedAfterAnUndo(t *testing.T) {
	d := published(t)
	d.shows("Eggs ×12", "brown ones")
	if got := d.open(); !slices.Equal(got, []string{"eggs"}) {
		t.Fatalf("%v are to resolve, want what is offered again", got)
	}
	d.ok("conflict", "list").prints("" +
		"LIST       ID    TITLE     CHANGED               BY\n" +
		"Groceries  eggs  Eggs ×12  2005-05-24T09:43:33Z  you  2 conflicting versions\n")
	got := parse[resolvingShown](d.ok("conflict", "show", "Groceries", "eggs", "--json"))
	if len(got.Conflicts) != 0 || len(got.Versions) != 2 || !got.Versions[1].Offered || len(got.Offered) != 1 || got.Offered[0].Title != "Eggs" {
		t.Errorf("got %+v", got)
	}
	if out := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(out, "reopened") {
		t.Errorf("printed\n%s", out)
	}
	d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "B")
	d.shows("Eggs", "white ones")
	d.ok("conflict", "list").stderr("No conflicts.\n")
}

func TestWhatIsReopenedCanStayOpen(t *testing.T) {
	d := disputed(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--keep")
	d.ok("publish", "Groceries", d.file("out.xml"))
	d.ok("conflict", "undo", "--published")
	d.run("conflict", "resolve", "Groceries", "eggs", "--take", "1", "--only", "1").is(cli.Attention).stderr("dropped: A: title Eggs ×12; A: text from the market\neggs: 1 reopened, still open. For details: crossfeed conflict show \"Groceries\" eggs\n")
	if got := d.open(); !slices.Equal(got, []string{"eggs"}) {
		t.Errorf("%v are to resolve", got)
	}
}

func TestDataThatNoFieldShowsAreTakenFromAVersion(t *testing.T) {
	priced := func(price string) string {
		return saying("Eggs", "") + `<p:price xmlns:p="urn:p">` + price + `</p:price>`
	}
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", priced("1"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", priced("2"), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", priced("3"), "laptop", 22))).is(cli.Attention)
	if out := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(out, "The versions differ only in hidden data.") || !strings.Contains(out, `--merge --from "other data=A"`) {
		t.Errorf("printed\n%s", out)
	}
	d.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions(`other data; add --from "other data=A"`)
	d.ok("item", "compare", "Groceries", "eggs", "2", "3", "--json")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--from", "other data=B")
	d.ok("publish", "Groceries", d.file("out.xml"))
	if got := read(t, d.file("out.xml")); !strings.Contains(got, ">2</") || strings.Contains(got, ">3</") {
		t.Errorf("published is\n%s", got)
	}
	d.ok("item", "compare", "Groceries", "eggs", "1", "2")
}

// If versions have different files, these are described by name and size, and two with the
// same name and size by the beginning of their hashes; never by the whole hash.
func TestFilesOfVersionsAreToldInWords(t *testing.T) {
	here := household(t)
	laptop := here.at("laptop")
	laptop.ok("list", "create", "Household", "--kind", "todo")
	folder := t.TempDir()
	for _, d := range []*desk{here, laptop} {
		d.ok("publish", "Household", folder)
		d.ok("subscription", "add", "Household", folder)
	}
	here.ok("item", "attach", "Household", "pay", here.put("Invoice.pdf", "pay 12"))
	here.ok("sync")
	laptop.ok("sync")
	for i, d := range []*desk{here, laptop} {
		d.ok("item", "detach", "Household", "pay", "Invoice.pdf")
		d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", []string{"pay 13", "pay 99"}[i]))
		d.ok("item", "edit", "Household", "pay", "--title", []string{"Pay it", "Pay them"}[i])
	}
	here.ok("sync")
	laptop.run("sync")
	here.run("sync")
	hash := regexp.MustCompile("[0-9a-f]{20}")
	for what, r := range map[string]result{
		"show":    here.run("conflict", "show", "Household", "pay"),
		"compare": here.run("item", "compare", "Household", "pay", "2", "4"),
	} {
		if strings.Count(r.out, "Invoice.pdf, 6 bytes") < 2 || !strings.Contains(r.out, "0859f11f") || hash.MatchString(r.out) {
			t.Errorf("%s:\n%s%s", what, r.out, r.err)
		}
	}
	here.ok("conflict", "resolve", "Household", "pay", "--take", "1")
	log := here.ok("conflict", "log", "--markdown")
	if !strings.Contains(log.out, "Invoice.pdf, 6 bytes …") || hash.MatchString(log.out) {
		t.Errorf("log:\n%s", log.out)
	}
}
