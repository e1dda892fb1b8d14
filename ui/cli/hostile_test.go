package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/cli"
)

// hostile are documents that a server can return instead of a feed.
func hostile() map[string]string {
	within := func(head, item string) string {
		return `<?xml version="1.0"?>` + head + `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>x</title>` + item + `</channel></rss>`
	}
	var laughs strings.Builder
	laughs.WriteString(`<!DOCTYPE rss [<!ENTITY a0 "ha">`)
	for n := range 30 {
		fmt.Fprintf(&laughs, `<!ENTITY a%d "%s">`, n+1, strings.Repeat(fmt.Sprintf("&a%d;", n), 10))
	}
	laughs.WriteString("]>")
	return map[string]string{
		"entities that grow":      within(laughs.String(), `<item><title>&a30;</title></item>`),
		"an entity that is read":  within(`<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>`, `<item><title>&f;</title></item>`),
		"a document type":         within(`<!DOCTYPE rss SYSTEM "http://example.com/rss.dtd">`, `<item><title>&nothing;</title></item>`),
		"elements in elements":    within("", `<item>`+strings.Repeat("<a>", 100_000)+strings.Repeat("</a>", 100_000)+`</item>`),
		"elements without an end": within("", `<item>`+strings.Repeat("<a>", 100_000)),
		"an attribute twice":      within("", `<item a="1" a="2"/>`),
		"attributes":              within("", `<item `+strings.Repeat("x", 1_000_000)+`="1"/>`),
		"half of a feed":          within("", sharedItem("milk"))[:200],
		"bytes":                   "\x1f\x8b\x08\x00\x00\xff\x00",
		"NUL":                     within("", "<item><title>\x00</title></item>"),
		"another encoding":        "\xff\xfe<\x00r\x00s\x00s\x00",
		"an unknown encoding":     `<?xml version="1.0" encoding="EBCDIC-CP-XX"?><rss/>`,
		"a web page":              "<!DOCTYPE html><html><body><script>alert(1)</script></body></html>",
		"nothing":                 "",
		"spaces":                  strings.Repeat(" ", 1_000_000),
	}
}

// TestAHostileFeedIsRefusedAloneAndTheRestGoesOn subscribes a list to a hostile feed and a
// good one.
func TestAHostileFeedIsRefusedAloneAndTheRestGoesOn(t *testing.T) {
	d := newDesk(t)
	file := d.put("theirs.xml", "")
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
	d.ok("publish", "Groceries", d.file("ours.xml"))
	good := d.put("good.xml", feedOf(versionOf("eggs", saying("Eggs", ""), "phone", 0)))
	d.run("subscription", "add", "Groceries", file)
	d.ok("subscription", "add", "Groceries", good)
	d.run("sync")
	for name, document := range hostile() {
		d.put("theirs.xml", document)
		d.ok("item", "edit", "Groceries", "tea", "--title", "Tea against "+name)
		r := d.run("sync", "--whole")
		if said := r.out + r.err; r.state != cli.Attention || !strings.Contains(r.err, "theirs.xml") || len(said) > 3_000 || strings.Contains(said, "root:") {
			t.Errorf("%s: state %d, %.3000s", name, r.state, said)
		}
		if listed := d.ok("item", "list", "Groceries").out; strings.Count(listed, "\n") != 3 || !strings.Contains(listed, "Tea against "+name) {
			t.Errorf("%s: the list is\n%.3000s", name, listed)
		}
		if !strings.Contains(read(t, d.file("ours.xml")), "Tea against "+name) {
			t.Errorf("%s keeps the own feed from being published", name)
		}
	}
}

// TestListsWithHostileNamesStayInTheirFolder publishes lists into a folder, where another
// device finds them.
func TestListsWithHostileNamesStayInTheirFolder(t *testing.T) {
	d, phone := newDesk(t), newDesk(t)
	phone.args[3] = "phone"
	shared := d.file("shared")
	if err := os.Mkdir(shared, 0o700); err != nil {
		t.Fatal(err)
	}
	before, err := filepath.Glob(d.file("*"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{
		"../../up", "..", ".", "/etc/passwd", `C:\Windows\win.ini`, "a/b", "CON", "aux.xml", "nul", "-rf", "~root", "$(id)", "`id`", "; rm *", "a|b", "*?",
		"%2e%2e%2fup", "=2E=2E", ".hidden", "name.", "émile", "\u202efdp", "a\u2028b", "emoji 👩\u200d💻", strings.Repeat("x", 100), "\ufeffmark",
	}

	on := func(d *desk, command string, arguments ...string) string {
		t.Helper()
		return d.bare(slices.Concat(strings.Fields(command), d.args, []string{"--"}, arguments)...).is(cli.Done).out
	}
	published := 0
	for n, name := range names {
		if !testsize.Tries(n, 4) {
			continue
		}
		on(d, "list create", name)
		on(d, "item add --id milk --title Milk", name)
		on(d, "publish", name, shared)
		on(phone, "list create", name)
		on(phone, "subscription add", name, shared)
		on(phone, "sync", name)
		if listed := on(phone, "item list", name); !strings.Contains(listed, "Milk") {
			t.Errorf("%q does not come to the other device:\n%s", name, listed)
		}
		published++
		if files, err := os.ReadDir(shared); err != nil || len(files) != published {
			t.Fatalf("%q: %d files of %d, %v", name, len(files), published, err)
		}
	}
	for _, name := range []string{"", "name ", "e\u0301mile", "CON\t", "a\x00b", "a\nb", strings.Repeat("x", 300)} {
		d.run("list", "create", name).is(cli.Failed)
	}
	if after, err := filepath.Glob(d.file("*")); err != nil || len(after) > len(before)+1 {
		t.Errorf("there are %q, before there were %q, %v", after, before, err)
	}
}

// Text from feeds can neither control a terminal nor reorder a line, in whatever output it
// appears.
func TestNothingThatIsReadCommandsTheTerminal(t *testing.T) {
	const command, turn, end = "&#x9b;31m", "&#x200f;&#x2066;&#x202e;&#x2068;ש&#x2069;", "&#x2028;"
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
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

// A person copies the command that resolves an item into a shell. Whatever an identifier or
// the name of a list contains, the shell passes it on unchanged.
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
		d.ok("list", "create", c.set)
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
