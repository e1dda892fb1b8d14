package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// intoDeleted are two desks that share an outline: here moved Call into Home, while
// laptop deleted Home. Both have read what the other did.
func intoDeleted(t *testing.T) (here, laptop *desk) {
	t.Helper()
	here = newDesk(t)
	laptop = here.at("laptop")
	folder := t.TempDir()
	for _, d := range []*desk{here, laptop} {
		d.ok("set", "new", "Plans", "--kind", "outline")
		d.ok("publish", "Plans", folder)
		d.ok("subscription", "add", "Plans", folder)
	}
	for _, id := range []string{"home", "work"} {
		here.ok("item", "add", "Plans", "--id", id, "--title", strings.ToUpper(id[:1])+id[1:])
	}
	here.ok("item", "add", "Plans", "--id", "call", "--title", "Call", "--parent", "work")
	here.ok("sync")
	laptop.ok("sync")
	laptop.tree("home work(call)")
	here.ok("item", "move", "Plans", "call", "--parent", "home")
	laptop.ok("item", "delete", "Plans", "home")
	here.ok("sync")
	laptop.run("sync").is(cli.Attention).mentions("1 to settle: crossfeed conflict list")
	here.run("sync").is(cli.Attention).mentions("1 to settle: crossfeed conflict list")
	return here, laptop
}

// syncAll has desks read each other until they have the same state, which has to be
// without a conflict.
func syncAll(t *testing.T, tree string, desks ...*desk) {
	t.Helper()
	for range 2 {
		for _, d := range desks {
			d.run("sync")
		}
	}
	for _, d := range desks {
		d.tree(tree)
		d.ok("conflict", "list").says("no conflicts\n")
		d.ok("sync")
	}
}

func TestALineMovedIntoADeletedFolderIsAConflict(t *testing.T) {
	here, laptop := intoDeleted(t)
	for _, d := range []*desk{here, laptop} {
		d.tree("call work")
		if out := d.run("conflict", "list").out; !strings.Contains(out, "call") {
			t.Errorf("listed\n%s", out)
		}
	}
	laptop.ok("conflict", "show", "Plans", "call").prints(`Call: in a deleted item
“Call” is in “Home”, which was deleted. Restore “Home”, or move “Call” out of it.

[-] A·1  desk, 2005-05-24 09:43, 1 minute ago, the winner

      │ A·1            │ RESULT
──────┼────────────────┼────────
place │ Home (deleted) │ choose…
place: keep it in Home (deleted), or move it to Work: choose

Saves update 3.
To choose before: place.

crossfeed conflict resolve "Plans" call --keep  # restores what was deleted
crossfeed conflict resolve "Plans" call --original  # moves the item
`)
}

func TestALineInADeletedFolderIsResolvedByOnePerson(t *testing.T) {
	for name, c := range map[string]struct{ choice, tree string }{
		"by restoring the folder": {"--keep", "home(call) work"},
		"by moving the line":      {"--original", "work(call)"},
	} {
		t.Run(name, func(t *testing.T) {
			here, laptop := intoDeleted(t)
			laptop.run("conflict", "resolve", "Plans", "call", "--merge").is(cli.Failed)
			laptop.ok("conflict", "resolve", "Plans", "call", c.choice)
			syncAll(t, c.tree, here, laptop)
			laptop.ok("undo", "--published")
			if out := laptop.ok("conflict", "list").out; !strings.Contains(out, "call") {
				t.Errorf("after undo it lists\n%s", out)
			}
		})
	}
}

func TestWhatAPersonDidAloneIsNoConflict(t *testing.T) {
	for name, do := range map[string]func(d *desk){
		"an outline is deleted with all that is in it": func(d *desk) {
			d.ok("item", "delete", "Plans", "home").prints("home: update 2\n")
			d.tree("work")
		},
		"a line of it is restored": func(d *desk) {
			d.ok("item", "delete", "Plans", "home")
			d.ok("item", "restore", "Plans", "garden").prints("garden: update 3\n")
			d.tree("garden work")
		},
		"a deleted one is deleted again": func(d *desk) {
			d.ok("item", "delete", "Plans", "home")
			d.ok("item", "delete", "Plans", "home").prints("home: update 2\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newOutline(t)
			do(d)
			d.ok("conflict", "list").says("no conflicts\n")
		})
	}
}

// What is moved next to a line in a deleted folder is not put into that folder, and the
// line that is moved leaves it.
func TestALineInADeletedFolderIsMovedByHand(t *testing.T) {
	here, laptop := intoDeleted(t)
	laptop.ok("item", "move", "Plans", "work", "--after", "call")
	laptop.tree("call work")
	here.ok("item", "move", "Plans", "call", "--after", "")
	syncAll(t, "call work", here, laptop)
}

// Both resolve it at the same time, each in another way. Only one of them moves the line,
// so that nobody is asked again.
func TestALineInADeletedFolderIsResolvedByTwo(t *testing.T) {
	here, laptop := intoDeleted(t)
	here.ok("conflict", "resolve", "Plans", "call", "--keep")
	laptop.ok("conflict", "resolve", "Plans", "call", "--original")
	syncAll(t, "home work(call)", here, laptop)
}

// A rule that merges leaves it to a person; one that keeps what is there keeps the line in
// its folder. Undo and the log know it as any resolution.
func TestALineInADeletedFolderIsResolvedByARule(t *testing.T) {
	here, laptop := intoDeleted(t)
	laptop.run("conflict", "resolve", "--all", "--rule", "merge").is(cli.Attention)
	laptop.tree("call work")
	laptop.ok("conflict", "resolve", "--all", "--rule", "keep")
	laptop.tree("home(call) work")
	if out := laptop.ok("conflict", "log", "--markdown").out; !strings.Contains(out, "| place | in Home |") {
		t.Errorf("the log says\n%s", out)
	}
	laptop.ok("conflict", "undo")
	laptop.tree("call work")
	if out := laptop.ok("conflict", "list").out; !strings.Contains(out, "call") {
		t.Errorf("after undo it lists\n%s", out)
	}
	laptop.ok("redo")
	syncAll(t, "home(call) work", here, laptop)
}

// Each situation has a name in machine-readable output.
func TestTheSituationOfAConflictHasAName(t *testing.T) {
	_, laptop := intoDeleted(t)
	laptop.situation("Plans", "call", "orphaned")
	d := newDesk(t)
	d.ok("set", "new", "Feeds", "--kind", "outline")
	d.ok("subscription", "add", "Feeds", d.put("feeds.opml", `<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><body>
<outline text="Comics"><sx:sync id="comics" version="4" conflict="true"><sx:history when="Sun, 22 May 2005 09:43:33 GMT" by="REO1750"/></sx:sync></outline>
</body></opml>`))
	d.run("sync")
	d.situation("Feeds", "comics", "marked")
}

func (d *desk) situation(list, id, want string) {
	d.t.Helper()
	out := d.ok("conflict", "show", list, id, "--json").out
	if !strings.Contains(out, `"situation": "`+want+`"`) {
		d.t.Errorf("the situation is not %s:\n%s", want, out)
	}
}
