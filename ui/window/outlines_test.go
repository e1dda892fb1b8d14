package window

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// feeds returns a desk that shows an outline of feeds, whose nesting is given by ">". An
// address after a title makes an item a feed.
func feeds(t testing.TB, rows ...string) *desk {
	t.Helper()
	d := newDesk(t)
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Feeds", Kind: "outline"})))
	var path []string
	for _, row := range rows {
		text := strings.TrimLeft(row, ">")
		depth := len(row) - len(text)
		title, address, feed := strings.Cut(text, " http")
		o := edit.AddOptions{ID: strings.ToLower(strings.ReplaceAll(title, " ", "-")), AtEnd: true}
		if depth > 0 {
			o.Parent = path[depth-1]
		}
		v := record.Values{"title": title}
		if feed {
			v["xmlUrl"], v["type"] = "http"+address, "rss"
		}
		must(t, two(d.engine.Edit.Add(t.Context(), "Feeds", v, o)))
		path = append(path[:depth], o.ID)
	}
	d.win.Reload()
	d.rest()
	d.win.focus(d.win.items.List())
	return d
}

// some returns an outline with a bit of everything.
func some(t testing.TB) *desk {
	return feeds(t, "Work", ">News", ">>Heise https://heise.example/feed", ">>Golem https://golem.example/rss",
		">Mail", "Home", ">Garden", ">>Roses https://roses.example/feed", "Misc")
}

func (d *desk) at(title string) *desk {
	d.t.Helper()
	d.mark(d.row(title))
	return d
}

const whole = "Work, >News, >>Heise, >>Golem, >Mail, Home, >Garden, >>Roses, Misc"

func TestAnOutlineIsShownAsATree(t *testing.T) {
	d := some(t)
	same(t, "rows", d.titles(), whole)
	d.at("Garden")
	same(t, "where", d.win.detail.Where(), "in Home")
}

func TestLeftAndRightGoThroughTheTree(t *testing.T) {
	d := some(t).at("Golem")
	for _, step := range []struct {
		key  fyne.KeyName
		rows string
		at   string
	}{
		{fyne.KeyRight, whole, "Golem"},
		{fyne.KeyLeft, whole, "News"},
		{fyne.KeyLeft, "Work, >News, >Mail, Home, >Garden, >>Roses, Misc", "News"},
		{fyne.KeyLeft, "Work, >News, >Mail, Home, >Garden, >>Roses, Misc", "Work"},
		{fyne.KeyLeft, "Work, Home, >Garden, >>Roses, Misc", "Work"},
		{fyne.KeyLeft, "Work, Home, >Garden, >>Roses, Misc", "Work"},
		{fyne.KeyRight, "Work, >News, >Mail, Home, >Garden, >>Roses, Misc", "Work"},
		{fyne.KeyRight, "Work, >News, >Mail, Home, >Garden, >>Roses, Misc", "News"},
		{fyne.KeyRight, whole, "News"},
		{fyne.KeyRight, whole, "Heise"},
	} {
		d.press(step.key)
		d.rest()
		same(t, "rows", d.titles(), step.rows)
		same(t, "mark", d.win.now.Rows[d.row(step.at)].ID, d.win.item.ID)
	}
}

func TestKeysMoveOutlines(t *testing.T) {
	for _, c := range []struct {
		at   string
		key  fyne.KeyName
		want string
	}{
		{"Home", fyne.KeyUp, "Home, >Garden, >>Roses, Work, >News, >>Heise, >>Golem, >Mail, Misc"},
		{"News", fyne.KeyDown, "Work, >Mail, >News, >>Heise, >>Golem, Home, >Garden, >>Roses, Misc"},
		{"Mail", fyne.KeyRight, "Work, >News, >>Heise, >>Golem, >>Mail, Home, >Garden, >>Roses, Misc"},
		{"Golem", fyne.KeyLeft, "Work, >News, >>Heise, >Golem, >Mail, Home, >Garden, >>Roses, Misc"},
		{"Work", fyne.KeyUp, whole},
		{"Misc", fyne.KeyLeft, whole},
	} {
		d := some(t).at(c.at)
		d.press(c.key, fyne.KeyModifierAlt)
		d.rest()
		same(t, c.at, d.titles(), c.want)
		same(t, "mark", d.win.now.Rows[d.row(c.at)].ID, d.win.item.ID)
		same(t, "chosen", d.win.items.Chosen()[0].Title, c.at)
	}
}

func TestSeveralOutlinesAreMovedTogether(t *testing.T) {
	d := some(t).at("Heise")
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyLeft, fyne.KeyModifierAlt)
	d.rest()
	same(t, "rows", d.titles(), "Work, >News, >Heise, >Golem, >Mail, Home, >Garden, >>Roses, Misc")
	same(t, "chosen", len(d.win.items.Chosen()), 2)
}

