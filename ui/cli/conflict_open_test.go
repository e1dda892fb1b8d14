package cli_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// script is a tool that a test plays: it keeps what it was called with, and what
// stood in the files then.
type script struct {
	words []string
	files map[string]string
	// does works in the folder of the files, nil does nothing.
	does func(dir string) error
}

// plays puts a scripted tool in place of every other program.
func (d *desk) plays(does func(dir string) error) *script {
	d.t.Setenv("TMPDIR", d.dir)
	s := &script{does: does}
	d.env.Execute = func(_ context.Context, name string, args ...string) error {
		s.words, s.files = append([]string{name}, args...), map[string]string{}
		dir := ""
		for i, word := range s.words {
			if filepath.IsAbs(word) && word != os.DevNull {
				dir, s.words[i] = filepath.Dir(word), filepath.Base(word)
			}
		}
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm() != 0o700 {
			d.t.Errorf("the folder: %v, %v; nobody else may read it", info, err)
		}
		all, _ := os.ReadDir(dir)
		for _, f := range all {
			s.files[f.Name()] = read(d.t, filepath.Join(dir, f.Name()))
		}
		if s.does == nil {
			return nil
		}
		return s.does(dir)
	}
	return s
}

// result is a tool that leaves a result.
func leaves(text string) func(string) error {
	return func(dir string) error { return os.WriteFile(filepath.Join(dir, "result.txt"), []byte(text), 0o600) }
}

// replaces is a tool that edits the result.
func replaces(old, with string) func(string) error {
	return func(dir string) error {
		text, err := os.ReadFile(filepath.Join(dir, "result.txt"))
		return errors.Join(err, leaves(strings.ReplaceAll(string(text), old, with))(dir))
	}
}

func TestMeldGetsTheDraftBetweenTheVersions(t *testing.T) {
	d := clashing(t)
	tool := d.plays(replaces("<<<<<<< A·1\nEggs ×12\n======= B·2\nTen eggs\n>>>>>>> choose\n", "Ten eggs\n"))
	d.ok("conflict", "open", "Groceries", "eggs", "--with", "meld", "--yes").prints("eggs: update 3\n").
		says("Saves update 3. 1 version goes into the history, none stays open.\n")
	if want := []string{"meld", "A.txt", "result.txt", "B.txt"}; !slices.Equal(tool.words, want) {
		t.Errorf("ran %v, want %v", tool.words, want)
	}
	for name, want := range map[string]string{
		"A.txt":      "=== title ===\nEggs ×12\n\n=== text ===\nwhite ones\n",
		"B.txt":      "=== title ===\nTen eggs\n\n=== text ===\nbrown ones\n",
		"base.txt":   "=== title ===\nEggs\n\n=== text ===\nbrown ones\n",
		"result.txt": "=== title ===\n<<<<<<< A·1\nEggs ×12\n======= B·2\nTen eggs\n>>>>>>> choose\n\n=== text ===\nwhite ones\n",
	} {
		if tool.files[name] != want {
			t.Errorf("%s holds\n%s\nwant\n%s", name, tool.files[name], want)
		}
	}
	d.shows("Ten eggs", "white ones")
	log := parse[[]struct {
		Fields []struct{ Field, From string }
	}](d.ok("conflict", "log", "--json"))
	if got := log[0].Fields; len(got) != 2 || got[0].From != "B" || got[1].From != "A" {
		t.Errorf("the decision is %+v, want the title from B", got)
	}
}

func TestKDiff3MakesTheResultItself(t *testing.T) {
	d := clashing(t)
	d.ok("device", "name", "Kitchen", "--of", "tablet")
	tool := d.plays(leaves("=== title ===\nTen eggs\n\n=== text ===\nwhite ones, or brown\n"))
	d.ok("conflict", "open", "Groceries", "eggs", "--with", "kdiff3", "--yes")
	want := "kdiff3 base.txt A.txt B.txt --L1 base --L2 A·1 laptop --L3 B·2 Kitchen -o result.txt"
	if _, there := tool.files["result.txt"]; strings.Join(tool.words, " ") != want || there {
		t.Errorf("ran %v, want %s; result.txt there before: %v", tool.words, want, there)
	}
	d.shows("Ten eggs", "white ones, or brown")
}

