package cli_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// The scripts complete what the commands have, as bash sees it.
func TestBashCompletesCommandsAndFlags(t *testing.T) {
	d := newDesk(t)
	script := d.put("completion", d.bare("completion", "bash").is(cli.Done).out)
	for typed, want := range map[string][]string{
		"crossfeed fee":                              {"feed"},
		"crossfeed list re":                          {"rename"},
		"crossfeed list create --k":                  {"--kind"},
		"crossfeed list create Home --kind todo --f": {"--format"},
		"crossfeed item list Home --du":              {"--due-after", "--due-before"},
		"crossfeed windo":                            nil, // hidden
	} {
		words := strings.Split(typed, " ")
		ask := `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _crossfeed; echo "${COMPREPLY[@]}"`
		out, err := exec.Command("bash", append([]string{"-c", ask, "bash", script}, words...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if got := strings.Fields(string(out)); !slices.Equal(got, want) {
			t.Errorf("%q is completed by %q, want %q", typed, got, want)
		}
	}
}

func TestEachShellHasAScript(t *testing.T) {
	d := newDesk(t)
	for shell, want := range map[string]string{
		"bash": "      ' list') words='",
		"zsh":  "    ' list create') found=(",
		"fish": `complete -c crossfeed -n '__crossfeed_at \' list\'' -a rename -d 'Rename a list.'`,
	} {
		if script := d.bare("completion", shell).is(cli.Done).out; !strings.Contains(script, want) {
			t.Errorf("the script of %s has no %s", shell, want)
		}
	}
	d.bare("completion", "tcsh").is(cli.Misuse).mentions("bash", "zsh", "fish")
}

func TestTheManualHasEveryCommand(t *testing.T) {
	d := newDesk(t)
	page := d.bare("manual").is(cli.Done).out
	for _, want := range []string{
		".TH CROSSFEED 1", `.SS "list create <name> [flags]"`, `.B \-\-kind="note"`, `.SS "conflict resolve`, ".SH EXIT STATUS\n0 success;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the manual has no %q", want)
		}
	}
}
