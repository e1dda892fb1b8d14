package cli_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/ui/cli"
)

func TestItemsAreAddedEditedDeletedAndRestored(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs", "--text", "brown ones\nfrom the farm").prints("eggs: update 1\n").stderr("")
	d.ok("item", "show", "Groceries", "eggs").prints("" +
		"id       eggs\n" +
		"title    Eggs\n" +
		"text     brown ones\n" +
		"         from the farm\n" +
		"changed  2005-05-24T09:43:33Z by you\n")
	d.ok("item", "edit", "Groceries", "eggs", "--field", "title=- Eggs = 12").prints("eggs: update 2\n")
	d.ok("item", "list", "Groceries").prints("" +
		"ID    TITLE        CHANGED               BY\n" +
		"eggs  - Eggs = 12  2005-05-24T09:43:33Z  you\n")
	d.ok("item", "delete", "Groceries", "eggs").prints("eggs: update 3\n")
	d.ok("item", "list", "Groceries").prints("").stderr("No items.\n")
	d.ok("item", "list", "Groceries", "--deleted").prints("" +
		"ID    TITLE        CHANGED               BY\n" +
		"eggs  - Eggs = 12  2005-05-24T09:43:33Z  you  deleted\n")
	d.ok("item", "restore", "Groceries", "eggs").prints("eggs: update 4\n")
	d.ok("item", "history", "Groceries", "eggs").prints("" +
		"   NO.  UPDATE  CHANGED                      TITLE                  BASED ON  RECEIVED FROM\n" +
		"◆  4    4       2005-05-24T09:43:33Z by you  - Eggs = 12 (current)  3\n" +
		"●  3    3       2005-05-24T09:43:33Z by you  - Eggs = 12 (deleted)  2\n" +
		"●  2    2       2005-05-24T09:43:33Z by you  - Eggs = 12            1\n" +
		"●  1    1       2005-05-24T09:43:33Z by you  Eggs\n")
}

// Marks that change the direction of letters take up no space: a title that differs only in
// them would look the same.
func TestComparedVersionsShowInvisibleCharacters(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "edit", "Groceries", "eggs", "--title", "Eggs\u200f")
	d.ok("item", "compare", "Groceries", "eggs", "1", "2").prints("" +
		"-  version 1  2005-05-24T09:43:33Z by you\n" +
		"+  version 2  2005-05-24T09:43:33Z by you\n" +
		"\ntitle\n  - Eggs\n  + Eggs[\ufffd]\n")
}

// For an item with noconflicts, the output explains what that means.
func TestAnItemWithoutConflictsSaysSo(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs", "--noconflicts")
	d.ok("item", "show", "Groceries", "eggs").prints("" +
		"id           eggs\n" +
		"title        Eggs\n" +
		"text\n" +
		"changed      2005-05-24T09:43:33Z by you\n" +
		"noconflicts  If two devices change this item at once, only the winning version is kept. The other one stays in the history of the device that made it.\n")
}

func TestItemsInMachineReadableForm(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	shape := `{
  "id": "eggs",
  "updates": 1,
  "deleted": false,
  "noconflicts": true,
  "conflict": false,
  "parent": "",
  "title": "Eggs <12>",
  "data": "` + item.Plain("Eggs <12>", "").Hash().String() + `",
  "fields": {
    "text": "",
    "title": "Eggs <12>"
  },
  "history": [
    {
      "sequence": 1,
      "when": "2005-05-24T09:43:33Z",
      "by": "desk"
    }
  ],
  "conflicts": []
}
`
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs <12>", "--noconflicts", "--json").prints(shape)
	d.ok("item", "show", "Groceries", "eggs", "--json").prints(shape)
}

