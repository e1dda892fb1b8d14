package cli_test

import (
	"testing"

	"crossfeed/ui/cli"
)

func TestSets(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "list").prints("").says("there is no list yet: crossfeed set new NAME\n")
	d.ok("set", "new", "Groceries", "--kind", "todo").prints("").says("Groceries is made\n")
	d.ok("set", "new", "Family", "--kind", "contact", "--format", "atom", "--dialect", "sse-0.93")
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	d.ok("set", "list").says("").prints("" +
		"LIST       KIND     ITEMS  TO SETTLE  DELETED  PUBLISHED AT\n" +
		"Family     contact  0      0          0\n" +
		"Groceries  todo     1      0          0\n")
	d.ok("set", "rename", "Groceries", "Food").prints("")
	d.ok("set", "delete", "Family").prints("")
	d.ok("set", "list", "--json").prints(`[
  {
    "name": "Food",
    "kind": "todo",
    "format": "rss",
    "dialect": "feedsync-1.0",
    "location": "",
    "items": 1,
    "to_settle": 0,
    "deleted": 0
  }
]
`)
}

func TestNewSetInMachineReadableForm(t *testing.T) {
	newDesk(t).ok("set", "new", "Family", "--kind", "contact", "--format", "atom", "--dialect", "sse-0.93", "--json").prints(`{
  "name": "Family",
  "kind": "contact",
  "format": "atom",
  "dialect": "sse-0.93",
  "location": "",
  "items": 0,
  "to_settle": 0,
  "deleted": 0
}
`)
}

func TestNoListsAreAnEmptyListInJSON(t *testing.T) {
	newDesk(t).ok("set", "list", "--json").prints("[]\n")
}

func TestSetsThatAreNotThereOrThereAlready(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.run("set", "new", "Groceries").is(cli.Failed).prints("").mentions("Groceries", "there is a list of that name already")
	for _, args := range [][]string{
		{"set", "rename", "Nope", "Food"},
		{"set", "delete", "Nope"},
		{"item", "list", "Nope"},
		{"publish", "Nope"},
		{"subscription", "list", "Nope"},
		{"sync", "Nope"},
		{"conflict", "list", "Nope"},
	} {
		d.run(args...).is(cli.Failed).prints("").mentions("Nope", "there is no such list")
	}
}
