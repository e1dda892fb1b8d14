package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// many returns a desk with two lists and four conflicts: one that merges completely, one with
// different titles, one without a visible difference, and an item that was deleted by laptop,
// which wins. In the second one, laptop removed a line.
func many(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("list", "create", "Garden")
	phone := versionOf("clean", saying("Eggs", "brown"), "phone", 0) + versionOf("open", saying("Milk", "1 l\nfresh"), "phone", 0) +
		versionOf("same", saying("Salt", ""), "phone", 0)
	tablet := versionOf("clean", saying("Eggs", "white"), "tablet", 21) + versionOf("open", saying("Milk!", "1 l\nfresh"), "tablet", 23) +
		versionOf("same", saying("Sea salt", ""), "tablet", 21)
	laptop := versionOf("clean", saying("Eggs ×12", "brown"), "laptop", 22) + versionOf("open", saying("Milk?", "1 l"), "laptop", 22) +
		versionOf("same", saying("Sea salt", ""), "laptop", 22)
	d.reads("Groceries", "phone", feedOf(phone)).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(tablet)).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(laptop)).is(cli.Attention)
	d.reads("Garden", "p", feedOf(versionOf("bins", saying("Bins", ""), "phone", 0))).is(cli.Done)
	d.reads("Garden", "t", feedOf(versionOf("bins", saying("Bins out", ""), "tablet", 21))).is(cli.Done)
	gone := strings.Replace(versionOf("bins", saying("Bins", ""), "laptop", 22), `updates="2"`, `updates="2" deleted="true"`, 1)
	d.reads("Garden", "l", feedOf(gone)).is(cli.Attention)
	return d
}

// open returns the identifiers of the open conflicts.
func (d *desk) open() []string {
	d.t.Helper()
	var all []string
	for _, i := range parse[[]shownItem](d.ok("conflict", "list", "--json")) {
		all = append(all, i.ID)
	}
	slices.Sort(all)
	return all
}

