package cli_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

func TestASuggestionIsShownWithItsReasons(t *testing.T) {
	d := parted(t)
	d.ok("device", "name", "Kitchen", "--of", "tablet")
	d.ok("conflict", "show", "Groceries", "eggs").stderr("").prints(`Eggs ×12: 2 conflicting versions
Original: phone, 2005-05-20 09:43, 4 days ago.

[-] A·1  laptop, 2005-05-22 09:43, 2 days ago, current version
[x] B·2  Kitchen, 2005-05-21 09:43, 3 days ago

      │ Original │ A·1        │ B·2  │ RESULT
──────┼──────────┼────────────┼──────┼─────────
title │ Eggs     │ Eggs[ ×12] │ Eggs │ Eggs ×12
title: merged: only A changed it

text: merged: only B changed it
  A·1  the same as the original
  Original → B·2
    - [brown] ones
    + [white] ones
  Original → RESULT
    - [brown] ones
    + [white] ones

Saves the result as update 3. The other version stays in the history.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --original
crossfeed conflict resolve "Groceries" eggs --merge
`)
}

// The commands use the same words as the window.
func TestAConflictIsShownInTheWordsOfTheWindow(t *testing.T) {
	for name, d := range map[string]*desk{"parted": parted(t), "clashing": clashing(t), "disputed": disputed(t), "whisked": whisked(t)} {
		shown := d.ok("conflict", "show", "Groceries", "eggs").out
		for _, want := range []string{"Saves the result as update ", " in the history.\n", ", current version", " conflicting versions\n"} {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, shown)
			}
		}
		for _, word := range []string{"winner", "base", "stays open", "into the history", "places", "take into account", "came"} {
			if strings.Contains(shown, word) {
				t.Errorf("%s: %q is in\n%s", name, word, shown)
			}
		}
	}
}

