package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/lists"
)

// grove returns a desk that shares an outline with a laptop and a phone.
func grove(t testing.TB) (d *desk, laptop, phone *engine.Engine) {
	t.Helper()
	d = some(t)
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Feeds", folder)))
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Feeds", folder)))
	others := make([]*engine.Engine, 2)
	for i, name := range []string{"laptop", "phone"} {
		e := newEngine(t, name, d.clock)
		must(t, two(e.Lists.Create(t.Context(), lists.New{Name: "Feeds", Kind: "outline"})))
		must(t, two(e.Subscriptions.Subscribe(t.Context(), "Feeds", folder)))
		must(t, two(e.Sharing.PublishAt(t.Context(), "Feeds", folder)))
		sync(t, e)
		others[i] = e
	}
	return d, others[0], others[1]
}

// movedApart returns a desk on which the laptop and the phone moved Heise to different
// positions.
func movedApart(t testing.TB) *desk {
	t.Helper()
	d, laptop, phone := grove(t)
	must(t, laptop.Edit.Place(t.Context(), "Feeds", []string{"heise"}, "work", "mail"))
	must(t, phone.Edit.Place(t.Context(), "Feeds", []string{"heise"}, "home", ""))
	for _, e := range []*engine.Engine{laptop, phone} {
		must(t, two(e.Sharing.Publish(t.Context(), "Feeds")))
	}
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	d.press(fyne.KeyF8)
	d.rest()
	return d
}

// intoDeleted returns a desk that moved Heise under Home while the laptop deleted Home.
func intoDeleted(t testing.TB) *desk {
	t.Helper()
	d, laptop, _ := grove(t)
	must(t, two(laptop.Edit.DeleteBranch(t.Context(), "Feeds", []string{"home"})))
	must(t, two(laptop.Sharing.Publish(t.Context(), "Feeds")))
	must(t, d.engine.Edit.Place(t.Context(), "Feeds", []string{"heise"}, "home", "garden"))
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	return d
}

func TestALineInADeletedFolderIsResolvedByKeys(t *testing.T) {
	for key, want := range map[string]struct {
		parent  string
		deleted bool
	}{
		"1": {"home", false},
		"0": {"news", true},
	} {
		d := intoDeleted(t)
		d.press(fyne.KeyF8)
		d.rest()
		if lines := strings.Join(d.placeLines(), "|"); !strings.Contains(lines, "Home (deleted)") {
			t.Errorf("the positions are %q", lines)
		}
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.types(key)
		d.rest()
		d.press(fyne.KeyReturn, fyne.KeyModifierControl)
		d.rest()
		same(t, "conflicts left by "+key, len(d.win.now.Conflicts), 0)
		line, err := d.engine.Lists.Item(t.Context(), "Feeds", "heise")
		must(t, err)
		folder, err := d.engine.Lists.Item(t.Context(), "Feeds", "home")
		must(t, err)
		same(t, "its folder", line.Winner.Place.Parent, want.parent)
		same(t, "deleted", folder.Winner.Deleted, want.deleted)
	}
}

// circle returns a desk that moved Work under Home while the laptop moved Home under Work.
func circle(t testing.TB) *desk {
	t.Helper()
	d, laptop, _ := grove(t)
	must(t, laptop.Edit.Place(t.Context(), "Feeds", []string{"home"}, "work", "mail"))
	must(t, two(laptop.Sharing.Publish(t.Context(), "Feeds")))
	must(t, d.engine.Edit.Place(t.Context(), "Feeds", []string{"work"}, "home", "garden"))
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	return d
}

// placeLines returns the lines of the row for the position, with its columns next to each
// other.
func (d *desk) placeLines() []string {
	for _, r := range d.win.pages.resolve.Grid().Rows() {
		if r.Name != "Position" {
			continue
		}
		var lines []string
		for _, c := range r.Cells {
			text := ""
			for _, l := range c.Lines {
				text += l.Sign
				for _, s := range l.Spans {
					text += s.Text
				}
				text += "\n"
			}
			lines = append(lines, text)
		}
		return lines
	}
	return nil
}

// pageShows reports whether the page shows a text.
func (d *desk) pageShows(text string) bool {
	return strings.Contains(strings.ReplaceAll(d.seen(), "\n", " "), text)
}

func TestPlacesThatCollideAreShownAsSmallTrees(t *testing.T) {
	d := movedApart(t)
	lines := d.placeLines()
	if len(lines) != 4 {
		t.Fatalf("the place has the columns %q", lines)
	}
	same(t, "at the start", lines[0], "Work\n    News\n        → Heise\n        · Golem\n")
	got := lines[1] + lines[2]
	for _, want := range []string{"Work\n    · Mail\n~    → Heise\n", "Home\n~    → Heise\n    · Garden\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	for _, who := range []string{"to Work by laptop", "to Home by phone"} {
		same(t, who, d.pageShows(who), true)
	}
	same(t, "open", strings.Join(d.win.pages.resolve.Shown().Session.Open(), " "), conflicts.Place)
}