func TestManyAreResolvedByARule(t *testing.T) {
	for name, c := range map[string]struct {
		args   []string
		state  int
		left   []string
		title  map[string]string
		prints string
	}{
		"what leaves nothing to choose": {
			[]string{"--rule", "merge"}, cli.Attention, []string{"bins", "open"}, map[string]string{"clean": "Eggs ×12", "same": "Sea salt"},
			`LIST       ID     TITLE     RESULT                                DROPS
Garden     bins   Bins      left open: choose whether to keep it
Groceries  clean  Eggs ×12  title Eggs ×12; text white
Groceries  open   Milk!     left open: choose title
`,
		},
		"the winner of each": {
			[]string{"--rule", "keep"}, cli.Done, nil, map[string]string{"clean": "Eggs ×12", "open": "Milk!", "same": "Sea salt"},
			`LIST       ID     TITLE     RESULT                        DROPS
Garden     bins   Bins      deleted                       B: title Bins out
Groceries  clean  Eggs ×12  title Eggs ×12; text brown    B: text white
Groceries  open   Milk!     title Milk!; text 1 l, fresh  B: title Milk?; B: removal of text fresh
`,
		},
		"the newest of each, of one list": {
			[]string{"Groceries", "--rule", "newest"}, cli.Done, []string{"bins"}, map[string]string{"clean": "Eggs ×12", "open": "Milk!"},
			`LIST       ID     TITLE     RESULT                        DROPS
Groceries  clean  Eggs ×12  title Eggs ×12; text brown    B: text white
Groceries  open   Milk!     title Milk!; text 1 l, fresh  B: title Milk?; B: removal of text fresh
`,
		},
		"what merges, and the newest where it does not": {
			[]string{"--rule", "merge-newest"}, cli.Done, nil, map[string]string{"clean": "Eggs ×12", "open": "Milk!", "same": "Sea salt"},
			`LIST       ID     TITLE     RESULT                      DROPS
Garden     bins   Bins      deleted                     B: title Bins out
Groceries  clean  Eggs ×12  title Eggs ×12; text white
Groceries  open   Milk!     title Milk!; text 1 l       B: title Milk?
`,
		},
		"a person's, but for one": {
			[]string{"--rule", "prefer", "--prefer", "Kitchen", "--except", "open"}, cli.Done, []string{"open"}, map[string]string{"clean": "Eggs"},
			`LIST       ID     TITLE     RESULT                  DROPS
Garden     bins   Bins      title Bins out          A: deletion
Groceries  clean  Eggs ×12  title Eggs; text white  A: title Eggs ×12
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := many(t)
			d.ok("device", "name", "Kitchen", "--of", "tablet")
			args := append([]string{"conflict", "resolve", "--all"}, c.args...)
			before := d.open()
			dry := d.run(append(args, "--dry-run")...).is(c.state).prints(c.prints)
			if !slices.Equal(d.open(), before) {
				t.Errorf("the dry run left %v to resolve, of %v", d.open(), before)
			}
			d.run(args...).is(c.state).prints(dry.out).stderr(dry.err)
			if got := d.open(); !slices.Equal(got, c.left) {
				t.Errorf("%v are left, want %v", got, c.left)
			}
			for id, want := range c.title {
				if got := d.fieldsOf("Groceries", id)["title"]; got != want {
					t.Errorf("%s is called %q, want %q", id, got, want)
				}
			}
			d.ok("conflict", "undo")
			if got := d.open(); !slices.Equal(got, before) {
				t.Errorf("after one undo %v are to resolve, want %v", got, before)
			}
		})
	}
}

// Undoing many resolutions that others may have received requires consent: every item gets its
// earlier content back, also in the published feed, and each conflict is open again.
func TestManyThatWerePublishedAreUndoneByConsent(t *testing.T) {
	d := many(t)
	folder := t.TempDir()
	publish := func(args ...string) string {
		for _, list := range []string{"Groceries", "Garden"} {
			d.ok(append([]string{"publish", list}, args...)...)
		}
		var all strings.Builder
		files, _ := filepath.Glob(filepath.Join(folder, "*.xml"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		return all.String()
	}
	said := func() string {
		return fmt.Sprint(d.fieldsOf("Groceries", "clean"), d.fieldsOf("Groceries", "open"), d.fieldsOf("Groceries", "same"), d.fieldsOf("Garden", "bins"))
	}
	publish(folder)
	before, open := said(), d.open()
	d.ok("device", "name", "Kitchen", "--of", "tablet")
	d.ok("conflict", "resolve", "--all", "--rule", "prefer", "--prefer", "Kitchen")
	resolved := said()
	if out := publish(); resolved == before || !strings.Contains(out, "<title>Bins out</title>") {
		t.Fatalf("resolved and published is\n%s", out)
	}
	d.run("conflict", "undo").is(cli.Failed).prints("").stderr("crossfeed: not undone: others may have received the resolution of Bins out, Eggs, Milk!; " +
		"to undo it for them, too: crossfeed conflict undo --published\n")
	if said() != resolved || len(d.open()) > 0 {
		t.Errorf("without consent it says %s, and %v are to resolve", said(), d.open())
	}
	d.ok("conflict", "undo", "--published")
	if got := d.open(); !slices.Equal(got, open) {
		t.Errorf("%v are to resolve, want %v", got, open)
	}
	if said() != before {
		t.Errorf("it says\n%s\nwant\n%s", said(), before)
	}
	if out := publish(); !strings.Contains(out, "<title>Eggs ×12</title>") || !strings.Contains(out, `deleted="true"`) {
		t.Errorf("published is\n%s", out)
	}
}

func TestManyInMachineReadableForm(t *testing.T) {
	type planned struct {
		Set, ID, Title, Left, Error string
		Update                      int
		Deleted                     bool
		From, Open                  []string
		Values                      map[string]string
		Dropped                     []struct {
			Version, Field string
			Values         []string
		}
	}
	d := many(t)
	kept := parse[[]planned](d.ok("conflict", "resolve", "--all", "Groceries", "--rule", "keep", "--dry-run", "--json"))
	k := slices.IndexFunc(kept, func(p planned) bool { return p.ID == "clean" })
	if fmt.Sprint(kept[k].Dropped) != "[{B text [white]}]" {
		t.Errorf("keeping drops %v", kept[k].Dropped)
	}
	merged := d.run("conflict", "resolve", "--all", "Groceries", "--rule", "merge", "--json").is(cli.Attention).
		stderr("1 of 2 conflicts left for you to resolve. For details: crossfeed conflict list\n")
	if strings.Contains(merged.out, `"dropped": null`) {
		t.Errorf("a list without entries is null in\n%s", merged.out)
	}
	got := parse[[]planned](merged)
	i := slices.IndexFunc(got, func(p planned) bool { return p.ID == "open" })
	j := slices.IndexFunc(got, func(p planned) bool { return p.ID == "clean" })
	if len(got) != 2 || got[i].Left != "fields-open" || !slices.Equal(got[i].Open, []string{"title"}) || got[i].Update != 0 || got[j].Update != 3 || !slices.Equal(got[j].From, []string{"A", "B"}) {
		t.Errorf("got %+v", got)
	}
	if fmt.Sprint(got[j].Values) != "map[text:white title:Eggs ×12]" || len(got[j].Dropped) != 0 {
		t.Errorf("the merge saves %v and drops %v", got[j].Values, got[j].Dropped)
	}
	d.ok("conflict", "resolve", "--all", "--rule", "keep")
	d.ok("conflict", "resolve", "--all", "--rule", "keep", "--json").prints("[]\n")
	d.ok("conflict", "resolve", "--all", "--rule", "keep").prints("").stderr("No conflicts.\n")
}

func TestWrongRulesAreRefused(t *testing.T) {
	d := many(t)
	d.ok("device", "name", "Twins", "--of", "tablet")
	d.ok("device", "name", "Twins", "--of", "laptop")
	before := d.open()
	for name, args := range map[string][]string{
		"no rule":                 {"--all"},
		"no such rule":            {"--all", "--rule", "best"},
		"a rule without --all":    {"Groceries", "clean", "--rule", "keep"},
		"a preference for none":   {"--all", "--rule", "keep", "--prefer", "tablet"},
		"preferring nobody":       {"--all", "--rule", "prefer"},
		"preferring a stranger":   {"--all", "--rule", "prefer", "--prefer", "nobody"},
		"preferring two":          {"--all", "--rule", "prefer", "--prefer", "Twins"},
		"an exception of nothing": {"--all", "--rule", "keep", "--except", "colour"},
		"a decision beside it":    {"--all", "--rule", "keep", "--keep"},
		"one item and no rule":    {"Groceries"},
	} {
		t.Run(name, func(t *testing.T) {
			d.t = t
			d.run(append([]string{"conflict", "resolve"}, args...)...).is(cli.Misuse).prints("")
		})
	}
	d.t = t
	d.run("conflict", "resolve", "Nowhere", "--all", "--rule", "keep").is(cli.Failed).prints("")
	if got := d.open(); !slices.Equal(got, before) {
		t.Errorf("%v are left, want %v", got, before)
	}
}

func TestAListThatIsNamedTwiceIsResolvedOnce(t *testing.T) {
	d := many(t)
	var once, twice []string
	for _, i := range parse[[]shownItem](d.ok("conflict", "list", "Groceries", "--json")) {
		once = append(once, i.ID)
	}
	for _, i := range parse[[]shownItem](d.ok("conflict", "list", "Groceries", "Groceries", "--json")) {
		twice = append(twice, i.ID)
	}
	if !slices.Equal(once, twice) {
		t.Errorf("named once: %v, twice: %v", once, twice)
	}
	d.ok("conflict", "resolve", "--all", "Groceries", "Groceries", "--rule", "keep")
}

func TestNotEveryItemHasAVersionByEverybody(t *testing.T) {
	d := parted(t)
	d.ok("list", "create", "Other")
	d.ok("item", "add", "Other", "--id", "x", "--title", "x")
	d.run("conflict", "resolve", "--all", "--rule", "prefer", "--prefer", "desk").is(cli.Attention).prints("" +
		"LIST       ID    TITLE     RESULT                                             DROPS\n" +
		"Groceries  eggs  Eggs ×12  left open: the device has no version of this item\n").
		stderr("1 of 1 conflicts left for you to resolve. For details: crossfeed conflict list\n")
}

func TestARecordWithAnOwnVersionOpenIsResolvedFirst(t *testing.T) {
	for _, c := range []struct{ kind, feed, id, field string }{{"todo", bins, "bins", "done=true"}, {"contact", cook, "cook", "role=Baker"}} {
		d := contending(t, c.kind, c.feed)
		before := d.ok("item", "show", "Shared", c.id, "--json").out
		for _, args := range [][]string{{"item", "edit", "Shared", c.id, "--field", c.field}, {"item", "delete", "Shared", c.id}} {
			d.run(args...).is(cli.Failed).prints("").mentions(`crossfeed conflict resolve "Shared" ` + c.id)
		}
		if now := d.ok("item", "show", "Shared", c.id, "--json").out; now != before {
			t.Errorf("the refused edits made\n%s", now)
		}
	}
}

func TestWhatIsInConflictIsNeitherMovedNorCopied(t *testing.T) {
	d := contending(t, "todo", bins)
	d.ok("list", "create", "Work", "--kind", "todo")
	d.ok("item", "add", "Shared", "--id", "milk", "--title", "Milk")
	remedy := `resolve it first; run crossfeed conflict resolve "Shared" bins`
	for _, verb := range []string{"move", "copy"} {
		d.run("item", verb, "Shared", "bins", "--to", "Work").is(cli.Failed).prints("").mentions(remedy)
	}
	d.run("item", "move", "Shared", "bins", "milk", "--to", "Work").is(cli.Attention).prints("milk: moved to Work\n").mentions(remedy)
	if got := parse[[]shownItem](d.ok("item", "list", "Work", "--json")); len(got) != 1 || got[0].ID != "milk" {
		t.Errorf("Work holds %+v", got)
	}
}

func TestWhatIsInConflictIsNotMerged(t *testing.T) {
	d := contending(t, "contact", cook)
	d.ok("item", "add", "Shared", "--id", "second", "--field", "name=Given Family")
	for _, pair := range [][]string{{"cook", "second"}, {"second", "cook"}} {
		d.run("contact", "join", "Shared", pair[0], pair[1]).is(cli.Failed).prints("").mentions(`crossfeed conflict resolve "Shared" cook`)
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Shared", "--json")); len(got) != 2 {
		t.Errorf("the list holds %+v", got)
	}
}

func TestAnImportLeavesATodoWithAnOwnVersionOpenAndTakesTheRest(t *testing.T) {
	d := contending(t, "todo", bins)
	path := d.put("a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"+
		"BEGIN:VTODO\r\nUID:bins\r\nSUMMARY:Bins out\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
	r := d.run("import", "Shared", path, "--json").is(cli.Attention).mentions("a.ics:4: ", `crossfeed conflict resolve "Shared" bins`)
	if got := parse[[]imported](r); got[0].New != 1 || got[0].Changed != 0 || got[0].Refused != 1 {
		t.Errorf("got %+v", got)
	}
	if got := d.fieldsOf("Shared", "bins"); got["title"] != "Bins" {
		t.Errorf("the todo is %v", got)
	}
}
