package cli_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// types has a person type lines.
func (d *desk) types(lines ...string) *desk {
	d.env.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	return d
}

func TestAnItemIsSettledInTheTerminal(t *testing.T) {
	d := clashing(t)
	r := d.types("title 2", "text = green ones", "save").ok("conflict", "resolve", "Groceries", "eggs", "--interactive")
	for _, part := range []string{"Eggs ×12: changed in 2 places\n", "Original: phone, 2005-05-20 09:43", "B·2"} {
		if !strings.Contains(r.out, part) {
			t.Errorf("printed\n%s\nwithout %q", r.out, part)
		}
	}
	d.shows("Ten eggs", "green ones")
}

func TestAPersonIsNotAskedInMachineReadableForm(t *testing.T) {
	d := clashing(t)
	d.types("title 2", "save").run("conflict", "resolve", "Groceries", "eggs", "--interactive", "--json").is(cli.Misuse).prints("")
}

func TestWhatIsPutOffInTheTerminalStaysToSettle(t *testing.T) {
	d := clashing(t)
	d.types("later").run("conflict", "resolve", "Groceries", "eggs", "-i").is(cli.Attention).mentions("1 left to settle\n")
	d.types("nonsense").run("conflict", "resolve", "Groceries", "eggs", "-i").is(cli.Attention)
	if got := d.open(); !slices.Equal(got, []string{"eggs"}) {
		t.Errorf("%v are to settle", got)
	}
}

func TestManyAreSettledInTheTerminalOneAfterTheOther(t *testing.T) {
	d := many(t)
	d.types("1", "save", "proposal", "quit").run("conflict", "resolve", "-i").is(cli.Attention)
	if got := d.open(); !slices.Equal(got, []string{"open"}) {
		t.Errorf("%v are to settle", got)
	}
	d.types("1", "save", "proposal").ok("conflict", "resolve", "Groceries", "--interactive")
	d.ok("conflict", "resolve", "--interactive").prints("").says("no conflicts\n")
}

func TestADateInWordsAndAnEditorWorkInTheTerminal(t *testing.T) {
	d := contending(t, "todo", bins)
	d.env.Getenv = func(name string) string { return map[string]string{"EDITOR": "ed -w"}[name] }
	var words []string
	d.env.Execute = func(_ context.Context, name string, args ...string) error {
		words = append([]string{name}, args[:len(args)-1]...)
		return os.WriteFile(args[len(args)-1], []byte("from the editor"), 0o600)
	}
	d.types("1", "due = tomorrow", "editor text", "save").ok("conflict", "resolve", "Shared", "bins", "-i")
	if got := d.fieldsOf("Shared", "bins"); got["due"] != "2005-05-25" || got["text"] != "from the editor" || !slices.Equal(words, []string{"ed", "-w"}) {
		t.Errorf("the todo is %v, the editor was %v", got, words)
	}
}

func TestTheTerminalNeedsSomebody(t *testing.T) {
	d := clashing(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--interactive").is(cli.Misuse).prints("")
	d.types("save")
	for name, args := range map[string][]string{
		"a decision beside it": {"Groceries", "eggs", "-i", "--keep"},
		"a dry run":            {"Groceries", "eggs", "-i", "--dry-run"},
		"too many names":       {"Groceries", "eggs", "milk", "-i"},
	} {
		t.Run(name, func(t *testing.T) {
			d.t = t
			d.run(append([]string{"conflict", "resolve"}, args...)...).is(cli.Misuse).prints("")
		})
	}
	d.t = t
	d.run("conflict", "resolve", "Groceries", "milk", "-i").is(cli.Failed).prints("")
}

// TestAnotherProgramSettles runs one: git merges three files by lines.
func TestAnotherProgramSettles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	d := parted(t)
	d.env.Execute = func(ctx context.Context, name string, args ...string) error {
		return exec.CommandContext(ctx, name, args...).Run()
	}
	d.ok("conflict", "open", "Groceries", "eggs", "--yes", "--with",
		`sh -c 'git merge-file -p "$1" "$2" "$3" >"$4.new" && echo more >>"$4.new" && mv "$4.new" "$4"' merge $A $BASE $B $RESULT`)
	d.shows("Eggs ×12", "white ones\nmore")
	missing := clashing(t)
	missing.env.Execute = d.env.Execute
	missing.run("conflict", "open", "Groceries", "eggs", "--yes", "--with", "crossfeed-no-such-tool").is(cli.Failed).mentions("nothing was saved", "not found")
}
