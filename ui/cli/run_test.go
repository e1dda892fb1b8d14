package cli_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/cli"
)

func TestWrongUseIsState2(t *testing.T) {
	d := newDesk(t)
	feed := d.put("a.xml", eggs)
	for name, args := range map[string][]string{
		"no such command":        {"frobnicate"},
		"a command to come":      {"serve", "Groceries"},
		"half a command":         {"feed"},
		"no such flag":           {"version", "--loud"},
		"an argument missing":    {"feed", "merge", feed},
		"an argument too many":   {"version", "1"},
		"no such kind":           {"list", "create", "Groceries", "--kind", "wish"},
		"a bad time":             {"version", "--now", "yesterday"},
		"a bad endpoint":         {"version", "--endpoint", "my desk"},
		"no field":               {"item", "add", "Groceries"},
		"no such field":          {"item", "add", "Groceries", "--field", "colour=brown"},
		"a field without value":  {"item", "add", "Groceries", "--field", "title"},
		"a field twice":          {"item", "add", "Groceries", "--field", "title=a", "--title", "b"},
		"a field twice, in full": {"item", "add", "Groceries", "--field", "title=a", "--field", "title=b"},
		"no decision":            {"conflict", "resolve", "Groceries", "eggs"},
		"two decisions":          {"conflict", "resolve", "Groceries", "eggs", "--keep", "--take", "1"},
		"a bad duration":         {"sync", "--every", "soon"},
		"time going back":        {"sync", "--every", "-1m"},
	} {
		t.Run(name, func(t *testing.T) {
			r := d.bare(args...).is(cli.Misuse).prints("")
			if !strings.HasPrefix(r.err, "crossfeed: ") {
				t.Errorf("said %q, want a reason", r.err)
			}
		})
	}
}

func TestTheVersionIsPrinted(t *testing.T) {
	d := newDesk(t)
	for _, args := range [][]string{
		{"version"}, {"--version"}, {"--verbose", "--version"}, {"list", "--version"}, {"item", "list", "--version"},
		{"--data", t.TempDir(), "item", "add", "Groceries", "--title", "x", "--version"}, {"--version", "item", "restore"},
	} {
		d.bare(args...).is(cli.Done).stderr("").prints("crossfeed " + cli.Version + "\n")
	}
	for _, args := range [][]string{{"--version", "--json"}, {"--json", "--version"}, {"list", "ls", "--json", "--version"}} {
		d.bare(args...).is(cli.Done).prints("{\n  \"version\": \"" + cli.Version + "\"\n}\n")
	}
	d.bare("item", "restore", "Groceries", "eggs", "--version").is(cli.Misuse)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--title", "--version")
	if r := d.ok("item", "list", "Groceries"); !strings.Contains(r.out, "--version") {
		t.Errorf("a title that looks like a flag is missing:\n%s", r.out)
	}
}

func TestHelpIsPrintedAndIsNoError(t *testing.T) {
	d := newDesk(t)
	for _, args := range [][]string{{"--help"}, {"feed", "--help"}, {"feed", "merge", "-h"}} {
		if r := d.bare(args...).is(cli.Done).stderr(""); !strings.HasPrefix(r.out, "Usage: crossfeed") {
			t.Errorf("%v printed %q", args, r.out)
		}
	}
	for _, group := range []string{"feed", "list", "item", "subscription", "publish", "sync", "conflict", "review", "device"} {
		if r := d.bare(group, "--help").is(cli.Done); !strings.Contains(r.out, "Example:\n\n    crossfeed "+group) {
			t.Errorf("the help on %s has no example:\n%s", group, r.out)
		}
	}
}

func TestVersion(t *testing.T) {
	d := newDesk(t)
	d.bare("version").is(cli.Done).prints("crossfeed " + cli.Version + "\n")
	d.bare("version", "--json").is(cli.Done).prints("{\n  \"version\": \"" + cli.Version + "\"\n}\n")
}

func TestFieldsAreListedWithTheirKindsAndTypes(t *testing.T) {
	d := newDesk(t)
	type field struct {
		Name, Type string
		Kinds      []string
	}
	got := map[string]field{}
	for _, f := range parse[[]field](d.bare("fields", "--json").is(cli.Done)) {
		got[f.Name] = f
	}
	for name, want := range map[string]string{
		"title": "string todo outline note", "note": "string outline", "xmlUrl": "string outline", "text": "string todo contact note", "done": "boolean todo", "due": "string todo",
		"priority": "number todo", "order": "number todo", "tags": "array of strings todo contact", "parent": "string todo",
		"name": "string contact", "phones": "array of strings contact", "birthday": "string contact", "picture": "string contact",
	} {
		if is := got[name].Type + " " + strings.Join(got[name].Kinds, " "); is != want {
			t.Errorf("%s is %q, want %q", name, is, want)
		}
	}
	if out := d.bare("fields").is(cli.Done).out; !strings.Contains(out, "done          todo                 boolean\n") {
		t.Errorf("printed\n%s", out)
	}
}

