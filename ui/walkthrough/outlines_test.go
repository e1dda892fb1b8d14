//go:build display

package walkthrough_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// exported is a subscription list exported by a feed reader.
const exported = "../../testdata/opml/liferea.opml"

// TestASubscriptionListByKeyboard imports a feed reader's export, shares it with the laptop,
// moves a feed while the laptop renames and moves it, too, resolves that, and exports the list
// for another feed reader: all of it in the real window, with the keyboard only.
func TestASubscriptionListByKeyboard(t *testing.T) {
	j := begin(t)
	j.name = "Reading"
	list, err := filepath.Abs(exported)
	j.must(err)
	j.press("ctrl+shift+n")
	j.typed(j.name)
	j.press("Tab", "Right", "Right", "Right", "Tab", "Return")
	j.press("ctrl+shift+i")
	j.typed(list + "\n")
	j.picture("import")
	j.press("ctrl+Return")
	j.until("14 outlines", func() (bool, string) { return len(j.items(j.a)) == 14, say(len(j.items(j.a))) })
	j.press("Escape")
	j.picture("imported")
	j.sharesOutlines()
	j.movesApart()
	j.resolvesPlaces()
	j.exportsOutlines()
}

// sharesOutlines shares the list with the laptop.
func (j *journey) sharesOutlines() {
	j.t.Helper()
	j.run(j.b, "list", "create", j.name, "--kind", "outline")
	for _, c := range []walkthrough.Commands{j.a, j.b} {
		j.run(c, "publish", j.name, j.folder)
		j.run(c, "subscription", "add", j.name, j.folder)
	}
	j.run(j.b, "sync")
	if n := len(j.items(j.b)); n != 14 {
		j.t.Fatalf("the laptop has %d outlines, want 14", n)
	}
}

// movesApart moves Comics to the end of Work in the window, with a single key, while the
// laptop renames it and moves it to the beginning of News.
func (j *journey) movesApart() {
	j.t.Helper()
	comics := j.item("Comics").ID
	j.run(j.b, "item", "edit", j.name, comics, "--title", "Cartoons")
	j.run(j.b, "item", "move", j.name, comics, "--parent", j.item("News").ID)
	j.press("ctrl+f")
	j.typed("Comics")
	j.press("Return", "Down")
	j.picture("found")
	j.press("Escape", "alt+Right")
	j.until("Comics in Work", func() (bool, string) {
		it := j.item("Comics")
		return it.Parent == j.item("Work").ID, say(it)
	})
	j.picture("indented")
	j.run(j.b, "sync")
	j.press("ctrl+r")
	j.until("two versions", func() (bool, string) {
		for _, it := range j.items(j.a) {
			if it.ID == comics {
				return len(it.Conflicts) == 1, say(it)
			}
		}
		return false, "there is no such item"
	})
}

// resolvesPlaces takes the laptop's name and the desk's position.
func (j *journey) resolvesPlaces() {
	j.t.Helper()
	j.opensConflict()
	j.picture("places")
	j.press("ctrl+Return")
	j.sees()
	j.press("2")
	j.picture("chosen")
	j.press("ctrl+Return")
	j.until("Cartoons in Work", func() (bool, string) {
		it := j.item("Cartoons")
		return len(it.Conflicts) == 0 && it.Parent == j.item("Work").ID, say(it)
	})
	j.press("Escape")
	j.picture("resolved")
	j.run(j.b, "sync")
	want, err := j.a.Run(j.ctx, "item", "list", j.name)
	j.must(err)
	got, err := j.b.Run(j.ctx, "item", "list", j.name)
	j.must(err)
	if idsOf(got) != idsOf(want) {
		j.t.Errorf("the laptop has\n%s\nthe desk\n%s", got, want)
	}
}

// idsOf returns the first words of the lines, which are identifiers, in tree order.
func idsOf(list string) string {
	var ids []string
	for line := range strings.Lines(list) {
		ids = append(ids, strings.Fields(line)[0])
	}
	return strings.Join(ids, " ")
}

// exportsOutlines exports the list, and imports it into another feed reader.
func (j *journey) exportsOutlines() {
	j.t.Helper()
	path := filepath.Join(j.folder, "ours.opml")
	j.press("ctrl+shift+e")
	j.picture("export")
	j.press("ctrl+a")
	j.typed(path + "\n")
	j.sees() // the warning that others can read files in the folder
	j.picture("export-read-by-others")
	j.press("ctrl+Return")
	j.until("the exported file", func() (bool, string) {
		text, err := os.ReadFile(path)
		return err == nil && strings.Contains(string(text), "</opml>"), string(text)
	})
	j.picture("exported")
	home := j.t.TempDir()
	urls := filepath.Join(home, "urls")
	j.must(os.WriteFile(urls, nil, 0o600))
	reader := exec.CommandContext(j.ctx, "newsboat", "-u", urls, "-c", filepath.Join(home, "cache"), "-C", urls, "-i", path)
	reader.Env = append(os.Environ(), "HOME="+home, "LC_ALL=C.UTF-8")
	if out, err := reader.CombinedOutput(); err != nil {
		j.t.Fatalf("newsboat: %v\n%s", err, out)
	}
	const feed = `http://comics.example.net/comics.example.net.xml "Work"`
	if text := j.feed(urls); strings.Count(text, "\n") != 10 || !strings.Contains(text, feed) {
		j.t.Errorf("newsboat has\n%s\nand should have 10 feeds, with %s", text, feed)
	}
}
