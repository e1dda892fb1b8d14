package conflict_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
)

// spices returns a page with a text of which two lines are open, and the second one selected.
func spices(t *testing.T) (a *at, base *item.Version, now []*item.Version) {
	base = version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\ntea\n")
	now = []*item.Version{version(3, "desk", "Shop", "oat milk\nbread\neggs\nfine salt\ntea\n"), version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsea salt\ntea\n")}
	a = open(t, begun(t, base, now...), wide)
	a.press(fyne.KeyDown, fyne.KeyDown)
	same(t, "marked at first", a.markedOriginal(), "salt\n")
	return a, base, now
}

// markedOriginal returns the original of the selected hunk.
func (a *at) markedOriginal() string {
	if field, hunk, marked := a.Marked(); marked && hunk >= 0 {
		return a.Shown().Session.Hunks(field)[hunk].Base
	}
	return ""
}

// arrives passes received versions to the page, which has not drawn them yet.
func (a *at) arrives(t *testing.T, base *item.Version, versions ...*item.Version) {
	t.Helper()
	s := a.Shown().Session
	fresh, err := conflicts.NewSession(&item.Item{Winner: versions[0], Conflicts: versions[1:]}, "me", conflicts.About{Base: ancestry.Base{Version: base}, Listed: true})
	if err != nil {
		t.Fatal(err)
	}
	a.Met(shownOf(s), s.Adopt(fresh))
}

// A received version splits the text differently. The selection stays on its lines, even if
// their hunk has grown, and in the column of its version.
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

// tablets returns the version that is received.
func tablets(text string) *item.Version { return version(4, "tablet", "Shop", text) }

// Neither a key nor a click makes a choice before the person can have seen a received version:
// numbers and columns may belong to other versions now.
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
		a.clicksWithout(t)
		same(t, "something is chosen "+when, a.Shown().Session.Changed(), false)
		same(t, "said "+when, a.messages[len(a.messages)-1], "Check it first, then press again.")
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

// clicksWithout clicks everything that makes a choice on the page, without running jobs. Each
// click is answered with a request to check first.
func (a *at) clicksWithout(t *testing.T) {
	t.Helper()
	session := a.Shown().Session
	taken := func() (all []bool) {
		for _, c := range session.Candidates() {
			all = append(all, c.Taken)
		}
		return all
	}
	before, n := taken(), 0
	click := func(what string, do func()) {
		t.Helper()
		a.messages = append(a.messages, "")
		do()
		n++
		same(t, what+": said", a.messages[len(a.messages)-1], "Check it first, then press again.")
		same(t, what+": something is chosen", session.Changed(), false)
		same(t, what+": what is included", fmt.Sprint(taken()), fmt.Sprint(before))
	}
	for _, o := range uitest.Drawn(a.Object()) {
		switch b := o.(type) {
		case *widget.Button:
			if strings.HasPrefix(b.Text, "Use ") || strings.HasPrefix(b.Text, "Next choice") {
				click(b.Text, func() { b.Tapped(nil) })
			}
		case *widget.Check:
			if !b.Disabled() {
				click("tick", func() { b.SetChecked(!b.Checked) })
			}
		case *widget.Press:
			if says(b, "Include") {
				click("Include", func() { b.Tapped(nil) })
			}
		}
	}
	if n < 8 {
		t.Errorf("%d clicks are too few to show anything", n)
	}
	for column := range 3 {
		at := a.Grid().At()
		a.Grid().Mark(grid.At{Row: at.Row, Column: column})
		click(fmt.Sprint("column ", column), func() { a.Grid().OnTaken(false) })
		a.Grid().Mark(at)
	}
	click("a choice", func() { a.Grid().OnChosen(0) })
	a.window.Canvas().Focus(a.Focus())
}

// says reports whether a clickable object has only this text.
func says(b *widget.Press, text string) (said bool) {
	for _, inside := range uitest.Drawn(b)[1:] {
		switch o := inside.(type) {
		case *widget.Press:
			return false
		case *widget.Line:
			said = said || o.Text() == text
		}
	}
	return said
}

// A click does not save earlier choices together with a received version, either.
func TestNothingIsSavedByAClickBeforeAnArrivalIsSeen(t *testing.T) {
	a, base, now := spices(t)
	a.toHead()
	a.types("1")
	a.arrives(t, base, tablets("milk\ncrumbs\neggs\nsalt\ntea\n"), now[0], now[1])
	for _, after := range []time.Duration{0, 699, 150} {
		a.now = a.now.Add(after * time.Millisecond)
		same(t, "saved", a.saved, 0)
		a.click(t, "Save  Ctrl+Enter") // draws the received version
	}
	same(t, "saved once it was seen", a.saved, 1)
}

// "Keep it" and the buttons that reset choices wait, too.
func TestWhatIsDecidedOfAnArrivalWaits(t *testing.T) {
	a := plumber(t, false)
	a.arrives(t, version(1, "phone", "Plumber", "Monday"), version(4, "tablet", "Plumber", "Friday"), version(3, "desk", "Plumber", "Tuesday"), deleted(version(2, "laptop", "Plumber", "Monday")))
	a.seam.Run()
	a.click(t, "Keep it")
	same(t, "something is decided", a.Shown().Session.Changed(), false)
	same(t, "said", a.messages[len(a.messages)-1], "Check it first, then press again.")
	a.now = a.now.Add(time.Second)
	a.click(t, "Keep it")
	same(t, "something is decided later", a.Shown().Session.Changed(), true)

	a, base, now := spices(t)
	a.types("1")
	a.arrives(t, base, tablets("milk\ncrumbs\neggs\nsalt\ntea\n"), now[0], now[1])
	a.seam.Run()
	for _, text := range []string{"Start over", "‹ Back to suggestion"} {
		if text == "Start over" {
			a.click(t, text)
		} else {
			a.tap(t, text)
		}
		same(t, text+": something is decided", a.Shown().Session.Changed(), true)
		same(t, text+": said", a.messages[len(a.messages)-1], "Check it first, then press again.")
	}
	a.now = a.now.Add(time.Second)
	a.click(t, "Start over")
	same(t, "something is decided after it was seen", a.Shown().Session.Changed(), false)
}

// A text with a typed line and an open line becomes a plain text if a received version splits
// it differently. It stays open, and the page says that the next letter decides all of it.
func TestThePageSaysWhereTypingReplacesATextThatIsOpen(t *testing.T) {
	a, base, now := spices(t)
	a.types("e")
	a.checkText(t, "before", "Typing changes only the lines that you edit.")
	a.types("x")
	a.arrives(t, base, now[0], now[1], tablets("milk\nsalt\n"))
	a.seam.Run()
	s := a.Shown().Session
	if len(s.Open()) == 0 || s.Hunks("text") != nil {
		t.Fatalf("open is %v of %d stretches", s.Open(), len(s.Hunks("text")))
	}
	a.checkText(t, "after", "Typing replaces the whole text")
}

// Deletions are equal, whatever their content. If one of another author becomes the winner,
// its head shows that, and it is announced if it changes the result. Otherwise it is only
// shown.
func TestAnEqualVersionThatWinsIsShown(t *testing.T) {
	gone := func(updates int, by, text string) *item.Version { return deleted(version(updates, by, "Shop", text)) }
	base, live := version(1, "phone", "Shop", "milk"), version(2, "laptop", "Shop", "oat milk")
	a := open(t, begun(t, base, gone(3, "desk", "milk"), live), wide)
	arrives := func(all ...*item.Version) {
		t.Helper()
		s := a.Shown().Session
		fresh, err := conflicts.NewSession(&item.Item{Winner: all[0], Conflicts: all[1:]}, "me", conflicts.About{Base: ancestry.Base{Version: base}})
		if err != nil {
			t.Fatal(err)
		}
		a.Met(shownOf(s), s.Adopt(fresh))
		a.seam.Run()
	}
	arrives(gone(3, "desk", "milk"), live, version(2, "kitchen", "Shop", "soy milk"))
	a.checkText(t, "a version that arrived", "A version by kitchen arrived in the meantime.")
	arrives(gone(4, "tablet", "tea"), gone(3, "desk", "milk"), live, version(2, "kitchen", "Shop", "soy milk"))
	a.checkText(t, "the deletion", "deleted by tablet")
	a.checkText(t, "after an equal one", "A version by kitchen arrived in the meantime.")
	a.does(func() {
		for _, choice := range []error{a.Shown().Session.Type("title", "Shopping"), a.Shown().Session.Tick(1, false), a.Shown().Session.Tick(2, false)} {
			if choice != nil {
				t.Fatal(choice)
			}
		}
	})
	arrives(gone(5, "cellar", "coffee"), gone(4, "tablet", "tea"), live, version(2, "kitchen", "Shop", "soy milk"))
	a.checkText(t, "after one that changes the result", "The version by cellar is the current version now.")
	if rows := drawn(a); !strings.Contains(rows, "|+coffee\n") {
		t.Errorf("the result is not in%s", rows)
	}
}
