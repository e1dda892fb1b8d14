package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// disputed is a desk whose list has one item that was changed in three places:
// by laptop, which wins, by desk itself, and by tablet, which deleted it.
func disputed(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("feed.xml", contested))
	d.run("sync").is(cli.Attention)
	d.acceptOwn("Groceries")
	return d
}

func TestConflictsAreListed(t *testing.T) {
	d := disputed(t)
	d.ok("conflict", "list").says("").prints("" +
		"LIST       ID    TITLE     CHANGED               BY\n" +
		"Groceries  eggs  Eggs ×12  2005-05-23T09:43:33Z  laptop  3 versions to settle\n")
	list := parse[[]struct {
		shownItem
		Set    string
		Fields map[string]string
	}](d.ok("conflict", "list", "Groceries", "--json"))
	if len(list) != 1 || list[0].Set != "Groceries" || list[0].Fields["text"] != "from the market" || len(list[0].Conflicts) != 2 || !list[0].Conflict {
		t.Errorf("got %+v", list)
	}
}

func TestNothingToSettle(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("conflict", "list").prints("").says("no conflicts\n")
	d.ok("conflict", "list", "--json").prints("[]\n")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep").is(cli.Failed).says("crossfeed: settling eggs: no conflict is open\n")
}

func TestAConflictIsShownSideBySide(t *testing.T) {
	disputed(t).ok("conflict", "show", "Groceries", "eggs").says("").prints(`Eggs ×12: changed in 3 places
Original not known: another program shortened the history of update 3 by laptop.
C deleted it, A and B did not: you say whether it stays.

[-] A·1  laptop, 2005-05-23 09:43, 1 day ago, the winner
[-] B·2  you, 2005-05-22 09:43, 2 days ago, your own
[x] C·3  deleted, tablet, 2005-05-21 19:43, 2 days ago

      │ A·1      │ B·2        │ C·3     │ RESULT
──────┼──────────┼────────────┼─────────┼────────
title │ Eggs ×12 │ Brown eggs │ deleted │ choose…
title: they differ, and there is no original: choose

text: they differ, and there is no original: choose
  A·1 → B·2
    - from the [market]
    + from the [farm]
  C·3  deleted
  RESULT  choose…

Saves update 4. 2 versions go into the history, none stays open.
To choose before: whether it stays, title and text.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --take 2  # C
crossfeed conflict resolve "Groceries" eggs --merge --stay --field title=… --from text=A
`)
}

func TestAConflictIsSettled(t *testing.T) {
	for name, c := range map[string]struct {
		args        []string
		title, text string
		deleted     bool
	}{
		"by keeping the winner":  {[]string{"--keep"}, "Eggs ×12", "from the market", false},
		"by taking a conflict":   {[]string{"--take", "1"}, "Brown eggs", "from the farm", false},
		"by taking the deletion": {[]string{"--take", "2"}, "Eggs", "brown ones", true},
		"by a field":             {[]string{"--field", "title=Brown eggs ×12"}, "Brown eggs ×12", "from the market", false},
		"by several fields":      {[]string{"--field", "text=a=b, c", "--field", "title=X"}, "X", "a=b, c", false},
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

func TestWhatIsNotTakenIntoAccountStaysOpen(t *testing.T) {
	d := disputed(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--keep", "--only", "1").is(cli.Attention).prints("eggs: update 4\n").
		says("eggs: 2 versions to settle: crossfeed conflict show \"Groceries\" eggs\n")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--keep", "--only", "1").prints("eggs: update 5\n")
}

func TestWrongDecisionsAreRefused(t *testing.T) {
	d := disputed(t)
	before := d.ok("item", "show", "Groceries", "eggs", "--json").out
	for name, args := range map[string][]string{
		"leaving an own version out": {"--keep", "--only", "2"},
		"a conflict too high":        {"--take", "3"},
		"the winner as a conflict":   {"--take", "0"},
		"only what is not there":     {"--keep", "--only", "1,3"},
		"no such field":              {"--field", "colour=brown"},
		"no such letter":             {"--take", "D"},
		"the winner by its letter":   {"--take", "A"},
		"a field of no version":      {"--merge", "--from", "title=D"},
		"a field of a deleted one":   {"--merge", "--from", "title=C"},
		"a field from nowhere":       {"--merge", "--from", "title"},
		"a field twice":              {"--merge", "--field", "title=x", "--from", "title=A"},
		"a field that is not there":  {"--merge", "--from", "colour=A"},
		"two decisions":              {"--keep", "--merge"},
		"keeping and a field":        {"--keep", "--field", "title=x"},
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

func TestAnEditWithAnOwnVersionOpenPointsToTheSettling(t *testing.T) {
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