// Moving a row into a closed branch opens it, so that the row stays in sight.
func TestWhatIsMovedIntoAClosedBranchOpensIt(t *testing.T) {
	d := some(t).at("News")
	d.press(fyne.KeyLeft)
	d.at("Mail")
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "rows", d.titles(), "Work, >News, >>Heise, >>Golem, >>Mail, Home, >Garden, >>Roses, Misc")
	same(t, "said", d.win.status.Text(), "Moved under “News”. Ctrl+Z undoes it.")
}

// A refused move does not open any branches.
func TestAMoveThatIsRefusedOpensNothing(t *testing.T) {
	d := some(t).at("News")
	d.press(fyne.KeyLeft)
	d.rest()
	closed := d.settings.String(branchesKey)
	must(t, d.engine.Edit.Place(t.Context(), "Feeds", []string{"news"}, "mail", ""))
	d.at("Mail")
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "kept", d.settings.String(branchesKey), closed)
	same(t, "said", strings.Contains(d.win.status.Text(), "Moved"), false)
}

func TestWhatIsSaidOfAMoveTellsWhereFrom(t *testing.T) {
	for _, c := range []struct {
		at   string
		also int
		key  fyne.KeyName
		want string
	}{
		{"Golem", 0, fyne.KeyUp, "Moved. Ctrl+Z undoes it."},
		{"Home", 0, fyne.KeyUp, "Moved. Ctrl+Z undoes it."},
		{"Home", 0, fyne.KeyRight, "Moved under “Work”. Ctrl+Z undoes it."},
		{"Garden", 0, fyne.KeyLeft, "Moved to the top level. Ctrl+Z undoes it."},
		{"Golem", 1, fyne.KeyUp, "Moved. Ctrl+Z undoes it. 1 selected item in another branch was not moved."},
		{"Golem", 2, fyne.KeyLeft, "Moved under “Work”. Ctrl+Z undoes it. 2 selected items in other branches were not moved."},
	} {
		d := some(t).at(c.at)
		for range c.also {
			d.press(fyne.KeyDown, fyne.KeyModifierShift)
		}
		d.press(c.key, fyne.KeyModifierAlt)
		d.rest()
		same(t, c.at, d.win.status.Text(), c.want)
	}
}

// Children restored from a deleted outline item are shown at its position, where they can be
// moved among their neighbours, and items can be added next to them.
func TestOutlinesStandBesideWhatIsShownFromADeletedOne(t *testing.T) {
	adrift := func() *desk {
		d := feeds(t, "Home", ">Shed", ">Garden", ">>Roses", ">>Beds", ">Kitchen")
		must(t, two(d.engine.Edit.DeleteBranch(t.Context(), "Feeds", []string{"garden"})))
		for _, id := range []string{"roses", "beds"} {
			must(t, two(d.engine.Edit.Restore(t.Context(), "Feeds", id)))
		}
		d.win.Reload()
		d.rest()
		same(t, "rows", d.titles(), "Home, >Shed, >Roses, >Beds, >Kitchen")
		return d
	}
	for _, c := range []struct {
		at   string
		key  fyne.KeyName
		want string
	}{
		{"Shed", fyne.KeyDown, "Home, >Roses, >Shed, >Beds, >Kitchen"},
		{"Kitchen", fyne.KeyUp, "Home, >Shed, >Roses, >Kitchen, >Beds"},
		{"Roses", fyne.KeyDown, "Home, >Shed, >Beds, >Roses, >Kitchen"},
		{"Beds", fyne.KeyUp, "Home, >Shed, >Beds, >Roses, >Kitchen"},
		{"Beds", fyne.KeyRight, "Home, >Shed, >Roses, >>Beds, >Kitchen"},
	} {
		d := adrift().at(c.at)
		d.press(c.key, fyne.KeyModifierAlt)
		d.rest()
		same(t, c.at, d.titles(), c.want)
	}
	d := adrift().at("Roses")
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Pond")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "a new one", d.titles(), "Home, >Shed, >Roses, >Pond, >Beds, >Kitchen")
}

func TestANewOutlineStandsBelowTheChosenOne(t *testing.T) {
	d := some(t).at("News")
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	for _, title := range []string{"Radio", "Paper"} {
		d.types(title)
		d.press(fyne.KeyReturn)
		d.rest()
	}
	same(t, "rows", d.titles(), "Work, >News, >>Heise, >>Golem, >Radio, >Paper, >Mail, Home, >Garden, >>Roses, Misc")
}

func TestDeletingAnOutlineDeletesWhatIsInIt(t *testing.T) {
	d := some(t).at("Work")
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "rows", d.titles(), "Home, >Garden, >>Roses, Misc")
	same(t, "said", d.win.status.Text(), "Deleted “Work” and 4 in it. Ctrl+Z undoes it.")
	same(t, "mark", d.win.item.ID, "home")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "rows", d.titles(), whole)
}

func TestASearchShowsTheWayToWhatItFound(t *testing.T) {
	d := some(t)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("ei")
	d.rest()
	same(t, "rows", d.titles(), "Heise")
	same(t, "path", strings.Join(d.win.now.Rows[0].Path, " › "), "Work › News")
	d.press(fyne.KeyReturn)
	d.mark(0)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "rows", d.titles(), whole)
	same(t, "mark", d.win.item.ID, "heise")
}

