package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// newsboat is a feed reader, with files of its own.
type newsboat struct {
	t   *testing.T
	dir string
}

func newNewsboat(t *testing.T) newsboat {
	t.Helper()
	n := newsboat{t, t.TempDir()}
	for _, name := range []string{"urls", "config"} {
		if err := os.WriteFile(filepath.Join(n.dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func (n newsboat) run(args ...string) string {
	n.t.Helper()
	in := func(name string) string { return filepath.Join(n.dir, name) }
	cmd := exec.Command("newsboat", append([]string{"-u", in("urls"), "-c", in("cache.db"), "-C", in("config")}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+n.dir, "LC_ALL=C.UTF-8")
	out, err := cmd.Output()
	if err != nil {
		n.t.Fatalf("newsboat %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// subscribed are its feeds, each with the folders that it stands in, as a tag.
func (n newsboat) subscribed() []string {
	n.t.Helper()
	lines := strings.Split(strings.TrimSpace(read(n.t, filepath.Join(n.dir, "urls"))), "\n")
	slices.Sort(lines)
	return lines
}

// A list that one feed reader exported goes through Crossfeed into another one, with
// every feed in its folders.
func TestAListOfLifereasGoesThroughCrossfeedIntoNewsboat(t *testing.T) {
	const exported = "../../testdata/opml/liferea.opml"
	d := newDesk(t)
	d.ok("set", "new", "Reading", "--kind", "outline")
	d.ok("import", "Reading", exported)
	ours := d.file("ours.opml")
	d.ok("export", "Reading", ours)
	direct, through := newNewsboat(t), newNewsboat(t)
	direct.run("-i", exported)
	through.run("-i", ours)
	got, want := through.subscribed(), direct.subscribed()
	if !slices.Equal(got, want) || len(got) != 10 {
		t.Errorf("through Crossfeed newsboat has\n%s\nand without it\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What newsboat exports is imported, and a second import changes nothing.
func TestAListOfNewsboatsIsImportedOnce(t *testing.T) {
	n := newNewsboat(t)
	n.run("-i", "../../testdata/opml/liferea.opml")
	d := newDesk(t)
	list := d.put("newsboat.opml", n.run("-e"))
	d.ok("set", "new", "Reading", "--kind", "outline")
	d.ok("import", "Reading", list)
	before := d.ok("item", "list", "Reading", "--json").out
	if items := parse[[]shownItem](d.ok("item", "list", "Reading", "--json")); len(items) != 10 {
		t.Errorf("%d items, want 10", len(items))
	}
	d.ok("import", "Reading", list)
	if after := d.ok("item", "list", "Reading", "--json").out; after != before {
		t.Errorf("the second import made\n%s\nof\n%s", after, before)
	}
}

// What is shared is a list that any reader can take in as it stands: what was deleted
// is no feed in it, and sync metadata are in nobody's way.
func TestASharedListIsReadByAReaderThatKnowsNoSync(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Reading", "--kind", "outline")
	d.ok("import", "Reading", "../../testdata/opml/liferea.opml")
	for _, it := range parse[[]shownItem](d.ok("item", "list", "Reading", "--json")) {
		if it.Title == "Comics" {
			d.ok("item", "delete", "Reading", it.ID)
		}
	}
	shared := d.file("shared.opml")
	d.ok("publish", "Reading", shared)
	if text := read(t, shared); !strings.Contains(text, `deleted="true"`) {
		t.Fatalf("there is no tombstone in\n%s", text)
	}
	n := newNewsboat(t)
	n.run("-i", shared)
	if got := n.subscribed(); len(got) != 9 || strings.Contains(strings.Join(got, "\n"), "comics") {
		t.Errorf("newsboat has\n%s\nwant the 9 that are not deleted", strings.Join(got, "\n"))
	}
}
