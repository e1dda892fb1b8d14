package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// newOutline returns a desk with an outline: home(garden kitchen) work.
func newOutline(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "outline").stderr("Created list \"Plans\".\n")
	d.ok("item", "add", "Plans", "--id", "home", "--title", "Home").prints("home: update 1\n")
	d.ok("item", "add", "Plans", "--id", "work", "--title", "Work")
	d.ok("item", "add", "Plans", "--id", "kitchen", "--title", "Kitchen", "--parent", "home")
	d.ok("item", "add", "Plans", "--id", "garden", "--title", "Garden", "--parent", "home", "--after", "")
	return d
}

// outlineRow is an item of an outline in machine-readable output.
type outlineRow struct {
	ID, Parent string
	Depth      *int
}

// tree checks the outline: "home(garden kitchen) work".
func (d *desk) tree(want string) {
	d.t.Helper()
	d.treeOf("Plans", want)
}

// treeOf is tree for any list.
func (d *desk) treeOf(set, want string) {
	d.t.Helper()
	var b strings.Builder
	depth := 0
	for i, row := range parse[[]outlineRow](d.ok("item", "list", set, "--json")) {
		switch {
		case i == 0:
		case *row.Depth > depth:
			b.WriteString("(")
		default:
			b.WriteString(strings.Repeat(")", depth-*row.Depth) + " ")
		}
		depth = *row.Depth
		b.WriteString(row.ID)
	}
	if got := b.String() + strings.Repeat(")", depth); got != want {
		d.t.Errorf("the outline is %s, want %s", got, want)
	}
}

func TestAnOutlineIsListedAsATree(t *testing.T) {
	d := newOutline(t)
	d.ok("item", "list", "Plans").prints("" +
		"ID       TITLE      CHANGED               BY\n" +
		"home     Home       2005-05-24T09:43:33Z  you\n" +
		"garden     Garden   2005-05-24T09:43:33Z  you\n" +
		"kitchen    Kitchen  2005-05-24T09:43:33Z  you\n" +
		"work     Work       2005-05-24T09:43:33Z  you\n")
	d.tree("home(garden kitchen) work")
	for _, row := range parse[[]outlineRow](d.ok("item", "list", "Plans", "--json")) {
		if want := map[string]string{"garden": "home", "kitchen": "home"}[row.ID]; row.Parent != want {
			t.Errorf("%s stands in %q, want %q", row.ID, row.Parent, want)
		}
	}
	d.ok("item", "show", "Plans", "garden").prints("" +
		"id       garden\n" +
		"title    Garden\n" +
		"changed  2005-05-24T09:43:33Z by you\n" +
		"parent   home\n")
	d.ok("item", "list", "Plans", "--search", "gard").prints("" +
		"ID      TITLE   CHANGED               BY\n" +
		"garden  Garden  2005-05-24T09:43:33Z  you\n")
}

func TestOutlinesAreMovedByCommands(t *testing.T) {
	for _, c := range []struct {
		flags []string
		tree  string
	}{
		{[]string{"garden", "--parent", "work"}, "home(kitchen) work(garden)"},
		{[]string{"garden", "--after", "kitchen"}, "home(kitchen garden) work"},
		{[]string{"garden", "--parent", "home"}, "home(kitchen garden) work"},
		{[]string{"kitchen", "--parent", "home", "--after", ""}, "home(kitchen garden) work"},
		{[]string{"kitchen", "--after", ""}, "kitchen home(garden) work"},
		{[]string{"home", "--parent", ""}, "work home(garden kitchen)"},
		{[]string{"kitchen", "garden", "--parent", "work"}, "home work(kitchen garden)"},
	} {
		d := newOutline(t)
		d.ok(append([]string{"item", "move", "Plans"}, c.flags...)...).stderr("")
		d.tree(c.tree)
	}
}

func TestAMoveSaysWhichUpdateItMade(t *testing.T) {
	d := newOutline(t)
	d.ok("item", "move", "Plans", "garden", "kitchen", "--parent", "work").prints("garden: update 2\nkitchen: update 2\n")
	d.ok("item", "move", "Plans", "kitchen", "--parent", "work").prints("kitchen: update 2\n")
	d.ok("item", "move", "Plans", "garden", "--after", "kitchen")
	d.ok("undo")
	d.tree("home work(garden kitchen)")
}

func TestMovesThatCannotBe(t *testing.T) {
	d := newOutline(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	for _, c := range []struct {
		state int
		args  []string
		words string
	}{
		{cli.Misuse, []string{"Plans", "garden"}, "give a destination"},
		{cli.Misuse, []string{"Plans", "garden", "--to", "Groceries", "--parent", "work"}, "cannot be combined"},
		{cli.Misuse, []string{"Plans", "garden", "--parent", "work", "--after", "kitchen"}, "not a child of"},
		{cli.Misuse, []string{"Groceries", "eggs", "--after", ""}, "need an outline"},
		{cli.Failed, []string{"Plans", "home", "--parent", "garden"}, "under itself"},
		{cli.Failed, []string{"Plans", "garden", "--parent", "nope"}, "there is no such item"},
		{cli.Failed, []string{"Plans", "garden", "--after", "nope"}, "there is no such item"},
		{cli.Failed, []string{"Plans", "nope", "--parent", "home"}, "there is no such item"},
	} {
		d.run(append([]string{"item", "move"}, c.args...)...).is(c.state).prints("").mentions(c.words)
	}
	d.run("item", "add", "Groceries", "--title", "Milk", "--parent", "eggs").is(cli.Misuse).mentions("need an outline")
	d.run("item", "add", "Plans", "--title", "x", "--parent", "nope").is(cli.Failed).mentions("there is no such item")
	d.tree("home(garden kitchen) work")
}
