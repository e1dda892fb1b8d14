package cli_test

import "testing"

func TestTheTrashIsEmptiedByACommand(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries", "--kind", "todo")
	for _, id := range []string{"milk", "eggs"} {
		d.ok("item", "add", "Groceries", "--id", id, "--title", id)
		d.ok("item", "delete", "Groceries", id)
	}
	d.ok("item", "empty-trash").prints("").stderr("Removed 2 items from the Trash.\n")
	d.ok("item", "list", "Groceries", "--deleted", "--json").prints("[]\n")
	d.ok("item", "empty-trash", "--json").prints("{\n  \"removed\": 0\n}\n")
	d.ok("item", "restore", "Groceries", "milk") // by its ID, which its versions still have
}