func TestTheSameRunGivesTheSameBytes(t *testing.T) {
	outputs := map[string]bool{}
	for range 2 {
		d := newDesk(t)
		d.ok("list", "create", "Groceries")
		d.ok("item", "add", "Groceries", "--title", "Eggs")
		out := d.ok("item", "list", "Groceries", "--json").out
		d.ok("publish", "Groceries", d.file("feed.xml"))
		outputs[out+read(t, d.file("feed.xml"))] = true
	}
	if len(outputs) != 1 {
		t.Errorf("two runs gave %d different outputs", len(outputs))
	}
}

func TestItemListSearches(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "1", "--title", "Eggs")
	d.ok("item", "add", "Groceries", "--id", "2", "--title", "Bread", "--text", "with EGGS on it")
	d.ok("item", "add", "Groceries", "--id", "3", "--title", "Salt")
	found := parse[[]shownItem](d.ok("item", "list", "Groceries", "--search", "egg", "--json"))
	if len(found) != 2 || found[0].ID != "1" || found[1].ID != "2" {
		t.Errorf("found %+v", found)
	}
	if none := parse[[]shownItem](d.ok("item", "list", "Groceries", "--conflicts", "--json")); len(none) != 0 {
		t.Errorf("nothing is to resolve, and %+v is found", none)
	}
}

func TestItemsThatAreNotThereOrThereAlready(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	for _, args := range [][]string{
		{"item", "show", "Groceries", "eggs"},
		{"item", "edit", "Groceries", "eggs", "--title", "Eggs"},
		{"item", "delete", "Groceries", "eggs"},
		{"item", "restore", "Groceries", "eggs"},
		{"item", "history", "Groceries", "eggs"},
		{"conflict", "show", "Groceries", "eggs"},
		{"conflict", "resolve", "Groceries", "eggs", "--keep"},
	} {
		d.run(args...).is(cli.Failed).prints("")
	}
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.run("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs").is(cli.Failed).prints("")
	d.run("item", "add", "Groceries", "--id", "two words", "--title", "Eggs").is(cli.Failed).prints("")
}

// history returns the history of an item, with feeds by name.
func (d *desk) history(id string) result {
	d.t.Helper()
	r := d.ok("item", "history", "Groceries", id).stderr("")
	r.out = strings.ReplaceAll(r.out, d.dir+"/", "")
	return r
}

