package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// texts is a desk whose item has a long text that phone wrote, and that tablet
// and laptop changed; laptop's wins.
func texts(t *testing.T, base, tablet, laptop string) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Cake", base), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Cake", tablet), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Cake", laptop), "laptop", 22))).is(cli.Attention)
	return d
}

const cake = "Take the flour.\n\nBreak four eggs.\n\nStir for a minute.\n\nBake it.\n"

// whisked is a desk of which the first and the last line are joined, and the eggs
// are to choose.
func whisked(t *testing.T) *desk {
	t.Helper()
	return texts(t, cake,
		strings.NewReplacer("the flour", "some flour", "Break four eggs.", "Break five eggs.").Replace(cake),
		strings.NewReplacer("Break four eggs.", "Whisk six eggs.", "Bake it.", "Bake it for an hour.").Replace(cake))
}

func TestOnlyTheStretchThatIsOpenIsMarkedInTheDraft(t *testing.T) {
	d := whisked(t)
	tool := d.plays(replaces("<<<<<<< A·1\nWhisk six eggs.\n======= B·2\nBreak five eggs.\n>>>>>>> choose\n", "Whisk five eggs.\n"))
	d.ok("conflict", "open", "Groceries", "eggs", "--with", "meld", "--yes")
	const want = "=== title ===\nCake\n\n=== text ===\nTake some flour.\n\n<<<<<<< A·1\nWhisk six eggs.\n======= B·2\nBreak five eggs.\n>>>>>>> choose\n\nStir for a minute.\n\nBake it for an hour.\n\n"
	if tool.files["result.txt"] != want {
		t.Errorf("result.txt holds\n%s\nwant\n%s", tool.files["result.txt"], want)
	}
	d.shows("Cake", "Take some flour.\n\nWhisk five eggs.\n\nStir for a minute.\n\nBake it for an hour.\n")
}

func TestATextWithoutALastLineEndKeepsHavingNone(t *testing.T) {
	d := texts(t, "one", "two", "three")
	tool := d.plays(replaces("<<<<<<< A·1\nthree\n======= B·2\ntwo\n>>>>>>> choose\n", "two\n"))
	d.ok("conflict", "open", "Groceries", "eggs", "--with", "meld", "--yes")
	if want := "<<<<<<< A·1\nthree\n======= B·2\ntwo\n>>>>>>> choose\n"; !strings.HasSuffix(tool.files["result.txt"], want) {
		t.Errorf("result.txt holds\n%s", tool.files["result.txt"])
	}
	d.shows("Cake", "two")
}

func TestALineEndThatAnEditorPutsAtTheEndIsNoChange(t *testing.T) {
	for _, end := range []string{"", "\n", "\n\n", "\r\n"} {
		d := texts(t, "one\n", "two\n", "three")
		d.plays(leaves("=== title ===\nCake\n\n=== text ===\ntwo" + end))
		d.ok("conflict", "open", "Groceries", "eggs", "--with", "kdiff3", "--yes")
		d.shows("Cake", "two\n")
	}
}

func TestMarksThatStandInATextAreToldFromThoseAroundIt(t *testing.T) {
	d := texts(t, "one", "&lt;&lt;&lt;&lt;&lt;&lt;&lt; A·1", "three")
	tool := d.plays(replaces("<<<<<<<< A·1\nthree\n======== B·2\n<<<<<<< A·1\n>>>>>>>> choose", "<<<<<<< A·1"))
	d.ok("conflict", "open", "Groceries", "eggs", "--with", "meld", "--yes")
	if !strings.Contains(tool.files["result.txt"], "<<<<<<<< A·1\nthree\n") {
		t.Errorf("result.txt holds\n%s", tool.files["result.txt"])
	}
	d.shows("Cake", "<<<<<<< A·1")
}

func TestTheFileOfAVersionIsThatVersion(t *testing.T) {
	for letter, text := range map[string]string{"A": "three\n\n", "B": " two \n=== title ===\n"} {
		d := texts(t, "one", " two \n=== title ===\n", "three\n\n")
		tool := d.plays(nil)
		d.run("conflict", "open", "Groceries", "eggs", "--with", "kdiff3", "--yes").is(cli.Failed)
		d.ok("conflict", "open", "Groceries", "eggs", "--result", d.put("result.txt", tool.files[letter+".txt"]), "--yes")
		d.shows("Cake", text)
	}
}

func TestALongTextIsComparedStretchByStretch(t *testing.T) {
	d := whisked(t)
	d.ok("conflict", "show", "Groceries", "eggs").prints(`Cake: changed in 2 places
Original: phone, 2005-05-20 09:43, 4 days ago.

[-] A·1  laptop, 2005-05-22 09:43, 2 days ago, the winner
[x] B·2  tablet, 2005-05-21 09:43, 3 days ago

text: A and B changed it differently: choose
  base → A·1
      Take the flour.

    - [Break four] eggs.
    + [Whisk six] eggs.

      Stir for a minute.

    - Bake it.
    + Bake it[ for an hour].
  base → B·2
    - Take [the] flour.
    + Take [some] flour.

    - Break [four] eggs.
    + Break [five] eggs.

      … 3 lines are the same
  RESULT  choose…

1 field is the same in all: title

Saves update 3. 1 version goes into the history, none stays open.
To choose before: text.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --merge --from text=A
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
