package conflict_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// spices is a page with a text of which two lines are open, and the mark on the second one.
func spices(t *testing.T) (a *at, base *item.Version, now []*item.Version) {
	base = version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\ntea\n")
	now = []*item.Version{version(3, "desk", "Shop", "oat milk\nbread\neggs\nfine salt\ntea\n"), version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsea salt\ntea\n")}
	a = open(t, begun(t, base, now...), wide)
	a.press(fyne.KeyDown, fyne.KeyDown)
	same(t, "marked at first", a.markedOriginal(), "salt\n")
	return a, base, now
}

// markedOriginal is the marked stretch as it was.
func (a *at) markedOriginal() string {
	if field, hunk, marked := a.Marked(); marked && hunk >= 0 {
		return a.Shown().Session.Hunks(field)[hunk].Base
	}
	return ""
}

// arrives brings versions to the page, which has not drawn them yet.
func (a *at) arrives(t *testing.T, base *item.Version, versions ...*item.Version) {
	t.Helper()
	s := a.Shown().Session
	fresh, err := conflicts.NewSession(&item.Item{Winner: versions[0], Conflicts: versions[1:]}, "me", conflicts.About{Base: lineage.Base{Version: base}, Listed: true})
	if err != nil {
		t.Fatal(err)
	}
	a.Met(shownOf(s), s.Adopt(fresh))
}

// What arrives cuts the text anew. The mark stays on its lines, also where their stretch
// has grown, and in the column of its version.
func TestTheMarkStaysWhereItIsWhenAVersionArrives(t *testing.T) {
	for text, want := range map[string]string{
		"milk\ncrumbs\neggs\nsalt\ntea\n":       "salt\n",
		"milk\nbread\neggs\nsalt\ntea\nhoney\n": "salt\n",
		"milk\nbread\nsalt\ntea\n":              "eggs\nsalt\n",
	} {
		for column, letter := range map[int]string{0: "", 1: "desk", 2: "laptop", 3: ""} {
			a, base, now := spices(t)
			for a.Grid().At().Column > column {
				a.press(fyne.KeyLeft)
			}
			for a.Grid().At().Column < column {
				a.press(fyne.KeyRight)
			}
			_, version := a.MarkedVersion()
			a.arrives(t, base, tablets(text), now[0], now[1])
			a.seam.Run()
			same(t, text+": marked", a.markedOriginal(), want)
			n, still := a.MarkedVersion()
			same(t, text+": a version is marked", still, version)
			if letter != "" {
				same(t, text+": the marked version", a.Shown().Session.Candidates()[n].Version.Top().By, letter)
			}
		}
	}
}

// tablets is the version that arrives.
func tablets(text string) *item.Version { return version(4, "tablet", "Shop", text) }

// Until a person can have seen what arrived, neither a key nor a click chooses anything:
// numbers and columns are those of other versions now.
func TestNothingIsChosenBeforeAnArrivalIsSeen(t *testing.T) {
	a, base, now := spices(t)
	a.arrives(t, base, tablets("milk\ncrumbs\neggs\nsalt\ntea\n"), now[0], now[1])
	strike := func(when string) {
		t.Helper()
		for _, r := range "20m+ " {
			a.window.Canvas().Focused().TypedRune(r)
		}
		for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyBackspace} {
			a.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
		same(t, "something is chosen "+when, a.Shown().Session.Changed(), false)
		same(t, "said "+when, a.said[len(a.said)-1], "Check it first, then press again.")
	}
	strike("before it is drawn")
	a.seam.Run()
	strike("as it is drawn")
	a.now = a.now.Add(699 * time.Millisecond)
	strike("soon after")
	a.now = a.now.Add(time.Millisecond)
	a.types("3")
	field, hunk, _ := a.Marked()
	same(t, "chosen for the mark", a.Shown().Session.Hunks(field)[hunk].Result, "sea salt\n")
}