func TestAPlaceIsChosenByItsNumber(t *testing.T) {
	d := movedApart(t)
	want := "Home"
	if strings.Contains(d.placeLines()[2], "Work") {
		want = "Work"
	}
	d.press(fyne.KeyDown)
	d.types("2")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
	same(t, "in", d.win.now.Tree[above(d, "heise")].Title, want)
}

// above returns the index of an outline item's parent.
func above(d *desk, id string) int {
	depth := -1
	for i := len(d.win.now.Tree) - 1; i >= 0; i-- {
		if d.win.now.Tree[i].ID == id {
			depth = d.win.now.Tree[i].Depth
		}
		if d.win.now.Tree[i].Depth < depth {
			return i
		}
	}
	d.t.Fatalf("%s is in nothing", id)
	return 0
}

func TestNothingCanBeLeftOutWhereSavingResolvesAll(t *testing.T) {
	d := movedApart(t)
	same(t, "the tick is locked", d.pageShows("Included"), true)
	d.press(fyne.KeyRight)
	d.types(" ")
	same(t, "said", d.win.status.Text(), "This list uses the format SSE 0.91 (§4.2): saving resolves all versions, and none can be left out.")
}

func TestACircleIsExplainedAndLeftAtTheTopLevel(t *testing.T) {
	d := circle(t)
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "explained", d.pageShows("were each moved under the other on different devices."), true)
	same(t, "button", d.pageShows("Leave it at the top level"), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
}

func TestACircleIsMovedElsewhere(t *testing.T) {
	d := circle(t)
	flagged := d.win.now.Conflicts[0]
	d.press(fyne.KeyF8)
	d.rest()
	d.clicks("Move it elsewhere…")
	d.types("mis")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "in", d.win.now.Tree[above(d, flagged.ID)].Title, "Misc")
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
}

// The window does not ask where to move another item that the person chose in the meantime.
func TestMovingElsewhereAsksOnlyAboutTheItemThatIsResolved(t *testing.T) {
	d := circle(t)
	misc := d.win.now.Rows[d.row("Misc")]
	d.press(fyne.KeyF8)
	d.rest()
	d.win.putElsewhere(d.win.pages.resolve.Item())
	d.win.chooseRow(misc)
	d.rest()
	same(t, "asks", d.sees("Move under"), false)
	same(t, "mark", d.win.items.Chosen()[0].Title, "Misc")
}

// lost is an outline item with a version that was received without its content.
const lost = `<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><sx:sharing version="0.91"/></head><body>
<outline text="Heise" type="rss" xmlUrl="https://heise.example/feed"><sx:sync id="heise" version="2" conflict="true">
<sx:history when="Tue, 24 May 2005 10:00:00 GMT" by="laptop"><sx:update when="Tue, 24 May 2005 08:00:00 GMT" by="phone"/></sx:history>
<sx:conflicts><sx:conflict version="2" when="Tue, 24 May 2005 09:00:00 GMT" by="phone"/></sx:conflicts>
</sx:sync></outline></body></opml>`

func TestAVersionOfAnOutlineWhoseContentWasNotKeptIsNotTaken(t *testing.T) {
	d := feeds(t)
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Feeds", file(t, "lost.opml", lost))))
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "resolving", d.win.resolving(), true)
	same(t, "told", d.pageShows("its content was not stored"), true)
	same(t, "columns", len(d.win.pages.resolve.Shown().Session.Candidates()), 2)
	d.types("2")
	same(t, "said", d.win.status.Text(), "The content of this version was not stored: it cannot be chosen.")
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
	same(t, "rows", d.titles(), "Heise")
	d.at("Heise")
	same(t, "address", d.win.detail.Values()["xmlUrl"], "https://heise.example/feed")
}

// An outline item that one device deleted and another changed stays in the tree until it is
// resolved.
func TestADeletedOutlineToResolveStaysInSight(t *testing.T) {
	d, laptop, _ := grove(t)
	must(t, two(laptop.Edit.DeleteBranch(t.Context(), "Feeds", []string{"heise"})))
	must(t, two(laptop.Sharing.Publish(t.Context(), "Feeds")))
	change(t, d.engine, "Feeds", "heise", "title", "heise online")
	d.syncs()
	row := d.win.now.Rows[2]
	same(t, "row", row.ID, "heise")
	same(t, "conflicts", row.Conflicts, 1)
	d.mark(2)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "resolving", d.win.resolving(), true)
}

func TestTheHistoryTellsOfMoves(t *testing.T) {
	d := some(t).at("Mail")
	d.press(fyne.KeyLeft, fyne.KeyModifierAlt)
	d.rest()
	d.showsHistory()
	same(t, "said", d.pageShows("changed Position"), true)
}