func TestTheHistoryOfAnItemIsDrawn(t *testing.T) {
	d := parted(t)
	d.ok("device", "name", "Kitchen", "--of", "tablet")
	d.history("eggs").prints(`       NO.  UPDATE  CHANGED                          TITLE               BASED ON  RECEIVED FROM
    ◆  3    2       2005-05-22T09:43:33Z by laptop   Eggs ×12 (current)  1         laptop.xml
  ◇ │  2    2       2005-05-21T09:43:33Z by Kitchen  Eggs (in conflict)  1         tablet.xml
●─┴─┘  1    1       2005-05-20T09:43:33Z by phone    Eggs                          phone.xml
`)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge")
	d.history("eggs").prints(`         NO.  UPDATE  CHANGED                          TITLE               BASED ON  RECEIVED FROM
  ┌─┬─◆  4    3       2005-05-24T09:43:33Z by you      Eggs ×12 (current)  3, 2
  │ ●    3    2       2005-05-22T09:43:33Z by laptop   Eggs ×12            1         laptop.xml
  ● │    2    2       2005-05-21T09:43:33Z by Kitchen  Eggs                1         tablet.xml
●─┴─┘    1    1       2005-05-20T09:43:33Z by phone    Eggs                          phone.xml
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
	d.ok("list", "create", "Groceries")
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Eggs ×12", ""), "laptop", 22))).is(cli.Done)
	d.history("eggs").prints(`     NO.  UPDATE  CHANGED                         TITLE               BASED ON  RECEIVED FROM
  ◆  1    2       2005-05-22T09:43:33Z by laptop  Eggs ×12 (current)            laptop.xml
○─┘  -    1       2005-05-20T09:43:33Z by phone   (never received)
`)
}

func TestAnyTwoVersionsAreCompared(t *testing.T) {
	d := parted(t)
	d.ok("item", "compare", "Groceries", "eggs", "1", "3").stderr("").prints(`-  version 1  2005-05-20T09:43:33Z by phone
+  version 3  2005-05-22T09:43:33Z by laptop

title
  - Eggs
  + Eggs[ ×12]
`)
	d.ok("item", "compare", "Groceries", "eggs", "2", "2").prints(`-  version 2  2005-05-21T09:43:33Z by tablet
+  version 2  2005-05-21T09:43:33Z by tablet

no differences
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
	d.ok("list", "create", "Chores", "--kind", "todo")
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
	d.ok("list", "create", "Groceries")
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

func TestMovesStandInTheHistoryAndAreCompared(t *testing.T) {
	d := newOutline(t)
	d.ok("item", "move", "Plans", "kitchen", "--parent", "work")
	d.ok("item", "edit", "Plans", "kitchen", "--title", "Cooking")
	d.ok("item", "history", "Plans", "kitchen").prints(`   NO.  UPDATE  CHANGED                               TITLE              BASED ON  RECEIVED FROM
◆  3    3       Tue, 24 May 2005 09:43:33 GMT by you  Cooking (current)  2
●  2    2       Tue, 24 May 2005 09:43:33 GMT by you  Kitchen (moved)    1
●  1    1       Tue, 24 May 2005 09:43:33 GMT by you  Kitchen
`)
	d.ok("item", "compare", "Plans", "kitchen", "1", "3").prints(`-  version 1  Tue, 24 May 2005 09:43:33 GMT by you
+  version 3  Tue, 24 May 2005 09:43:33 GMT by you

title
  - Kitchen
  + Cooking

place
  - Home, after Garden
  + Work
`)
	d.ok("item", "restore", "Plans", "kitchen", "--version", "1")
	d.tree("home(garden kitchen) work")
	d.ok("undo")
	d.tree("home(garden) work(kitchen)")
	d.ok("item", "compare", "Plans", "kitchen", "2", "2").prints(`-  version 2  Tue, 24 May 2005 09:43:33 GMT by you
+  version 2  Tue, 24 May 2005 09:43:33 GMT by you

no differences
`)
}

func TestAFolderIsMovedToAnotherListWhole(t *testing.T) {
	d := movedTwice(t)
	d.ok("list", "create", "Other", "--kind", "outline")
	d.run("item", "move", "Feeds", "work", "--to", "Other").is(cli.Failed).
		mentions("because of item heise in it").mentions(`crossfeed conflict resolve "Feeds" heise`)
	d.run("item", "copy", "Feeds", "work", "news", "--to", "Other").is(cli.Attention).mentions(`crossfeed conflict resolve "Feeds" heise`)
	d.ok("undo")
	d.ok("conflict", "resolve", "Feeds", "heise", "--take", "1")
	d.ok("item", "move", "Feeds", "home", "--to", "Other").prints("home: moved to Other\nheise: moved to Other\n")
	d.treeOf("Other", "home(heise)")
	d.treeOf("Feeds", "news(golem) work")
	d.ok("undo")
	d.treeOf("Feeds", "news(golem) work home(heise)")
}

// listed returns the fields of the only item of a list, from item list --json.
func (d *desk) listed(set string) map[string]any {
	d.t.Helper()
	all := parse[[]struct{ Fields map[string]any }](d.ok("item", "list", set, "--json"))
	if len(all) != 1 {
		d.t.Fatalf("the list has %d items, want 1", len(all))
	}
	return all[0].Fields
}

// placed is the sort order of a todo made at the time of the desk: the seconds since the
// beginning of 2001, as X-APPLE-SORT-ORDER counts.
const placed = 138620613.0

func TestTodosAreListedWithTypedFields(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk")
	if got, want := d.listed("Home"), (map[string]any{
		"title": "Milk", "done": false, "due": "", "start": "", "priority": nil, "tags": []any{}, "section": "", "text": "", "location": "", "url": "",
		"repeat": "", "alarms": []any{}, "parent": "", "order": placed,
	}); !reflect.DeepEqual(got, want) {
		t.Errorf("a bare todo has\n%v\nwant\n%v", got, want)
	}
	d.ok("item", "edit", "Home", "milk", "--text", "oat", "--field", "done=false 40%", "--field", "due=2005-05-27T18:00 Europe/Berlin",
		"--field", "start=2005-05-26T18:00 Europe/Berlin", "--field", "priority=high", "--field", "tags=dairy, shop", "--field", "location=Market",
		"--field", "url=https://example.org", "--field", "repeat=FREQ=WEEKLY;BYDAY=FR", "--field", "alarms=-PT15M", "--field", "order=12", "--field", "section=Fridge")
	if got, want := d.listed("Home"), (map[string]any{
		"title": "Milk", "done": false, "due": "2005-05-27T18:00 Europe/Berlin", "start": "2005-05-26T18:00 Europe/Berlin", "priority": 1.0,
		"tags": []any{"dairy", "shop"}, "section": "Fridge", "text": "oat", "location": "Market", "url": "https://example.org",
		"repeat": "FREQ=WEEKLY;BYDAY=FR", "alarms": []any{"-PT15M"}, "parent": "", "order": 12.0,
	}); !reflect.DeepEqual(got, want) {
		t.Errorf("a full todo has\n%v\nwant\n%v", got, want)
	}
}

func TestContactsAreListedWithTypedFields(t *testing.T) {
	d := family(t)
	d.ok("item", "edit", "Family", "cook", "--field", "nickname=Cook", "--field", "phones=[home,pref] 1234\n5678", "--field", "emails=a@example.org",
		"--field", "addresses=[home] ;;1 High Street;London", "--field", "urls=https://example.org", "--field", "organisation=Kitchen", "--field", "role=Cook",
		"--field", "birthday=--04-12", "--field", "tags=friends, food", "--field", "picture=https://example.org/cook.png", "--field", "custom=X-SHOE-SIZE: 42")
	got := d.listed("Family")
	for name, want := range map[string]any{
		"title": "Given Family", "name": "Given Family", "nickname": "Cook", "phones": []any{"[pref,home] 1234", "5678"}, "emails": []any{"a@example.org"},
		"addresses": []any{"[home] ;;1 High Street;London;;;"}, "urls": []any{"https://example.org"}, "messengers": []any{}, "organisation": "Kitchen",
		"role": "Cook", "jobtitle": "", "birthday": "--04-12", "tags": []any{"friends", "food"}, "text": "",
		"picture": "https://example.org/cook.png", "custom": []any{"X-SHOE-SIZE: 42"},
	} {
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s is %#v, want %#v", name, got[name], want)
		}
	}
}

func TestItemsAreConvertedOnlyOnRequest(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Home", "--kind", "todo")
	d.ok("list", "create", "Family", "--kind", "contact")
	for _, id := range []string{"a", "b"} {
		d.ok("item", "add", "Home", "--id", id, "--title", "Call", "--field", "due=2026-11-27")
	}
	for id, how := range map[string]string{"a": "move", "b": "copy"} {
		d.run("item", how, "Home", id, "--to", "Family").is(cli.Misuse).mentions("Family is a list of contacts. Use --convert to convert 1 item: ")
		d.ok("item", how, "Home", id, "--to", "Family", "--convert")
	}
	d.run("item", "move", "Home", "b", "--convert").is(cli.Misuse).mentions("--convert needs --to LIST")
	d.ok("item", "edit", "Family", "a", "--field", "phones=1", "--field", "name=A person")
	if rows := parse[[]struct{ Title string }](d.ok("item", "list", "Family", "--json")); len(rows) != 2 || rows[0].Title == rows[1].Title {
		t.Errorf("the list has %+v", rows)
	}
}
