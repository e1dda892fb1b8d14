package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/window/snapshot"
)

const (
	feedOfOne = `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Chores</title><link>http://example.org/</link><description>Chores</description><item>`
	binsTodo  = `<title>Bins</title><description>both of them</description><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties><summary><text>Bins</text></summary><due><date>2026-05-27</date></due><priority><integer>1</integer></priority><categories><text>home</text></categories><description><text>both of them</text></description></properties></vtodo>` +
		`<sx:sync id="bins" updates="1"><sx:history sequence="1" when="2026-05-21T10:00:00Z" by="tablet"/></sx:sync>`
	binsEdited = `<title>Bins out</title><description>both of them</description>` +
		`<sx:sync id="bins" updates="2"><sx:history sequence="2" when="2026-05-22T10:00:00Z" by="reader"/><sx:history sequence="1" when="2026-05-21T10:00:00Z" by="tablet"/></sx:sync>`
)

// chores returns a desk that shows the only item of a list of todos, which was read from
// feeds.
func chores(t *testing.T, items ...string) (*desk, snapshot.Item) {
	t.Helper()
	d := newDesk(t)
	folder := t.TempDir()
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Chores", Kind: "todo"})))
	for i, item := range items {
		file := filepath.Join(folder, string(rune('a'+i))+".xml")
		must(t, os.WriteFile(file, []byte(feedOfOne+item+"</item></channel></rss>"), 0o600))
		must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Chores", file)))
		sync(t, d.engine)
	}
	d.win.Reload()
	d.rest()
	d.mark(d.row("Bins out"))
	d.rest()
	return d, snapshot.Item{Set: "Chores", ID: "bins"}
}

// A todo that was changed by a program without support for todos is edited as before, and
// saved completely.
func TestATodoThatAnotherProgramChangedIsEdited(t *testing.T) {
	d, it := chores(t, binsTodo, binsEdited)
	same(t, "due", d.win.detail.Values()["due"], "2026-05-27")
	same(t, "notice", d.win.detail.Notice(), "")
	d.press(fyne.Key4, fyne.KeyModifierAlt)
	d.rest()
	v := d.values(it)
	same(t, "title", v["title"], "Bins out")
	same(t, "due", v["due"], "2026-05-27")
	same(t, "priority", v["priority"], "")
	same(t, "holds the record", record.Holds(d.item(it).Winner.Content), true)
}

// If the version before such a change is unknown, the item says so. A button or the menus turn
// it into a todo, which can be undone.
func TestANoteThatMayHaveBeenATodoIsMadeOne(t *testing.T) {
	for _, how := range []string{"button", "menu", "line"} {
		t.Run(how, func(t *testing.T) {
			d, it := chores(t, binsEdited)
			if said := d.win.detail.Notice(); !strings.HasPrefix(said, "This may have been a todo.") {
				t.Fatalf("it says %q", said)
			}
			switch how {
			case "button":
				d.clicks("Convert to todo")
			case "menu":
				d.win.edits.makeRecords()
			case "line":
				press(t, d.win.items, "Actions", "Convert to todo")
			}
			d.rest()
			same(t, "kind", record.KindOf(d.item(it).Winner.Content), record.Todo)
			same(t, "notice", d.win.detail.Notice(), "")
			same(t, "takes a date", d.win.detail.Takes("due"), true)
			d.win.focus(d.win.items.List())
			d.press(fyne.KeyZ, fyne.KeyModifierControl)
			d.rest()
			same(t, "undone", record.KindOf(d.item(it).Winner.Content), record.Note)
			same(t, "and not asked again", d.win.detail.Notice(), "")
		})
	}
}

// The conflict page compares such a version by the fields of its record, and the merge has
// both changes.
func TestAnEditByAProgramThatKnowsNoTodosIsResolvedByFields(t *testing.T) {
	later := strings.NewReplacer("2026-05-27", "2026-06-03", `updates="1"`, `updates="2"`,
		`<sx:history sequence="1"`, `<sx:history sequence="2" when="2026-05-22T09:00:00Z" by="laptop"/><sx:history sequence="1"`).Replace(binsTodo)
	d, it := chores(t, binsTodo, binsEdited, later)
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "titles", strings.Join(d.compared("Title"), "\n"), "Bins | ~Bins out | Bins | ~Bins out")
	if due := d.compared("Due"); !strings.HasPrefix(due[0], "Wed, May 27 · in 3 days | Wed, May 27 · in 3 days | ") || !strings.Contains(due[0], "Jun 3") {
		t.Errorf("due dates: %q", due)
	}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	v := d.values(it)
	same(t, "title", v["title"], "Bins out")
	same(t, "due", v["due"], "2026-06-03")
	same(t, "priority", v["priority"], "1")
	same(t, "tags", v["tags"], "home")
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
}
