package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// folder returns an outline by phone, with its children.
func folder(id, title, inside string) string {
	return fmt.Sprintf(`<outline text=%q><sx:sync id=%q version="1"><sx:history when="Fri, 20 May 2005 09:43:33 GMT" by="phone"/></sx:sync>%s</outline>`, title, id, inside)
}

// heise returns an outline by phone, optionally changed by an endpoint.
func heise(title, by string, day int) string {
	if by == "phone" {
		return folder("heise", title, "")
	}
	return fmt.Sprintf(`<outline text=%q><sx:sync id="heise" version="2"><sx:history when="Sat, %d May 2005 09:43:33 GMT" by=%q>`+
		`<sx:update when="Fri, 20 May 2005 09:43:33 GMT" by="phone"/></sx:history></sx:sync></outline>`, title, day, by)
}

// list returns an OPML document with three folders and their contents.
func list(inNews, inWork, inHome string) string {
	return `<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Feeds</title><sx:sharing version="0.91"/></head><body>` +
		folder("news", "News", folder("golem", "Golem", "")+inNews) + folder("work", "Work", inWork) + folder("home", "Home", inHome) + `</body></opml>`
}

// movedTwice returns a desk whose outline Heise was moved from News to Work by laptop, and to
// Home by tablet, which also renamed it.
func movedTwice(t *testing.T) *desk {
	t.Helper()
	d := outlineDesk(t)
	d.reads("Feeds", "phone", list(heise("Heise", "phone", 0), "", "")).is(cli.Done)
	d.reads("Feeds", "tablet", list("", "", heise("heise online", "tablet", 21))).is(cli.Done)
	d.reads("Feeds", "laptop", list("", heise("Heise", "laptop", 22), "")).is(cli.Attention)
	return d
}

func TestAConflictOfPlacesIsShownInWords(t *testing.T) {
	movedTwice(t).ok("conflict", "show", "Feeds", "heise").stderr("").prints(`Heise: 2 conflicting versions
Original: phone, 2005-05-20 09:43, 4 days ago.
Moved to Work by laptop, to Home by tablet.

[-] A·1  laptop, 2005-05-22 09:43, 2 days ago, current version
[-] B·2  tablet, 2005-05-21 09:43, 3 days ago

      │ Original          │ A·1   │ B·2            │ RESULT
──────┼───────────────────┼───────┼────────────────┼─────────────
title │ Heise             │ Heise │ [heise online] │ heise online
place │ News, after Golem │ Work  │ Home           │ choose…
title: merged: only B changed it
place: open: A and B changed it differently: choose

Saves the result as update 3. The other version stays in the history.
Still to choose: place.

crossfeed conflict resolve "Feeds" heise --keep  # A
crossfeed conflict resolve "Feeds" heise --take 1  # B
crossfeed conflict resolve "Feeds" heise --original
crossfeed conflict resolve "Feeds" heise --merge --from place=A
`)
}

func TestAConflictOfPlacesIsResolved(t *testing.T) {
	for name, c := range map[string]struct {
		args        []string
		title, tree string
	}{
		"by keeping the winner": {[]string{"--keep"}, "Heise", "news(golem) work(heise) home"},
		"by taking a version":   {[]string{"--take", "1"}, "heise online", "news(golem) work home(heise)"},
		"by the proposal":       {[]string{"--merge", "--from", "place=B"}, "heise online", "news(golem) work home(heise)"},
		"by one place":          {[]string{"--keep", "--from", "place=B"}, "Heise", "news(golem) work home(heise)"},
	} {
		t.Run(name, func(t *testing.T) {
			d := movedTwice(t)
			d.ok(append([]string{"conflict", "resolve", "Feeds", "heise"}, c.args...)...).prints("heise: update 3\n")
			d.treeOf("Feeds", c.tree)
			if got := d.fieldsOf("Feeds", "heise")["title"]; got != c.title {
				t.Errorf("the title is %q, want %q", got, c.title)
			}
			d.ok("conflict", "list").stderr("No conflicts.\n")
		})
	}
}

func TestOfPlacesNothingIsLeftOutAndNothingTyped(t *testing.T) {
	d := movedTwice(t)
	d.run("conflict", "resolve", "Feeds", "heise", "--merge").is(cli.Failed).mentions("add --from place=A")
	d.run("conflict", "resolve", "Feeds", "heise", "--keep", "--field", "place=work").is(cli.Misuse)
	d.run("conflict", "resolve", "Feeds", "heise", "--keep", "--from", "place=C").is(cli.Misuse)
	shown := d.ok("conflict", "show", "Feeds", "heise", "--json").out
	if !strings.Contains(shown, `"place": "collision"`) {
		t.Errorf("in JSON it is\n%s", shown)
	}
}

// circled returns a desk where Work was moved into Home, and Home into Work.
func circled(t *testing.T) *desk {
	t.Helper()
	d := outlineDesk(t)
	moved := func(id, title, by, inside string) string {
		return fmt.Sprintf(`<outline text=%q><sx:sync id=%q version="2"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by=%q>`+
			`<sx:update when="Fri, 20 May 2005 09:43:33 GMT" by="phone"/></sx:history></sx:sync>%s</outline>`, title, id, by, inside)
	}
	document := func(body string) string {
		return `<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Feeds</title></head><body>` + body + `</body></opml>`
	}
	d.reads("Feeds", "phone", document(folder("work", "Work", "")+folder("home", "Home", ""))).is(cli.Done)
	d.reads("Feeds", "tablet", document(folder("home", "Home", moved("work", "Work", "tablet", "")))).is(cli.Done)
	d.reads("Feeds", "laptop", document(folder("work", "Work", moved("home", "Home", "laptop", "")))).is(cli.Attention)
	return d
}

