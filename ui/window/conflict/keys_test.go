package conflict_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
)

// shop is a note of which desk, A, changed the first line of the text and the
// title, and laptop, B, the first line as well.
func shop(t *testing.T) *at {
	t.Helper()
	return open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
		version(3, "desk", "Shopping", "oat milk\nbread\neggs\nsalt\n"),
		version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsalt\n")), wide)
}

// On the heads a number takes a version whole, on a field the field alone.
func TestANumberTakesWhatTheMarkIsOn(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("2")
	same(t, "title of B", a.result("title"), "Shop")
	a.press(fyne.KeyHome)
	a.types("1")
	same(t, "title of A", a.result("title"), "Shopping")
	same(t, "text of A", a.result("text"), "oat milk\nbread\neggs\nsalt\n")
}

// A number that no version has says so, in the numbers of the page.
func TestANumberThatNoVersionHasSaysSo(t *testing.T) {
	a := shop(t)
	a.types("3")
	same(t, "said", strings.Join(a.said, ""), "There is no version 3: they are 1 to 2.")
	same(t, "something is decided", a.Shown().Session.Changed(), false)
}

// Both sides of a stretch can be taken, in either order.
func TestBothSidesOfAStretchAreTakenInEitherOrder(t *testing.T) {
	rest := "bread\neggs\nsalt\n"
	for name, c := range map[string]struct {
		first, then int // columns beside the start
		want        string
	}{
		"A, then B": {1, 2, "oat milk\nsoy milk\n"},
		"B, then A": {2, 1, "soy milk\noat milk\n"},
	} {
		a := shop(t)
		a.press(fyne.KeyDown, fyne.KeyDown)
		a.to(c.first)
		a.press(fyne.KeyReturn)
		a.to(c.then)
		a.types("+")
		same(t, name, a.result("text"), c.want+rest)
	}
}

// to moves the mark to a column.
func (a *at) to(column int) {
	for a.Grid().At().Column < column {
		a.press(fyne.KeyRight)
	}
	for a.Grid().At().Column > column {
		a.press(fyne.KeyLeft)
	}
}

// Shift+Enter is + on the keyboard's other side.
func TestShiftEnterAdds(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	a.to(2)
	a.held = fyne.KeyModifierShift
	a.press(fyne.KeyReturn)
	same(t, "the text", strings.HasPrefix(a.result("text"), "oat milk\nsoy milk\nbread\n"), true)
}

// Backspace on a result goes back to the proposal, and not elsewhere.
func TestBackspaceGoesBackToTheProposal(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("2")
	a.press(fyne.KeyBackspace)
	same(t, "on a version", a.result("title"), "Shop")
	a.to(3)
	a.press(fyne.KeyBackspace)
	same(t, "on the result", a.result("title"), "Shopping")
}

// Of a long text Backspace gives back the marked stretch, and leaves the others.
func TestBackspaceGivesOneStretchBack(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
		version(3, "desk", "Shop", "oat milk\nbread\neggs\nfine salt\n"),
		version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsea salt\n")), wide)
	a.press(fyne.KeyDown)
	a.to(2)
	a.press(fyne.KeyReturn, fyne.KeyDown, fyne.KeyReturn)
	same(t, "both are taken", a.result("text"), "soy milk\nbread\neggs\nsea salt\n")
	a.to(3)
	a.press(fyne.KeyBackspace)
	hunks := a.Shown().Session.Hunks("text")
	same(t, "the last is open again", hunks[len(hunks)-1].Open, true)
	same(t, "the first is not", hunks[0].Open, false)
}

// A click on a stretch does not give up a text that was typed.
func TestAStretchDoesNotGiveUpWhatWasTyped(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown, fyne.KeyDown)
	const typed = "milk of oats\nbread\neggs\nsalt\n"
	if err := a.Shown().Session.Type("text", typed); err != nil {
		t.Fatal(err)
	}
	a.to(2)
	a.press(fyne.KeyReturn)
	same(t, "the text", a.result("text"), typed)
	same(t, "said", strings.Join(a.said, ""), "The text was typed: Backspace on the result gives its stretches back.")
	a.to(3)
	a.press(fyne.KeyBackspace)
	a.to(2)
	a.press(fyne.KeyReturn)
	same(t, "taken", strings.HasPrefix(a.result("text"), "soy milk\n"), true)
}

// 0 goes to the start and back.
func TestZeroShowsTheStart(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("0")
	same(t, "column", a.Grid().At().Column, 0)
	a.types("0")
	same(t, "column after another 0", a.Grid().At().Column, 1)
	a = open(t, begun(t, nil, version(3, "desk", "a", ""), version(2, "laptop", "b", "")), wide)
	a.types("0")
	same(t, "said where it is not known", strings.Join(a.said, ""), "Starting point not known: nobody looked for it.")
}

// What is typed is the result at once, and Enter goes back to the grid.
func TestTypingIsTheResultAtOnce(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("e")
	a.press(fyne.KeyEnd)
	a.types(" list")
	same(t, "the title", a.result("title"), "Shopping list")
	same(t, "in the grid", strings.Contains(drawn(a), "|~Shopping list\n"), true)
	a.press(fyne.KeyReturn)
	same(t, "the focus is on the grid", a.window.Canvas().Focused() == a.Focus(), true)
}

// Space turns the tick of the marked column; the winner's stays.
func TestSpaceTurnsTheTickOfTheMarkedColumn(t *testing.T) {
	a := shop(t)
	a.types(" ")
	same(t, "said", strings.Join(a.said, ""), "The version wins: it is always taken into account.")
	a.to(2)
	a.types(" ")
	same(t, "B is ticked", a.Shown().Session.Candidates()[1].Taken, false)
}

// Saving while something is open goes there instead.
func TestSavingGoesToWhatIsOpen(t *testing.T) {
	a := shop(t)
	a.Save()
	same(t, "saved", a.saved, 0)
	same(t, "said", strings.Join(a.said, ""), "Text is still open: take a version or type.")
	a.types("1")
	a.Save()
	same(t, "saved after a choice", a.saved, 1)
}

// Whether a deletion stands is asked, and may be answered by letting the item stay.
func TestADeletionIsAskedAbout(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk"), version(3, "desk", "Shop", "tea"), deleted(version(2, "laptop", "Shop", "milk"))), wide)
	a.Save()
	same(t, "saved", a.saved, 0)
	a.press(fyne.KeyReturn) // the button "It stays" has the focus
	a.Save()
	same(t, "saved after it stays", a.saved, 1)
	same(t, "deleted", a.Shown().Session.Outcome().Deletes, false)
}

// What a version said that was not kept cannot be taken, and it says so.
func TestAVersionWhoseContentWasNotKeptCannotBeTaken(t *testing.T) {
	gone := version(2, "laptop", "b", "")
	s, err := session.New(&item.Item{Winner: version(3, "desk", "a", ""), Conflicts: []*item.Version{gone}}, "me",
		session.About{Missing: func(v *item.Version) bool { return v == gone }})
	if err != nil {
		t.Fatal(err)
	}
	a := open(t, s, wide)
	a.types("2")
	same(t, "said", strings.Join(a.said, ""), "What the version said was not kept: it cannot be taken.")
}
