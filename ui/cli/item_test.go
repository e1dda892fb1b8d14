package cli_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/ui/cli"
)

func TestItemsAreAddedEditedDeletedAndRestored(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs", "--text", "brown ones\nfrom the farm").prints("eggs: update 1\n").says("")
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
	d.ok("item", "list", "Groceries").prints("").says("no items\n")
	d.ok("item", "list", "Groceries", "--deleted").prints("" +
		"ID    TITLE        CHANGED               BY\n" +
		"eggs  - Eggs = 12  2005-05-24T09:43:33Z  you  deleted\n")
	d.ok("item", "restore", "Groceries", "eggs").prints("eggs: update 4\n")
	d.ok("item", "history", "Groceries", "eggs").prints("" +
		"   NO.  UPDATE  CHANGED                      TITLE                  MADE FROM  CAME FROM\n" +
		"◆  4    4       2005-05-24T09:43:33Z by you  - Eggs = 12 (now)      3\n" +
		"●  3    3       2005-05-24T09:43:33Z by you  - Eggs = 12 (deleted)  2\n" +
		"●  2    2       2005-05-24T09:43:33Z by you  - Eggs = 12            1\n" +
		"●  1    1       2005-05-24T09:43:33Z by you  Eggs\n")
}

// Of an item with noconflicts it is said what that means.
func TestAnItemWithoutConflictsSaysSo(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs", "--noconflicts")
	d.ok("item", "show", "Groceries", "eggs").prints("" +
		"id           eggs\n" +
		"title        Eggs\n" +
		"text\n" +
		"changed      2005-05-24T09:43:33Z by you\n" +
		"noconflicts  Only the winning version of this item is kept when it is changed in two places. The others are in the history of whoever made them.\n")
}

func TestItemsInMachineReadableForm(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
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
		d.ok("set", "new", "Groceries")
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
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "1", "--title", "Eggs")
	d.ok("item", "add", "Groceries", "--id", "2", "--title", "Bread", "--text", "with EGGS on it")
	d.ok("item", "add", "Groceries", "--id", "3", "--title", "Salt")
	found := parse[[]shownItem](d.ok("item", "list", "Groceries", "--search", "egg", "--json"))
	if len(found) != 2 || found[0].ID != "1" || found[1].ID != "2" {
		t.Errorf("found %+v", found)
	}
	if none := parse[[]shownItem](d.ok("item", "list", "Groceries", "--to-settle", "--json")); len(none) != 0 {
		t.Errorf("nothing is to settle, and %+v is found", none)
	}
}

func TestItemsThatAreNotThereOrThereAlready(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
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
