package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// feedsIn returns the names of the files in a folder.
func feedsIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		names = append(names, one.Name())
	}
	return names
}

// bySync syncs devices until each has what the others published.
func bySync(all ...*own) {
	for range 2 {
		for _, o := range all {
			o.ok("sync")
		}
	}
}

// A list that is shared in a folder keeps its name there: its feed stays a single file, edits
// are transferred both ways, and nothing is left behind when it is no longer shared.
func TestARenamedListGoesOnBeingShared(t *testing.T) {
	d, partner, folder := together(t)
	before := feedsIn(t, folder)
	d.ok("list", "rename", "Groceries", "Shopping").prints("").stderr("Renamed the list to \"Shopping\" on this device. Others still see it as \"Groceries\" in " + folder + "/.\n")
	d.ok("item", "edit", "Shopping", "milk", "--title", "Two milk")
	bySync(d, partner)
	partner.expect("Two milk")
	partner.edit("Oat milk")
	bySync(partner, d)
	d.ok("item", "list", "Shopping").shows("Oat milk")
	if after := feedsIn(t, folder); !slices.Equal(after, before) {
		t.Errorf("the folder has %q, want %q", after, before)
	}
	d.run("list", "delete", "Shopping").is(cli.Failed).mentions("Groceries." + d.id() + ".xml")
	d.ok("publish", "Shopping", "--stop", "--remove")
	if after := feedsIn(t, folder); !slices.Equal(after, []string{"Groceries." + partner.id() + ".xml"}) {
		t.Errorf("afterwards the folder has %q", after)
	}
	d.ok("publish", "Shopping", folder)
	if after := feedsIn(t, folder); !slices.Equal(after, before) {
		t.Errorf("shared again, the folder has %q, want %q", after, before)
	}
	d.ok("item", "edit", "Shopping", "milk", "--title", "Soy milk")
	bySync(d, partner)
	partner.expect("Soy milk")
}

// A list that only reads a folder continues to read the same feeds, and is published next to
// them.
func TestARenamedListGoesOnReading(t *testing.T) {
	d, partner, folder := together(t)
	reader := newOwn(t, "reader")
	reader.ok("list", "create", "Groceries")
	reader.ok("subscription", "add", "Groceries", folder)
	reader.ok("list", "rename", "Groceries", "Shopping").prints("").stderr("")
	d.edit("Two milk")
	bySync(d, partner, reader)
	reader.ok("item", "list", "Shopping").shows("Two milk")
	reader.ok("publish", "Shopping", folder)
	reader.ok("item", "edit", "Shopping", "milk", "--title", "Oat milk")
	bySync(reader, d, partner)
	d.expect("Oat milk")
}

// A name that others share in the folder does not connect the lists, neither by a sync nor by
// a later subscription.
func TestARenamedListJoinsNoOther(t *testing.T) {
	for what, subscribed := range map[string]bool{"read before": true, "read afterwards": false} {
		d, _, folder := together(t)
		diarist := newOwn(t, "diarist")
		diarist.ok("list", "create", "Diary")
		diarist.ok("item", "add", "Diary", "--title", "Secret")
		diarist.ok("publish", "Diary", folder)
		if subscribed {
			diarist.ok("subscription", "add", "Diary", folder)
		}
		diarist.ok("list", "rename", "Diary", "Groceries")
		if !subscribed {
			diarist.ok("subscription", "add", "Groceries", folder)
		}
		bySync(diarist, d)
		diarist.expect()
		d.expect("Milk")
		if n := len(parse[[]struct{ ID string }](d.ok("item", "list", "Groceries", "--json"))); n != 1 {
			t.Errorf("%s: the others have %d items, want 1", what, n)
		}
		if n := len(parse[[]struct{ ID string }](diarist.ok("item", "list", "Groceries", "--json"))); n != 1 {
			t.Errorf("%s: the diary has %d items, want 1", what, n)
		}
	}
}

// Undo restores the name and leaves the sharing as it was, and so does renaming the list back;
// redo repeats the renaming.
func TestARenamingIsUndoneWithTheSharingAsItWas(t *testing.T) {
	d, partner, folder := together(t)
	before := feedsIn(t, folder)
	for i, step := range [][]string{
		{"list", "rename", "Groceries", "Shopping"},
		{"undo"},
		{"redo"},
		{"list", "rename", "Shopping", "Food"},
		{"undo"},
		{"list", "rename", "Shopping", "Groceries"},
	} {
		d.ok(step...)
		title := string(rune('A'+i)) + " milk"
		partner.edit(title)
		bySync(partner, d)
		if after := feedsIn(t, folder); !slices.Equal(after, before) {
			t.Errorf("after %q the folder has %q, want %q", step, after, before)
		}
		text, err := os.ReadFile(filepath.Join(folder, "Groceries."+d.id()+".xml"))
		if err != nil || !strings.Contains(string(text), title) {
			t.Errorf("after %q the feed has no %q, %v", step, title, err)
		}
	}
	d.edit("Two milk")
	bySync(d, partner)
	partner.expect("Two milk")
	d.ok("list", "rename", "Groceries", "Groceries").stderr("")
}

// A deleted list that is restored under another name also continues to be shared.
func TestADeletedListThatComesBackUnderAnotherNameGoesOnBeingShared(t *testing.T) {
	d, partner, folder := together(t)
	before := feedsIn(t, folder)
	d.ok("list", "delete", "Groceries", "--keep-feed")
	d.ok("list", "undelete", "Groceries", "--as", "Food").mentions("Restored list \"Food\".")
	d.ok("item", "edit", "Food", "milk", "--title", "Two milk")
	bySync(d, partner)
	partner.expect("Two milk")
	partner.edit("Oat milk")
	bySync(partner, d)
	d.ok("item", "list", "Food").shows("Oat milk")
	if after := feedsIn(t, folder); !slices.Equal(after, before) {
		t.Errorf("the folder has %q, want %q", after, before)
	}
}

// A list that is restored under another name, because its own was taken meanwhile, keeps its
// old name in the folder. The list that took the name does not overwrite its feed.
func TestAListThatIsBackUnderAnotherNameGoesOnBeingShared(t *testing.T) {
	d, partner, folder := together(t)
	before := feedsIn(t, folder)
	d.ok("list", "delete", "Groceries", "--keep-feed")
	d.ok("list", "create", "Groceries")
	d.ok("undo").shows("Groceries (2)")
	d.ok("item", "edit", "Groceries (2)", "milk", "--title", "Two milk")
	bySync(d, partner)
	partner.expect("Two milk")
	partner.edit("Oat milk")
	bySync(partner, d)
	d.ok("item", "list", "Groceries (2)").shows("Oat milk")
	if after := feedsIn(t, folder); !slices.Equal(after, before) {
		t.Errorf("the folder has %q, want %q", after, before)
	}
	d.run("publish", "Groceries", folder).is(cli.Failed)
	d.ok("item", "edit", "Groceries (2)", "milk", "--title", "Soy milk")
	bySync(d, partner)
	partner.expect("Soy milk")
}
