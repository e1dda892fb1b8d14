package cli_test

import (
	"os/exec"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// A person copies the command that settles an item into a shell. Whatever an
// identifier or the name of a list has in it, the shell hands it on as it is.
func TestACommandToCopyCommandsNothingElse(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell here")
	}
	for _, c := range []struct{ set, id string }{
		{"Groceries", "eggs"}, {"To do", "a:b/c.d-e@f"}, {"A $(echo x) list", "a;echo x"}, {"`echo x`", "$(echo x)"},
		{`back\slash "quoted"`, "it's"}, {"Ärger!", "Käse `echo x`"},
	} {
		d := newDesk(t)
		d.ok("set", "new", c.set)
		id := strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(c.id)
		d.reads(c.set, "tablet", feedOf(strings.Replace(versionOf("ID", saying("Eggs", ""), "tablet", 21), `id="ID"`, `id="`+id+`"`, 1)))
		d.reads(c.set, "laptop", feedOf(strings.Replace(versionOf("ID", saying("Eggs ×12", ""), "laptop", 22), `id="ID"`, `id="`+id+`"`, 1))).is(cli.Attention)
		shown := d.ok("conflict", "show", c.set, c.id).out
		at := strings.Index(shown, "crossfeed conflict resolve ")
		if at < 0 {
			t.Fatalf("no command in\n%s", shown)
		}
		line, _, _ := strings.Cut(shown[at:], " --keep")
		out, err := exec.CommandContext(t.Context(), shell, "-c", `crossfeed() { printf '%s\n' "$@"; }; `+line).CombinedOutput()
		if want := "conflict\nresolve\n" + c.set + "\n" + c.id + "\n"; err != nil || string(out) != want {
			t.Errorf("%s: the shell hands on\n%s%v\nwant\n%s", line, out, err, want)
		}
	}
}