func TestKDiff3GetsNoBaseThatIsNotKnown(t *testing.T) {
	d := contending(t, "todo", bins)
	tool := d.plays(nil)
	d.run("conflict", "open", "Shared", "bins", "--with", "kdiff3", "--yes").is(cli.Failed).says("crossfeed: kdiff3: nothing was saved: it left the result as it was\n")
	if want := "kdiff3 A.txt B.txt --L1 A·1 laptop --L2 B·2 you -o result.txt"; strings.Join(tool.words, " ") != want {
		t.Errorf("ran %v, want %s", tool.words, want)
	}
	want := "=== title ===\nBins\n\n=== done ===\ntrue 2005-05-22T09:43:33Z\n\n=== due ===\n2005-05-28T18:00\n\n=== priority ===\n1\n\n=== tags ===\nstreet\nhome\n\n=== text ===\n\n"
	if tool.files["B.txt"] != want {
		t.Errorf("B.txt holds\n%s\nwant\n%s", tool.files["B.txt"], want)
	}
}

func TestAnyCommandGetsTheFiles(t *testing.T) {
	for command, want := range map[string]string{
		"vi":                                   "vi result.txt",
		"'my editor' -w":                       "my editor -w result.txt",
		"merge $A $BASE \"$B\" -o $RESULT":     "merge A.txt base.txt B.txt -o result.txt",
		"vimdiff $B $RESULT -c 'set wrap  on'": "vimdiff B.txt result.txt -c set wrap  on",
	} {
		d := clashing(t)
		tool := d.plays(nil)
		d.run("conflict", "open", "Groceries", "eggs", "--with", command, "--yes").is(cli.Failed).mentions("nothing was saved")
		if got := strings.Join(tool.words, " "); want != "" && got != want {
			t.Errorf("%s ran %s, want %s", command, got, want)
		}
	}
}

func TestOtherVersionsStayOpen(t *testing.T) {
	d := disputed(t)
	tool := d.plays(replaces("<<<<<<< A·1\nno\n======= B·2\nno\n======= C·3\nyes\n>>>>>>> choose", "yes"))
	d.run("conflict", "open", "Groceries", "eggs", "--with", "meld", "--versions", "A,C", "--yes").is(cli.Failed).
		mentions("B is not given to the tool, but is settled with the others: it is your own", "title: still to choose", "result.txt --versions A,C\n")
	if got := strings.Join(tool.words, " "); got != "meld A.txt result.txt C.txt" {
		t.Errorf("ran %s", got)
	}
	d = disputed(t)
	d.plays(leaves("=== deleted ===\nno\n=== title ===\nBrown eggs\n=== text ===\nfrom the farm"))
	d.run("conflict", "open", "Groceries", "eggs", "--with", "kdiff3", "--yes").is(cli.Attention).prints("eggs: update 4\n").
		mentions("C is not given to the tool, and stays open: --versions names two others", "eggs: 2 versions to settle")
	d.shows("Brown eggs", "from the farm")
}

func TestADeletionIsChosenInTheTool(t *testing.T) {
	d := disputed(t)
	d.plays(leaves("=== deleted ===\nyes\n=== title ===\n=== text ===\n"))
	d.run("conflict", "open", "Groceries", "eggs", "--with", "kdiff3", "--versions", "A,C", "--yes").is(cli.Done)
	if got := parse[shownItem](d.ok("item", "show", "Groceries", "eggs", "--json")); !got.Deleted {
		t.Errorf("got %+v", got)
	}
}