// The suggested commands work: each of them resolves the item, except for the one that says
// what must be typed.
func TestTheCommandsThatAreOfferedFitTheConflict(t *testing.T) {
	same := func(t *testing.T) *desk { t.Helper(); return texts(t, askedNot, toShop, asked) }
	added := func(t *testing.T) *desk { t.Helper(); return texts(t, "a\n", "a\nb\n", "a\nc\n") }
	for name, c := range map[string]struct {
		desk func(*testing.T) *desk
		want []string
	}{
		"merged":        {parted, []string{"--keep", "--take 1", "--original", "--merge"}},
		"a title":       {clashing, []string{"--keep", "--take 1", "--original", "--merge --field title=…"}},
		"the same line": {same, []string{"--keep", "--take 1", "--original", "--merge --from text=A", "--merge --words", "--both A,B"}},
		"added by both": {added, []string{"--keep", "--take 1", "--original", "--merge --from text=A", "--both A,B"}},
		"no original":   {disputed, []string{"--keep", "--take 1", "--take 2", "--merge --stay --field title=… --from text=A", "--both A,B --field title=…"}},
	} {
		const command = `crossfeed conflict resolve "Groceries" eggs `
		var got []string
		for line := range strings.Lines(c.desk(t).ok("conflict", "show", "Groceries", "eggs").out) {
			if flags, is := strings.CutPrefix(line, command); is {
				flags, _, _ = strings.Cut(flags, "  #")
				got = append(got, strings.TrimSpace(flags))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: offered are\n%q, want\n%q", name, got, c.want)
		}
		for _, flags := range got {
			if !strings.Contains(flags, "…") {
				c.desk(t).ok(append([]string{"conflict", "resolve", "Groceries", "eggs"}, strings.Fields(flags)...)...)
			}
		}
	}
}

func TestANarrowTerminalGetsBlocks(t *testing.T) {
	d := parted(t)
	d.env.Getenv = func(name string) string { return map[string]string{"COLUMNS": "40"}[name] }
	d.ok("conflict", "show", "Groceries", "eggs").prints(`Eggs ×12: 2 conflicting versions
Original: phone, 2005-05-20 09:43, 4
days ago.

[-] A·1  laptop, 2005-05-22 09:43, 2
         days ago, current version
[x] B·2  tablet, 2005-05-21 09:43, 3
         days ago

title: merged: only A changed it
  Original  Eggs
  A·1       Eggs[ ×12]
  B·2       Eggs
  RESULT    Eggs ×12

text: merged: only B changed it
  A·1  the same as the original
  Original → B·2
    - [brown] ones
    + [white] ones
  Original → RESULT
    - [brown] ones
    + [white] ones

Saves the result as update 3. The other
version stays in the history.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --original
crossfeed conflict resolve "Groceries" eggs --merge
`)
}

type resolvingShown struct {
	shownItem
	Situation string
	Versions  []struct {
		Letter                      string
		Number                      int
		Own, Offered, Taken, Locked bool
		Clock                       string
	}
	Offered     []shownItem
	Base        *shownItem
	BaseUnknown string `json:"base_unknown"`
	Proposal    map[string]any
	Result      map[string]any
	Reasons     map[string]string
	Changed     map[string][]int
	Open        []string
	Saves       struct {
		Update, Resolved, Open int
		Deletes                bool
	}
}

func TestASuggestionInMachineReadableForm(t *testing.T) {
	got := parse[resolvingShown](parted(t).ok("conflict", "show", "Groceries", "eggs", "--json"))
	if !got.Conflict || got.Title != "Eggs ×12" || got.Base == nil || got.Base.Title != "Eggs" || got.Situation != "ordinary" {
		t.Errorf("got %+v", got)
	}
	if want := map[string]any{"title": "Eggs ×12", "text": "white ones"}; !reflect.DeepEqual(got.Proposal, want) {
		t.Errorf("proposed is %v, want %v", got.Proposal, want)
	}
	if want := map[string]string{"title": "one-sided", "text": "one-sided"}; !reflect.DeepEqual(got.Reasons, want) {
		t.Errorf("the reasons are %v, want %v", got.Reasons, want)
	}
	if want := map[string][]int{"title": {0}, "text": {1}}; !reflect.DeepEqual(got.Changed, want) || len(got.Open) != 0 {
		t.Errorf("changed are %v, want %v; open %v", got.Changed, want, got.Open)
	}
	if got.Saves.Update != 3 || got.Saves.Resolved != 1 || len(got.Versions) != 2 || got.Versions[1].Letter != "B" || !got.Versions[1].Taken {
		t.Errorf("got %+v", got)
	}
	open := parse[resolvingShown](disputed(t).ok("conflict", "show", "Groceries", "eggs", "--json"))
	if open.Base != nil || open.BaseUnknown != "cut" || open.Situation != "edit-against-deletion" || !slices.Equal(open.Open, []string{"", "title", "text"}) {
		t.Errorf("got %+v", open)
	}
}

func TestASuggestionIsTaken(t *testing.T) {
	d := parted(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge").prints("eggs: update 3\n").stderr("")
	d.shows("Eggs ×12", "white ones")
	d.ok("conflict", "list").stderr("No conflicts.\n")
}

func TestWhatIsOpenHasToBeChosen(t *testing.T) {
	d := clashing(t)
	before := d.ok("item", "show", "Groceries", "eggs", "--json").out
	for _, args := range [][]string{{"--merge"}, {"--merge", "--field", "text=x"}, {"--merge", "--dry-run"}} {
		d.run(append([]string{"conflict", "resolve", "Groceries", "eggs"}, args...)...).is(cli.Failed).
			stderr("crossfeed: resolving eggs: still to choose: title; add --field title=…\n")
	}
	if now := d.ok("item", "show", "Groceries", "eggs", "--json").out; now != before {
		t.Errorf("the item is now\n%s", now)
	}
}

func TestWhatIsOpenIsFilled(t *testing.T) {
	for name, c := range map[string]struct {
		args        []string
		title, text string
		dropped     string
	}{
		"by a value":                      {[]string{"--merge", "--field", "title=Eggs!"}, "Eggs!", "white ones", "A: title Eggs ×12; B: title Ten eggs"},
		"by the value that stands there":  {[]string{"--merge", "--field", "title=Eggs ×12"}, "Eggs ×12", "white ones", "B: title Ten eggs"},
		"by a version":                    {[]string{"--merge", "--from", "title=B"}, "Ten eggs", "white ones", "A: title Eggs ×12"},
		"by a version, and another field": {[]string{"--merge", "--from", "title=B", "--field", "text=x"}, "Ten eggs", "x", "A: title Eggs ×12; A: text white ones"},
		"by keeping the winner":           {[]string{"--keep"}, "Eggs ×12", "white ones", "B: title Ten eggs"},
		"by a letter":                     {[]string{"--take", "b"}, "Ten eggs", "brown ones", "A: title Eggs ×12; A: text white ones"},
		"by a version, but for a field":   {[]string{"--take", "1", "--field", "title=x"}, "x", "brown ones", "A: title Eggs ×12; A: text white ones; B: title Ten eggs"},
		"by the winner, but for a field":  {[]string{"--keep", "--from", "title=B"}, "Ten eggs", "white ones", "A: title Eggs ×12"},
		"by the winner, but for a value":  {[]string{"--keep", "--field", "title=x"}, "x", "white ones", "A: title Eggs ×12; B: title Ten eggs"},
	} {
		t.Run(name, func(t *testing.T) {
			d := clashing(t)
			d.ok(append([]string{"conflict", "resolve", "Groceries", "eggs"}, c.args...)...).prints("eggs: update 3\n").stderr("dropped: " + c.dropped + "\n")
			d.shows(c.title, c.text)
		})
	}
}

// A field alone does not resolve the others, which may contain changes to merge.
func TestAFieldAloneDoesNotResolve(t *testing.T) {
	d := parted(t)
	before := d.ok("item", "show", "Groceries", "eggs", "--json").out
	for _, args := range [][]string{{"--field", "title=Ten eggs"}, {"--from", "title=A"}, {"--field", "title=Ten eggs", "--dry-run"}} {
		r := d.run(append([]string{"conflict", "resolve", "Groceries", "eggs"}, args...)...).is(cli.Misuse).prints("")
		r.mentions("--merge").mentions("--keep").mentions("--take")
		if now := d.ok("item", "show", "Groceries", "eggs", "--json").out; now != before {
			t.Fatalf("%v: the item is now\n%s", args, now)
		}
	}
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--field", "title=Ten eggs")
	d.shows("Ten eggs", "white ones")
}

func TestADryRunSavesNothing(t *testing.T) {
	d := clashing(t)
	before := d.ok("item", "show", "Groceries", "eggs", "--json").out
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--from", "title=B", "--dry-run").stderr("").prints(`      │ Original │ A·1        │ B·2        │ RESULT
──────┼──────────┼────────────┼────────────┼─────────
title │ Eggs     │ Eggs[ ×12] │ [Ten eggs] │ Ten eggs
title: B, chosen by you

text: merged: only A changed it
  Original → A·1
    - [brown] ones
    + [white] ones
  B·2  the same as the original
  Original → RESULT
    - [brown] ones
    + [white] ones

Saves the result as update 3. The other version stays in the history.
Drops A: title Eggs ×12.
`)
	got := parse[resolvingShown](d.ok("conflict", "resolve", "Groceries", "eggs", "--take", "1", "--dry-run", "--json"))
	if want := map[string]any{"title": "Ten eggs", "text": "brown ones"}; !reflect.DeepEqual(got.Result, want) {
		t.Errorf("the result is %v, want %v", got.Result, want)
	}
	if now := d.ok("item", "show", "Groceries", "eggs", "--json").out; now != before {
		t.Errorf("the item is now\n%s", now)
	}
}

func TestWhatSomeDeletedStaysOrGoes(t *testing.T) {
	stays := disputed(t)
	stays.run("conflict", "resolve", "Groceries", "eggs", "--merge", "--stay").is(cli.Failed).mentions("title, text")
	stays.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--stay", "--from", "title=A", "--from", "text=B")
	stays.shows("Eggs ×12", "from the farm")
	goes := disputed(t)
	goes.ok("conflict", "resolve", "Groceries", "eggs", "--take", "C")
	if got := parse[shownItem](goes.ok("item", "show", "Groceries", "eggs", "--json")); !got.Deleted {
		t.Errorf("got %+v", got)
	}
}

const (
	askedNot = "Please do not call the office before noon."
	toShop   = "Please do not call the shop before noon."
	asked    = "Please call the office before noon."
)

func TestTheSameLineIsMergedOnlyWhereWordsAreAccepted(t *testing.T) {
	d := texts(t, askedNot, toShop, asked)
	d.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions("text")
	d.shows("Cake", asked)
	d.run("conflict", "resolve", "Groceries", "eggs", "--words").is(cli.Misuse)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--words").prints("eggs: update 3\n")
	d.shows("Cake", "Please call the shop before noon.")
}

func TestDifferentLinesAreMergedWithoutAsking(t *testing.T) {
	d := texts(t, "apples\nbread\nmilk\n", "apples\nrye bread\nmilk\n", "red apples\nbread\nmilk\n")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge").prints("eggs: update 3\n")
	d.shows("Cake", "red apples\nrye bread\nmilk\n")
}

func TestBothAreTakenInTheirOrder(t *testing.T) {
	for order, want := range map[string]string{"A,B": "apples\nbread\neggs\ncheese", "B,A": "apples\nbread\ncheese\neggs"} {
		d := texts(t, "apples\nbread", "apples\nbread\ncheese", "apples\nbread\neggs")
		d.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions("text")
		d.ok("conflict", "resolve", "Groceries", "eggs", "--both", order).prints("eggs: update 3\n")
		d.shows("Cake", want)
	}
	d := clashing(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--both", "A,B").is(cli.Failed).mentions("title")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--both", "A,B", "--from", "title=B")
	d.shows("Ten eggs", "white ones")
	for _, wrong := range []string{"A", "A,A", "A,Z"} {
		clashing(t).run("conflict", "resolve", "Groceries", "eggs", "--both", wrong).is(cli.Misuse)
	}
}

// A third version that changed the same place is not dropped unsaid: it has to be named, too.
func TestBothNamesAllThatChangedThePlace(t *testing.T) {
	three := func() *desk {
		d := texts(t, "apples\n", "apples\nbread\n", "apples\neggs\n")
		d.reads("Groceries", "watch", feedOf(versionOf("eggs", saying("Cake", "apples\ncheese\n"), "watch", 20))).is(cli.Attention)
		return d
	}
	d := three()
	d.run("conflict", "resolve", "Groceries", "eggs", "--both", "A,B").is(cli.Misuse).mentions("--both: C changed text, too")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--both", "A,B,C")
	d.shows("Cake", "apples\neggs\nbread\ncheese\n")
	d = three()
	d.run("conflict", "resolve", "Groceries", "eggs", "--both", "A,B", "--only", "1").is(cli.Attention)
	d.shows("Cake", "apples\neggs\nbread\n")
}

// What a resolution leaves out is said, and shown before by --dry-run.
func TestWhatAResolutionDropsIsSaid(t *testing.T) {
	const drops = "dropped: B: title Ten eggs"
	d := clashing(t)
	if out := d.ok("conflict", "resolve", "Groceries", "eggs", "--keep", "--dry-run").out; !strings.Contains(out, "\nDrops B: title Ten eggs.\n") {
		t.Errorf("what would be dropped is not said in\n%s", out)
	}
	got := parse[struct {
		Dropped []struct{ Version, Field string }
	}](d.ok("conflict", "resolve", "Groceries", "eggs", "--keep", "--dry-run", "--json"))
	if len(got.Dropped) != 1 || got.Dropped[0].Version != "B" || got.Dropped[0].Field != "title" {
		t.Errorf("got %+v", got)
	}
	d.ok("conflict", "resolve", "Groceries", "eggs", "--keep").prints("eggs: update 3\n").stderr(drops + "\n")
	clashing(t).ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--from", "title=A").stderr(drops + "\n")
	texts(t, "a\n", "a\nb\n", "c\na\n").ok("conflict", "resolve", "Groceries", "eggs", "--merge").stderr("")
}

// A suggestion is shown before it is accepted, of a moved paragraph as well.
func TestASuggestionIsShownAndAccepted(t *testing.T) {
	d := texts(t, askedNot, toShop, asked)
	if out := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(out, "\nWith --words:\n  text: Please call the shop before noon.\n") {
		t.Errorf("no suggestion in\n%s", out)
	}
	moved := texts(t, "first line\nsecond one\nthird\n", "second one\nthird\nfirst line\n", "first line, edited\nsecond one\nthird\n")
	out := moved.ok("conflict", "show", "Groceries", "eggs").out
	if !strings.Contains(out, "\nWith --words:\n  text: first line, edited\n") || !strings.Contains(out, " --merge --words\n") {
		t.Errorf("no suggestion in\n%s", out)
	}
	got := parse[struct{ Suggestions map[string]string }](moved.ok("conflict", "show", "Groceries", "eggs", "--json"))
	const want = "second one\nthird\nfirst line, edited\n"
	if len(got.Suggestions) != 1 || got.Suggestions["text"] != want {
		t.Errorf("got %q", got.Suggestions)
	}
	moved.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions("text")
	moved.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--words").prints("eggs: update 3\n").stderr("")
	moved.shows("Cake", want)
}

func TestTheOriginalIsTaken(t *testing.T) {
	d := clashing(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--original").prints("eggs: update 3\n")
	d.shows("Eggs", "brown ones")
	disputed(t).run("conflict", "resolve", "Groceries", "eggs", "--original").is(cli.Failed)
	clashing(t).run("conflict", "resolve", "Groceries", "eggs", "--original", "--merge").is(cli.Misuse)
}

func TestEachFieldIsMergedSuggestedOrOpen(t *testing.T) {
	for name, c := range map[string]struct {
		desk *desk
		want map[string]string
	}{
		"different fields": {parted(t), map[string]string{"title": "merged", "text": "merged"}},
		"the same line":    {texts(t, askedNot, toShop, asked), map[string]string{"title": "merged", "text": "suggested"}},
		"added by both":    {texts(t, "a\n", "a\nb\n", "a\nc\n"), map[string]string{"title": "merged", "text": "open"}},
		"moved and edited": {texts(t, "first line\nsecond one\nthird\n", "second one\nthird\nfirst line\n", "first line, edited\nsecond one\nthird\n"), map[string]string{"title": "merged", "text": "suggested"}},
		"the same words":   {clashing(t), map[string]string{"title": "open", "text": "merged"}},
	} {
		got := parse[struct{ States, Reasons map[string]string }](c.desk.ok("conflict", "show", "Groceries", "eggs", "--json"))
		if !reflect.DeepEqual(got.States, c.want) {
			t.Errorf("%s: got %v, want %v", name, got.States, c.want)
		}
		shown := c.desk.ok("conflict", "show", "Groceries", "eggs").out
		for field := range got.Reasons {
			if !strings.Contains(shown, "\n"+field+": "+c.want[field]+": ") {
				t.Errorf("%s: that %s is %s is not said in\n%s", name, field, c.want[field], shown)
			}
		}
	}
}

// A paragraph that one version moved and another edited is reported as such, and a bulk rule
// leaves it in the text once.
func TestAMovedAndEditedParagraphIsSaidToBeSoAndResolvedOnce(t *testing.T) {
	const base, edited = "the first paragraph\na second one\nand the third\n", "the first paragraph, edited\na second one\nand the third\n"
	const moved = "a second one\nand the third\nthe first paragraph\n"
	for name, c := range map[string]struct{ tablet, laptop, want, newest string }{
		"moved":              {moved, edited, "Moved by B, edited by A.", edited},
		"edited by both":     {strings.Replace(moved, "paragraph", "paragraph, by B", 1), edited, "Moved and edited by both.", edited},
		"B added next to it": {moved + "tablet adds this\n", edited, "Moved by B, edited by A.", edited + "tablet adds this\n"},
		"A added there":      {moved, edited + "laptop adds this\n", "Moved by B, edited by A.", edited + "laptop adds this\n"},
	} {
		d := texts(t, base, c.tablet, c.laptop)
		if got := d.ok("conflict", "show", "Groceries", "eggs").out; !strings.Contains(got, ": choose\n  "+c.want+"\n") {
			t.Errorf("%s: %q is not in\n%s", name, c.want, got)
		}
		d.run("conflict", "resolve", "Groceries", "eggs", "--both", "A,B").is(cli.Failed)
		d.ok("conflict", "resolve", "--all", "--rule", "merge-newest")
		if got := parse[struct{ Fields map[string]string }](d.ok("item", "show", "Groceries", "eggs", "--json")).Fields["text"]; got != c.newest {
			t.Errorf("%s: the text is %q, want %q", name, got, c.newest)
		}
	}
}

// The newest version does not decide about a paragraph that one version moved and another
// edited: a rule that takes its lines at the new position would lose the paragraph.
func TestAMovedParagraphThatARuleWouldLoseIsLeft(t *testing.T) {
	const base = "the first paragraph\na second one\nand the third\n"
	d := texts(t, base, "a second one\nand the third\nthe first paragraph\n", base+"laptop adds this\n")
	d.reads("Groceries", "kitchen", feedOf(versionOf("eggs", saying("Cake", "the first paragraph, edited\na second one\nand the third\n"), "kitchen", 20))).is(cli.Attention)
	d.run("conflict", "resolve", "--all", "--rule", "merge-newest").is(cli.Attention)
	if got := d.open(); !slices.Equal(got, []string{"eggs"}) {
		t.Errorf("%v are to resolve", got)
	}
}

// texts returns a desk whose item has a long text by phone, changed by tablet and laptop;
// laptop's wins.
func texts(t *testing.T, base, tablet, laptop string) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Cake", base), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Cake", tablet), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Cake", laptop), "laptop", 22))).is(cli.Attention)
	return d
}

const cake = "Take the flour.\n\nBreak four eggs.\n\nStir for a minute.\n\nBake it.\n"

// whisked returns a desk where the changes of the first and the last line merge, and the eggs
// are a conflict.
func whisked(t *testing.T) *desk {
	t.Helper()
	return texts(t, cake,
		strings.NewReplacer("the flour", "some flour", "Break four eggs.", "Break five eggs.").Replace(cake),
		strings.NewReplacer("Break four eggs.", "Whisk six eggs.", "Bake it.", "Bake it for an hour.").Replace(cake))
}

func TestALongTextIsComparedStretchByStretch(t *testing.T) {
	d := whisked(t)
	d.ok("conflict", "show", "Groceries", "eggs").prints(`Cake: 2 conflicting versions
Original: phone, 2005-05-20 09:43, 4 days ago.

[-] A·1  laptop, 2005-05-22 09:43, 2 days ago, current version
[x] B·2  tablet, 2005-05-21 09:43, 3 days ago

text: open: A and B changed it differently: choose
  Original → A·1
      Take the flour.

    - [Break four] eggs.
    + [Whisk six] eggs.

      Stir for a minute.

    - Bake it.
    + Bake it[ for an hour].
  Original → B·2
    - Take [the] flour.
    + Take [some] flour.

    - Break [four] eggs.
    + Break [five] eggs.

      … 3 lines are the same
  RESULT  choose…

1 field is the same in all: title

Saves the result as update 3. The other version stays in the history.
Still to choose: text.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --original
crossfeed conflict resolve "Groceries" eggs --merge --from text=A
crossfeed conflict resolve "Groceries" eggs --both A,B
`)
}

func TestOfALongTextOnlyWhatDiffersIsCompared(t *testing.T) {
	d := whisked(t)
	d.ok("item", "compare", "Groceries", "eggs", "1", "2").prints(`-  version 1  2005-05-20T09:43:33Z by phone
+  version 2  2005-05-21T09:43:33Z by tablet

text
  - Take [the] flour.
  + Take [some] flour.

  - Break [four] eggs.
  + Break [five] eggs.

    … 3 lines are the same
`)
}