func TestACircleIsSaidInASentenceAndConfirmed(t *testing.T) {
	d := circled(t)
	d.ok("conflict", "show", "Feeds", "home").stderr("").prints(`Home: marked as a conflict
“Work” and “Home” were each moved under the other on different devices. So that neither is lost,
“Home” is now at the top level.

[-] A·1  laptop, 2005-05-21 09:43, 3 days ago, current version

Saves the result as update 3.

crossfeed conflict resolve "Feeds" home --keep  # A
crossfeed conflict resolve "Feeds" home --merge
`)
	d.ok("conflict", "resolve", "Feeds", "home", "--keep").prints("home: update 3\n")
	d.ok("conflict", "list").stderr("No conflicts.\n")
}

func TestVersionsAreComparedByTheirPlacesToo(t *testing.T) {
	d := movedTwice(t)
	d.ok("conflict", "resolve", "Feeds", "heise", "--keep")
	out := d.ok("item", "compare", "Feeds", "heise", "1", "4").out
	for _, part := range []string{"\nplace\n", "- News, after Golem", "+ Work"} {
		if !strings.Contains(out, part) {
			t.Errorf("printed\n%s\nwithout %q", out, part)
		}
	}
}

func TestTheLogTellsAPlaceByTheTitlesThatThereWere(t *testing.T) {
	d := movedTwice(t)
	d.ok("conflict", "resolve", "Feeds", "heise", "--take", "1")
	d.ok("item", "edit", "Feeds", "home", "--title", "Elsewhere")
	if out := d.ok("conflict", "log", "--markdown").out; !strings.Contains(out, "| Position | in Home | from B |") {
		t.Errorf("printed\n%s", out)
	}
	got := parse[[]struct {
		Fields []struct{ Field, Path string }
	}](d.ok("conflict", "log", "--json"))
	if fields := got[0].Fields; fields[len(fields)-1].Field != "place" || fields[len(fields)-1].Path != "Home" {
		t.Errorf("got %+v", got)
	}
}

// intoDeleted returns two desks that share an outline: here moved Call into Home, while laptop
// deleted Home. Both have read the other's change.
func intoDeleted(t *testing.T) (here, laptop *desk) {
	t.Helper()
	here = newDesk(t)
	laptop = here.at("laptop")
	folder := t.TempDir()
	for _, d := range []*desk{here, laptop} {
		d.ok("list", "create", "Plans", "--kind", "outline")
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
	laptop.run("sync").is(cli.Attention).mentions("1 conflict. For details: crossfeed conflict list")
	here.run("sync").is(cli.Attention).mentions("1 conflict. For details: crossfeed conflict list")
	return here, laptop
}

// syncAll syncs desks until they have the same state, which must be without conflicts.
func syncAll(t *testing.T, tree string, desks ...*desk) {
	t.Helper()
	for range 2 {
		for _, d := range desks {
			d.run("sync")
		}
	}
	for _, d := range desks {
		d.tree(tree)
		d.ok("conflict", "list").stderr("No conflicts.\n")
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

[-] A·1  desk, 2005-05-24 09:43, 1 minute ago, current version

      │ A·1            │ RESULT
──────┼────────────────┼────────
place │ Home (deleted) │ choose…
place: open: keep it in Home (deleted), or move it to Work

Saves the result as update 3.
Still to choose: place.

crossfeed conflict resolve "Plans" call --keep  # restores the deleted parent
crossfeed conflict resolve "Plans" call --original  # moves the item back
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
			d.ok("conflict", "list").stderr("No conflicts.\n")
		})
	}
}

// An item moved next to one in a deleted folder does not get into that folder, and an item
// that is moved leaves it.
func TestALineInADeletedFolderIsMovedByHand(t *testing.T) {
	here, laptop := intoDeleted(t)
	laptop.ok("item", "move", "Plans", "work", "--after", "call")
	laptop.tree("call work")
	here.ok("item", "move", "Plans", "call", "--after", "")
	syncAll(t, "call work", here, laptop)
}

// Both resolve it concurrently in different ways. Only one of them moves the item, so that
// nobody is asked again.
func TestALineInADeletedFolderIsResolvedByTwo(t *testing.T) {
	here, laptop := intoDeleted(t)
	here.ok("conflict", "resolve", "Plans", "call", "--keep")
	laptop.ok("conflict", "resolve", "Plans", "call", "--original")
	syncAll(t, "home work(call)", here, laptop)
}

// The merge rule leaves it to a person; the rule that keeps the current version keeps the item
// in its folder. Undo and the log treat it like any resolution.
func TestALineInADeletedFolderIsResolvedByARule(t *testing.T) {
	here, laptop := intoDeleted(t)
	laptop.run("conflict", "resolve", "--all", "--rule", "merge").is(cli.Attention)
	laptop.tree("call work")
	laptop.ok("conflict", "resolve", "--all", "--rule", "keep")
	laptop.tree("home(call) work")
	if out := laptop.ok("conflict", "log", "--markdown").out; !strings.Contains(out, "| Position | in Home |") {
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
	d.ok("list", "create", "Feeds", "--kind", "outline")
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
