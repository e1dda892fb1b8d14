package cli_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// history is the history of an item, with feeds by their names.
func (d *desk) history(id string) result {
	d.t.Helper()
	r := d.ok("item", "history", "Groceries", id).says("")
	r.out = strings.ReplaceAll(r.out, d.dir+"/", "")
	return r
}

func TestTheHistoryOfAnItemIsDrawn(t *testing.T) {
	d := parted(t)
	d.ok("device", "name", "Kitchen", "--of", "tablet")
	d.history("eggs").prints(`       NO.  UPDATE  CHANGED                          TITLE             MADE FROM  CAME FROM
    ◆  3    2       2005-05-22T09:43:33Z by laptop   Eggs ×12 (now)    1          laptop.xml
  ◇ │  2    2       2005-05-21T09:43:33Z by Kitchen  Eggs (to settle)  1          tablet.xml
●─┴─┘  1    1       2005-05-20T09:43:33Z by phone    Eggs                         phone.xml
`)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge")
	d.history("eggs").prints(`         NO.  UPDATE  CHANGED                          TITLE           MADE FROM  CAME FROM
  ┌─┬─◆  4    3       2005-05-24T09:43:33Z by you      Eggs ×12 (now)  3, 2
  │ ●    3    2       2005-05-22T09:43:33Z by laptop   Eggs ×12        1          laptop.xml
  ● │    2    2       2005-05-21T09:43:33Z by Kitchen  Eggs            1          tablet.xml
●─┴─┘    1    1       2005-05-20T09:43:33Z by phone    Eggs                       phone.xml
`)
}

func TestTheHistoryNumbersVersionsAndSaysWhatTheyWereMadeFrom(t *testing.T) {
	d := parted(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge")
	got := parse[[]struct {
		shownItem
		Number   int
		Role     string
		MadeFrom []int `json:"made_from"`
	}](d.ok("item", "history", "Groceries", "eggs", "--json"))
	if len(got) != 4 || got[0].Number != 1 || got[0].Role != "past" || got[3].Role != "winner" || !slices.Equal(got[3].MadeFrom, []int{3, 2}) && !slices.Equal(got[3].MadeFrom, []int{2, 3}) {
		t.Errorf("got %+v", got)
	}
}

func TestAVersionThatNeverCameHereIsInTheHistory(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Eggs ×12", ""), "laptop", 22))).is(cli.Done)
	d.history("eggs").prints(`     NO.  UPDATE  CHANGED                         TITLE              MADE FROM  CAME FROM
  ◆  1    2       2005-05-22T09:43:33Z by laptop  Eggs ×12 (now)                laptop.xml
○─┘  -    1       2005-05-20T09:43:33Z by phone   (never came here)
`)
}

func TestAnyTwoVersionsAreCompared(t *testing.T) {
	d := parted(t)
	d.ok("item", "compare", "Groceries", "eggs", "1", "3").says("").prints(`-  version 1  2005-05-20T09:43:33Z by phone
+  version 3  2005-05-22T09:43:33Z by laptop

title
  - Eggs
  + Eggs[ ×12]
`)
	d.ok("item", "compare", "Groceries", "eggs", "2", "2").prints(`-  version 2  2005-05-21T09:43:33Z by tablet
+  version 2  2005-05-21T09:43:33Z by tablet

they say the same
`)
	got := parse[struct {
		Left, Right shownItem
		Changed     []string
	}](d.ok("item", "compare", "Groceries", "eggs", "2", "3", "--json"))
	if got.Left.Title != "Eggs" || got.Right.Title != "Eggs ×12" || !slices.Equal(got.Changed, []string{"title", "text"}) {
		t.Errorf("got %+v", got)
	}
}

func TestSetsAndDeletionsAreCompared(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Chores", "--kind", "todo")
	d.ok("item", "add", "Chores", "--id", "bins", "--title", "Bins", "--field", "tags=out\nhome")
	d.ok("item", "edit", "Chores", "bins", "--field", "tags=home\nstreet")
	d.ok("item", "delete", "Chores", "bins")
	d.ok("item", "compare", "Chores", "bins", "1", "2").prints(`-  version 1  2005-05-24T09:43:33Z by you
+  version 2  2005-05-24T09:43:33Z by you

tags
    home
  - out
  + street
`)
	if out := d.ok("item", "compare", "Chores", "bins", "2", "3").out; !strings.Contains(out, "deleted\n\ntitle\n  - Bins\n") {
		t.Errorf("printed\n%s", out)
	}
}

func TestAnyVersionIsRestored(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Ten eggs")
	d.ok("item", "restore", "Groceries", "eggs", "--version", "1").prints("eggs: update 3\n")
	d.shows("Eggs", "")
	d.ok("undo")
	d.shows("Ten eggs", "")
	for _, n := range []string{"0", "9", "-1"} {
		d.run("item", "restore", "Groceries", "eggs", "--version", n).is(cli.Misuse).mentions("crossfeed item history")
	}
	d.run("item", "compare", "Groceries", "eggs", "1", "99").is(cli.Misuse).mentions("crossfeed item history")
	d.run("item", "restore", "Groceries", "milk", "--version", "1").is(cli.Failed)
	open := parted(t)
	open.run("item", "restore", "Groceries", "eggs", "--version", "1").is(cli.Failed).mentions(`crossfeed conflict resolve "Groceries" eggs`)
}