func TestWithoutACommandTheWindowOpens(t *testing.T) {
	d := newDesk(t)
	var endpoint, dir string
	d.env.Window = func(_ context.Context, e *engine.Engine, o cli.WindowOptions) error {
		endpoint, dir = e.Device.ID(), o.Dir
		if o.Opens != "" || o.Crashed != "" {
			t.Errorf("it begins with %+v", o)
		}
		return nil
	}
	d.ok().prints("").stderr("")
	if endpoint != "desk" || dir != d.file("data") {
		t.Errorf("the window was opened for %q in %q", endpoint, dir)
	}
	d.env.Window = func(context.Context, *engine.Engine, cli.WindowOptions) error { return errors.New("no display") }
	d.run().is(cli.Failed).stderr("crossfeed: no display\n")
}

// What somebody opens on the desktop is shown in the window.
func TestWhatTheDesktopOpensIsShownInTheWindow(t *testing.T) {
	d := newDesk(t)
	var opened string
	d.env.Window = func(_ context.Context, _ *engine.Engine, o cli.WindowOptions) error {
		opened = o.Opens
		return nil
	}
	file := d.put("Groceries.CROSSFEED", "Crossfeed invitation")
	outline := d.put("plans.opml", "<opml/>")
	for given, want := range map[string]string{
		"crossfeed://invite?a=x&v=1": "crossfeed://invite?a=x&v=1", "feed:https://example.com/a.xml": "feed:https://example.com/a.xml",
		file: file, "file://" + file: file, outline: outline, d.put("all.ics", ""): d.file("all.ics"), d.put("all.vcf", ""): d.file("all.vcf"),
	} {
		if d.ok(given); opened != want {
			t.Errorf("%s opens %q, want %q", given, opened, want)
		}
	}
	d.run(d.file("gone.crossfeed")).is(cli.Failed).mentions("gone.crossfeed")
	d.run("invit").is(cli.Misuse).mentions(`did you mean "invite"?`)
}

func TestABuildWithoutAWindowSaysSo(t *testing.T) {
	newDesk(t).run().is(cli.Misuse).stderr(
		"crossfeed: this build has no window, so it needs a command; see crossfeed --help\n")
}

func TestTheUsersDataFolder(t *testing.T) {
	home := t.TempDir()
	for _, c := range []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", map[string]string{"HOME": home}, filepath.Join(home, ".local/share/crossfeed")},
		{"linux", map[string]string{"HOME": home, "XDG_DATA_HOME": "/data"}, "/data/crossfeed"},
		{"linux", map[string]string{"HOME": home, "XDG_DATA_HOME": "relative"}, filepath.Join(home, ".local/share/crossfeed")},
		{"darwin", map[string]string{"HOME": home, "XDG_DATA_HOME": "/data"}, filepath.Join(home, "Library/Application Support/crossfeed")},
		{"windows", map[string]string{"HOME": home, "AppData": "/roaming"}, "/roaming/crossfeed"},
	} {
		d := newDesk(t)
		opened := ""
		d.env.GOOS, d.env.Getenv = c.goos, func(name string) string { return c.env[name] }
		d.env.Open = func(_ context.Context, dir string) (store.Store, error) {
			opened = dir
			return nil, errors.New("seen")
		}
		d.bare("list", "ls").is(cli.Failed)
		if opened != c.want {
			t.Errorf("%s with %v: opened %s, want %s", c.goos, c.env, opened, c.want)
		}
	}
	newDesk(t).bare("list", "ls").is(cli.Failed).stderr(
		"crossfeed: no data folder: HOME is not set; choose a folder with --data DIR\n")
}

// TestColumnsOfWideCharacters checks that a double-width character counts as two columns, and
// a combining mark as none.
func TestColumnsOfWideCharacters(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "買い物")
	d.ok("list", "create", "Ausfluge\u0308")
	d.ok("list", "create", "🧑‍🌾 Garden")
	d.ok("list", "ls").prints("" +
		"LIST       KIND  ITEMS  CONFLICTS  DELETED  PUBLISHED AT\n" +
		"Ausfluge\u0308   note  0      0          0\n" +
		"買い物     note  0      0          0\n" +
		"🧑‍🌾 Garden  note  0      0          0\n")
}
