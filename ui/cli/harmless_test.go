package cli_test

import (
	"strings"
	"testing"
	"unicode"

	"crossfeed/ui/cli"
)

// What stands in feeds commands no terminal, and turns no line round, whatever
// shows it.
func TestNothingThatIsReadCommandsTheTerminal(t *testing.T) {
	const command, turn, end = "&#x9b;31m", "&#x200f;&#x2066;&#x202e;", "&#x2028;"
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	id := "eggs" + command
	d.reads("Groceries", "phone", feedOf(versionOf(id, saying("Eggs", "brown"), "phone", 0)))
	d.reads("Groceries", "tablet", feedOf(versionOf(id, saying("Eggs"+turn+command, "brown"+end+turn), "tab"+command+turn+"let", 21)))
	d.reads("Groceries", "laptop", feedOf(versionOf(id, saying("Eggs ×12"+turn, "white"+command), "lap"+turn+"top", 22))).is(cli.Attention)
	read := "eggs\u009b31m"
	for _, args := range [][]string{
		{"conflict", "list"}, {"conflict", "show", "Groceries", read}, {"conflict", "resolve", "--all", "--rule", "keep", "--dry-run"},
		{"item", "history", "Groceries", read}, {"item", "compare", "Groceries", read, "1", "2"}, {"device", "list"},
		{"conflict", "resolve", "Groceries", read, "--keep"}, {"item", "show", "Groceries", read}, {"item", "list", "Groceries"}, {"item", "list", "Groceries", "--json"},
		{"item", "show", "Groceries", read, "--json"}, {"conflict", "log"}, {"conflict", "log", "--markdown"}, {"conflict", "undo"},
	} {
		r := d.ok(args...)
		for _, c := range r.out + r.err {
			if unicode.IsControl(c) && !strings.ContainsRune("\n\t", c) || unicode.In(c, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Bidi_Control, c) {
				t.Errorf("%q lets %U through:\n%q", args, c, r.out+r.err)
				break
			}
		}
	}
}