func TestAllBranchesAreClosedAndOpened(t *testing.T) {
	d := some(t).at("Roses")
	d.press(fyne.KeyUp, controlShift)
	d.rest()
	same(t, "rows", d.titles(), "Work, Home, Misc")
	same(t, "mark", d.win.item.ID, "home")
	d.press(fyne.KeyDown, controlShift)
	same(t, "rows", d.titles(), whole)
}

// Closed branches stay closed after changes, and after a restart.
func TestClosedBranchesAreRemembered(t *testing.T) {
	d := some(t).at("Work")
	d.press(fyne.KeyLeft)
	must(t, two(d.engine.Edit.Add(t.Context(), "Feeds", record.Values{"title": "Radio"}, edit.AddOptions{Parent: "work"})))
	d.win.Reload()
	d.rest()
	same(t, "rows", d.titles(), "Work, Home, >Garden, >>Roses, Misc")
	d.open()
	same(t, "rows", d.titles(), "Work, Home, >Garden, >>Roses, Misc")
	same(t, "kept", d.settings.String(branchesKey), snapshot.FormatBranches(map[string]snapshot.Branches{"Feeds": {But: []string{"work"}}}))
}

func TestAnOutlineIsPutIntoABranchByItsName(t *testing.T) {
	d := some(t).at("Misc")
	d.press(fyne.KeyP, fyne.KeyModifierControl)
	d.types("gar")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "Work, >News, >>Heise, >>Golem, >Mail, Home, >Garden, >>Roses, >>Misc")
	d.press(fyne.KeyP, fyne.KeyModifierControl)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), whole)
}

func TestNothingIsPutIntoItselfByName(t *testing.T) {
	d := some(t).at("Work")
	d.press(fyne.KeyP, fyne.KeyModifierControl)
	d.types("news")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), whole)
}

// An item that is opened from elsewhere is in sight, whatever branches are closed.
func TestAnItemInAClosedBranchIsBroughtIntoSight(t *testing.T) {
	d := some(t)
	d.win.items.CloseAll()
	d.win.history.openDecided(d.win.now.Tree[3].Item())
	d.rest()
	same(t, "rows", d.titles(), "Work, >News, >>Heise, >>Golem, >Mail, Home, Misc")
}

// OpenURL records the addresses that are opened.
func (d *desk) OpenURL(u *url.URL) error {
	d.browsed = append(d.browsed, u.String())
	return nil
}

func TestTheAddressesOfAFeedAreOpenedInTheBrowser(t *testing.T) {
	d := some(t).at("Heise")
	d.clicks("Open")
	same(t, "opened", strings.Join(d.browsed, " "), "https://heise.example/feed")
}

func TestTheWebPageOfAFeedIsOpenedInTheBrowser(t *testing.T) {
	d := feeds(t, "Heise", "Golem https://golem.example/rss")
	change(t, d.engine, "Feeds", "heise", "htmlUrl", "https://heise.example/")
	change(t, d.engine, "Feeds", "golem", "htmlUrl", "http://golem.example/news")
	d.win.Reload()
	for _, title := range []string{"Heise", "Golem"} {
		d.at(title)
		d.clicksLast("Open")
	}
	same(t, "opened", strings.Join(d.browsed, " "), "https://heise.example/ http://golem.example/news")
}

// Addresses in feeds may have any scheme: others than http and https are shown, but not
// opened.
func TestOtherAddressesAreShownAndNotOpened(t *testing.T) {
	d := feeds(t, "Passwords https://x.example")
	change(t, d.engine, "Feeds", "passwords", "xmlUrl", "file:///etc/passwd")
	d.win.Reload()
	d.at("Passwords")
	d.clicks("Open")
	same(t, "opened", len(d.browsed), 0)
	same(t, "said", d.sees("Not opened: only http and https addresses can be opened."), true)
}

// clicks clicks the first visible button with a text.
func (d *desk) clicks(text string) {
	d.t.Helper()
	d.clicksOf(text, func(all []*widget.Button) *widget.Button { return all[0] })
}

// clicksLast clicks the last visible button with a text.
func (d *desk) clicksLast(text string) {
	d.t.Helper()
	d.clicksOf(text, func(all []*widget.Button) *widget.Button { return all[len(all)-1] })
}

func (d *desk) clicksOf(text string, which func([]*widget.Button) *widget.Button) {
	d.t.Helper()
	var all []*widget.Button
	for _, o := range uitest.Drawn(d.win.pages.shown.Object()) {
		if b, is := o.(*widget.Button); is && b.Text == text && b.Visible() {
			all = append(all, b)
		}
	}
	if len(all) == 0 {
		d.t.Fatalf("there is no button %q", text)
	}
	d.clock.now = d.clock.now.Add(time.Second)
	which(all).Tapped(nil)
	d.rest()
}