func TestNothingIsSavedThatCannotBe(t *testing.T) {
	failed := errors.New("exit status 1")
	for name, c := range map[string]struct {
		does func(string) error
		says []string
	}{
		"the tool failed": {func(string) error { return failed }, []string{"meld: nothing was saved: exit status 1"}},
		"the tool failed late": {func(dir string) error { return errors.Join(leaves("=== title ===\nx\n=== text ===\n")(dir), failed) },
			[]string{"meld: nothing was saved: exit status 1", "is kept: "}},
		"left as it was":     {nil, []string{"meld: nothing was saved: it left the result as it was"}},
		"nothing was chosen": {replaces("white", "green"), []string{"line 2: title: still to choose", "is kept: crossfeed conflict open \"Groceries\" eggs --result "}},
		"a field is gone":    {leaves("=== title ===\nx\n"), []string{"line 3: text: its heading === text === is missing", "is kept: crossfeed conflict open \"Groceries\" eggs --result "}},
		"not in UTF-8":       {leaves("=== title ===\n\xff\n=== text ===\n"), []string{"line 2: it is not in UTF-8", "is kept: crossfeed conflict open \"Groceries\" eggs --result "}},
		"the result is gone": {func(dir string) error { return os.Remove(filepath.Join(dir, "result.txt")) }, []string{"it left the result as it was"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := clashing(t)
			d.plays(c.does)
			before := d.ok("item", "show", "Groceries", "eggs", "--json").out
			d.run("conflict", "open", "Groceries", "eggs", "--with", "meld", "--yes").is(cli.Failed).prints("").mentions(c.says...)
			if now := d.ok("item", "show", "Groceries", "eggs", "--json").out; now != before {
				t.Errorf("the item is now\n%s", now)
			}
			kept, _ := filepath.Glob(d.file("crossfeed-*"))
			if (len(kept) > 0) != (len(c.says) > 1) {
				t.Errorf("kept is %v", kept)
			}
		})
	}
}

func TestAValueThatCannotBeIsNamedWithItsLine(t *testing.T) {
	d := contending(t, "todo", bins)
	d.plays(leaves("=== title ===\nBins\n=== done ===\nfalse\n=== due ===\nsome day\n=== priority ===\n1\n=== tags ===\nhome\n=== text ===\n"))
	d.run("conflict", "open", "Shared", "bins", "--with", "kdiff3", "--yes").is(cli.Failed).mentions(`line 5: due: due "some day": not a day`)
}

func TestAResultThatWasKeptIsTakenLater(t *testing.T) {
	d := clashing(t)
	path := d.put("mine.txt", "=== title ===\nTen eggs\n=== text ===\nwhite\n")
	d.ok("conflict", "open", "Groceries", "eggs", "--result", path, "--yes")
	d.shows("Ten eggs", "white")
}

func TestSavingIsAskedFor(t *testing.T) {
	for answer, saved := range map[string]bool{"y\n": true, "Yes\n": true, "n\n": false, "": false, "\n": false} {
		d := clashing(t)
		d.plays(leaves("=== title ===\nTen eggs\n=== text ===\nwhite\n"))
		d.env.Stdin = strings.NewReader(answer)
		r := d.run("conflict", "open", "Groceries", "eggs", "--with", "kdiff3").mentions("Saves update 3.", "Save it? [y/N] ")
		if (r.state == cli.Done) != saved || saved == strings.Contains(r.err, "nothing was saved") {
			t.Errorf("%q: state %d, said %s", answer, r.state, r.err)
		}
	}
	d := clashing(t)
	d.run("conflict", "open", "Groceries", "eggs", "--with", "meld").is(cli.Misuse).mentions("--yes")
	for name, args := range map[string][]string{
		"no tool":        {},
		"two sources":    {"--with", "meld", "--result", "x"},
		"one version":    {"--with", "meld", "--versions", "A"},
		"one twice":      {"--with", "meld", "--versions", "A,A"},
		"a strange one":  {"--with", "meld", "--versions", "A,Z"},
		"an empty tool":  {"--with", " "},
		"no other tools": {"--with", "meld"},
	} {
		t.Run(name, func(t *testing.T) {
			d.t = t
			r := d.run(append([]string{"conflict", "open", "Groceries", "eggs", "--yes"}, args...)...).prints("")
			if r.state != cli.Misuse {
				t.Errorf("the state is %d: %s", r.state, r.err)
			}
		})
	}
}

func TestLineEndsOfAnotherSystemAreNoChange(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Eggs", "one\ntwo\n"), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Ten eggs", "one\ntwo\n"), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Eggs ×12", "one\ntwo\nthree\n"), "laptop", 22))).is(cli.Attention)
	d.plays(func(dir string) error {
		return leaves("=== title ===\r\nTen eggs\r\n\r\n=== text ===\r\none\r\ntwo\r\nthree\r\n\r\n")(dir)
	})
	d.ok("conflict", "open", "Groceries", "eggs", "--with", "meld", "--yes")
	d.shows("Ten eggs", "one\ntwo\nthree\n")
}
