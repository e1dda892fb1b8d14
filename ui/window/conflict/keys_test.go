package conflict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/widget/textedit"
)

// shop returns a note of which desk, A, changed the first line of the text and the title, and
// laptop, B, changed the first line, too.
func shop(t *testing.T) *at {
	t.Helper()
	return open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
		version(3, "desk", "Shopping", "oat milk\nbread\neggs\nsalt\n"),
		version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsalt\n")), wide)
}

// On the heads a number takes a whole version, on a field only the field.
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

// If there is no version with a number, the page says so, with the numbers that it shows.
func TestANumberThatNoVersionHasSaysSo(t *testing.T) {
	a := shop(t)
	a.types("3")
	same(t, "said", strings.Join(a.messages, ""), "There is no version 3. Choose 1 to 2.")
	same(t, "something is decided", a.Shown().Session.Changed(), false)
}

// Both sides of a hunk can be taken, in either order.
func TestBothSidesOfAStretchAreTakenInEitherOrder(t *testing.T) {
	rest := "bread\neggs\nsalt\n"
	for name, c := range map[string]struct {
		first, then int // columns after the original
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

// A click on the value of a version does the same as its number, and with Shift it adds the
// value.
func TestAClickOnAVersionTakesIt(t *testing.T) {
	a := shop(t)
	a.clickText(t, "soy")
	same(t, "the stretch", a.result("text"), "soy milk\nbread\neggs\nsalt\n")
	same(t, "the title stays", a.result("title"), "Shopping")
	a.held = fyne.KeyModifierShift
	a.clickText(t, "oat")
	same(t, "with Shift", a.result("text"), "soy milk\noat milk\nbread\neggs\nsalt\n")
	a.held = 0
	a.clickText(t, "oat")
	same(t, "without it again", a.result("text"), "oat milk\nbread\neggs\nsalt\n")
	same(t, "the focus is on the grid", a.window.Canvas().Focused() == a.Focus(), true)
}

// A click on the value of the original takes that, only for the clicked field.
func TestAClickOnTheOriginalTakesIt(t *testing.T) {
	a := shop(t)
	a.clickText(t, "Shop")
	same(t, "the title", a.result("title"), "Shop")
	same(t, "the text stays open", strings.Join(a.Shown().Session.Open(), " "), "text")
	a.clickText(t, "milk")
	same(t, "the stretch", a.result("text"), "milk\nbread\neggs\nsalt\n")
	same(t, "left to choose", len(a.Shown().Session.Open()), 0)
}

// A click on the author in the head of a version names the device, and makes no choice.
func TestAClickOnAnAuthorNamesTheDevice(t *testing.T) {
	a := shop(t)
	for _, by := range []string{"desk", "laptop"} {
		var spots []fyne.Position
		uitest.WalkAt(a.window.Content(), fyne.Position{}, func(o fyne.CanvasObject, at fyne.Position) {
			if w, is := o.(*widget.Words); is && strings.Contains(w.Text(), by+" · ") {
				spots = append(spots, at.AddXY(10, w.Size().Height/2))
			}
		})
		same(t, "heads of "+by, len(spots), 1)
		a.tapAt(spots[0])
		same(t, "asked for the name of", strings.Join(a.named, " "), by)
		a.named = nil
	}
	same(t, "something is decided", a.Shown().Session.Changed(), false)
}

// A click with Shift adds a version's members of a set to the result, as it does with hunks of
// a text.
func TestAClickWithShiftAddsToASet(t *testing.T) {
	for field, c := range map[string]struct {
		original, a, b   string
		ofA, ofB, result string
	}{
		"phones": {"1\n2", "11\n2", "12\n2", "11", "12", "11\n2\n12"},
		"emails": {"a@x.org", "b@x.org", "c@x.org", "b@x.org", "c@x.org", "b@x.org\nc@x.org"},
		"tags":   {"food", "food\nshop", "food\nveg", "shop", "veg", "food\nshop\nveg"},
	} {
		a := open(t, members(t, field, c.original, c.a, c.b), wide)
		a.clickText(t, c.ofA)
		same(t, field+": A", a.result(field), c.a)
		a.held = fyne.KeyModifierShift
		a.clickText(t, c.ofB)
		same(t, field+": B with Shift", a.result(field), c.result)
		a.held = 0
		a.clickText(t, c.ofB)
		same(t, field+": B without it", a.result(field), c.b)
	}
}

// A click on an offer makes its choice.
func TestAClickOnAChoiceMakesIt(t *testing.T) {
	const rest = "bread\neggs\nsalt\n"
	for text, want := range map[string]string{
		"A": "oat milk\n", "B": "soy milk\n", "Original": "milk\n",
		"A then B": "oat milk\nsoy milk\n", "B then A": "soy milk\noat milk\n",
	} {
		a := shop(t)
		a.clickChoice(t, text)
		same(t, text, a.result("text"), want+rest)
		same(t, text+": the title stays", a.result("title"), "Shopping")
		same(t, text+": left to choose", len(a.Shown().Session.Open()), 0)
	}
	a := shop(t)
	a.clickChoice(t, "Edit")
	a.types("!")
	same(t, "Edit", a.result("text"), "oat milk!\nbread\neggs\nsalt\n")
}

// clickText clicks the first text in the grid that is equal to text, clickChoice the last one:
// the texts of versions are before the result, and the notes there are before the offers.
func (a *at) clickText(t *testing.T, text string) {
	t.Helper()
	a.tapAt(a.texts(t, text)[0])
}

func (a *at) clickChoice(t *testing.T, text string) {
	t.Helper()
	all := a.texts(t, text)
	a.tapAt(all[len(all)-1])
}

func (a *at) tapAt(position fyne.Position) {
	test.TapCanvas(a.window.Canvas(), position)
	a.seam.Run()
}

// texts returns the positions of a text in the grid.
func (a *at) texts(t *testing.T, text string) (all []fyne.Position) {
	t.Helper()
	g := a.Grid()
	from := fyne.CurrentApp().Driver().AbsolutePositionForObject(g).Subtract(g.Position())
	uitest.WalkAt(g, from, func(o fyne.CanvasObject, at fyne.Position) {
		if shown, is := o.(*canvas.Text); is && strings.TrimSpace(shown.Text) == text {
			all = append(all, at.AddXY(shown.Size().Width/2, shown.Size().Height/2))
		}
	})
	if len(all) == 0 {
		t.Fatalf("no text in the grid says %q", text)
	}
	return all
}

// to moves the selection to a column.
func (a *at) to(column int) {
	for a.Grid().At().Column < column {
		a.press(fyne.KeyRight)
	}
	for a.Grid().At().Column > column {
		a.press(fyne.KeyLeft)
	}
}

// Shift+Enter is the same as +.
func TestShiftEnterAdds(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	a.to(2)
	a.held = fyne.KeyModifierShift
	a.press(fyne.KeyReturn)
	same(t, "the text", strings.HasPrefix(a.result("text"), "oat milk\nsoy milk\nbread\n"), true)
}

// If the result is a deletion, there is nothing to add to: adding a version keeps the item.
func TestShiftEnterAddsToADeletion(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk\n"), deleted(version(4, "desk", "Shop", "milk\n")),
		version(3, "laptop", "Shop", "oat milk\n"), version(2, "tablet", "Shop", "soy milk\n")), wide)
	a.markField("title")
	a.press(fyne.KeyDown)
	a.to(2)
	a.held = fyne.KeyModifierShift
	a.press(fyne.KeyReturn)
	same(t, "the text", a.result("text"), "oat milk\n")
	same(t, "deletes", a.Shown().Session.Outcome().Deletes, false)
}

// Backspace on a result resets it to the suggestion. Elsewhere it does nothing.
func TestBackspaceGoesBackToTheSuggestion(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("2")
	a.press(fyne.KeyBackspace)
	same(t, "on a version", a.result("title"), "Shop")
	a.to(3)
	a.press(fyne.KeyBackspace)
	same(t, "on the result", a.result("title"), "Shopping")
}

// twoStretches returns a conflict in two hunks of a long text.
func twoStretches(t *testing.T) *at {
	t.Helper()
	return open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
		version(3, "desk", "Shop", "oat milk\nbread\neggs\nfine salt\n"),
		version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsea salt\n")), wide)
}

// In a long text Backspace resets only the selected hunk.
func TestBackspaceGivesOneStretchBack(t *testing.T) {
	a := twoStretches(t)
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

// The original of a hunk is not typed text: Backspace on another hunk leaves it alone.
func TestBackspaceLeavesTheOriginalOfAnotherStretch(t *testing.T) {
	a := twoStretches(t)
	a.press(fyne.KeyDown)
	a.types("0")
	a.quiet(t, "typed by you")
	a.to(3)
	a.press(fyne.KeyDown, fyne.KeyBackspace)
	hunks := a.Shown().Session.Hunks("text")
	same(t, "the last is open", hunks[len(hunks)-1].Open, true)
	same(t, "the first is the original", hunks[0].Open, false)
}

// A click on a hunk does not replace typed text.
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
	same(t, "said", strings.Join(a.messages, ""), "You typed this text. Backspace on the result brings its parts back.")
	a.to(3)
	a.press(fyne.KeyBackspace)
	a.to(2)
	a.press(fyne.KeyReturn)
	same(t, "taken", strings.HasPrefix(a.result("text"), "soy milk\n"), true)
}

// 0 takes the original of what is selected: of a hunk, of a field, or of everything.
func TestZeroTakesTheOriginal(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("0")
	same(t, "the title", a.result("title"), "Shop")
	same(t, "the text stays open", strings.Join(a.Shown().Session.Open(), " "), "text")
	a.press(fyne.KeyDown)
	a.types("0")
	same(t, "the text", a.result("text"), "milk\nbread\neggs\nsalt\n")
	a.types("2")
	a.press(fyne.KeyHome)
	a.types("0")
	same(t, "all of it", a.result("title")+" "+a.result("text"), "Shop milk\nbread\neggs\nsalt\n")
	a = open(t, begun(t, nil, version(3, "desk", "a", ""), version(2, "laptop", "b", "")), wide)
	a.types("0")
	same(t, "said where it is not known", strings.Join(a.messages, ""), "Original not known: it was not determined.")
}

// fourteen returns a note with 15 changed lines: A changed seven of them, B another seven, and
// both changed one near the end.
func fourteen(t *testing.T, lines int) (*at, []string) {
	t.Helper()
	texts := make([][]string, 3)
	for n := range lines {
		line := fmt.Sprintf("line %d of a note that is long enough to fill a screen and some more", n)
		for i := range texts {
			texts[i] = append(texts[i], line)
		}
	}
	for k := range 7 {
		at := (2*k + 1) * lines / 15
		texts[1][at] += ", A"
		texts[2][at+lines/15] += ", B"
	}
	texts[1][lines-3], texts[2][lines-3] = "both, as A says", "both, as B says"
	join := func(all []string) string { return strings.Join(all, "\n") + "\n" }
	a := open(t, begun(t, version(1, "phone", "Note", join(texts[0])), version(3, "desk", "Note", join(texts[1])), version(2, "laptop", "Note", join(texts[2]))), wide)
	merged := slices.Clone(texts[0])
	for i := range lines {
		for _, side := range texts[1:] {
			if side[i] != texts[0][i] {
				merged[i] = side[i]
			}
		}
	}
	return a, merged
}

// A number on a hunk takes only the hunk: in an 80 KB note of which A changed seven lines, B
// seven others, and both one, the fourteen are kept.
func TestANumberOnAStretchTakesTheStretch(t *testing.T) {
	for key, want := range map[string]string{"1": "both, as A says", "2": "both, as B says"} {
		a, merged := fourteen(t, 1200)
		a.does(a.Save)
		a.types(key)
		merged[len(merged)-3] = want
		same(t, "the text after "+key, a.result("text"), strings.Join(merged, "\n")+"\n")
		same(t, "left to choose", len(a.Shown().Session.Open()), 0)
		a.does(a.Save)
		same(t, "saved", a.saved, 1)
	}
}

// A choice does not change an earlier one elsewhere in the text, whether it is made by a
// number, Enter, or a click.
func TestAChoiceLeavesEarlierOnesAlone(t *testing.T) {
	for name, second := range map[string]func(a *at){
		"a number": func(a *at) { a.types("1") },
		"Enter":    func(a *at) { a.to(1); a.press(fyne.KeyReturn) },
		"a click":  func(a *at) { a.clickText(t, "fine") },
		"original": func(a *at) { a.types("0") },
	} {
		a := open(t, begun(t,
			version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
			version(3, "desk", "Shop", "oat milk\nbread\neggs\nfine salt\n"),
			version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsea salt\n")), wide)
		a.press(fyne.KeyDown)
		a.types("2")
		a.press(fyne.KeyDown)
		second(a)
		want := "soy milk\nbread\neggs\nfine salt\n"
		if name == "original" {
			want = "soy milk\nbread\neggs\nsalt\n"
		}
		same(t, name, a.result("text"), want)
		a.Undo()
		same(t, name+", undone", strings.HasPrefix(a.result("text"), "soy milk\n"), true)
		same(t, name+", undone: left to choose", len(a.Shown().Session.Open()), 1)
	}
}

// When a whole version replaces typed text, the page says so, whether a key, a button or the
// key for the original chose it, and undo restores the text.
func TestAWholeVersionSaysThatItReplacesWhatWasTyped(t *testing.T) {
	for name, c := range map[string]struct {
		choose func(*at)
		said   string
	}{
		"a key":                {func(a *at) { a.types("1") }, "Replaces what you typed in Title and Text. Ctrl+Z undoes it. Drops 1 line of B."},
		"a button":             {func(a *at) { a.click(t, "Use A") }, "Replaces what you typed in Title and Text. Ctrl+Z undoes it. Drops 1 line of B."},
		"the original":         {func(a *at) { a.types("0") }, "Replaces what you typed in Title and Text. Ctrl+Z undoes it. Drops Title and 1 line of A and 1 line of B."},
		"the version it is of": {func(a *at) { a.types("2") }, "Replaces what you typed in Title and Text. Ctrl+Z undoes it. Drops Title and 1 line of A."},
	} {
		a := shop(t)
		for range 2 {
			a.press(fyne.KeyDown)
			a.types("e")
			a.types("x")
			a.window.Canvas().Focus(a.Focus())
		}
		typed := a.result("title") + a.result("text")
		a.press(fyne.KeyHome)
		c.choose(a)
		same(t, name, strings.Join(a.messages, "|"), c.said)
		a.Undo()
		same(t, name+", undone", a.result("title")+a.result("text"), typed)
	}
}

// When a version, the original or the suggestion replaces the typed text of a single-line
// field, the page says so, too, and undo restores the text.
func TestAFieldSaysThatItReplacesWhatWasTyped(t *testing.T) {
	for name, choose := range map[string]func(*at){
		"a number":     func(a *at) { a.types("1") },
		"another one":  func(a *at) { a.types("2") },
		"the original": func(a *at) { a.types("0") },
		"Enter":        func(a *at) { a.press(fyne.KeyLeft); a.press(fyne.KeyReturn) },
		"Backspace":    func(a *at) { a.to(3); a.press(fyne.KeyBackspace) },
	} {
		a := shop(t)
		a.press(fyne.KeyDown)
		a.types("e")
		a.types("x")
		a.window.Canvas().Focus(a.Focus())
		typed := a.result("title")
		choose(a)
		same(t, name+", replaced", a.result("title") != typed, true)
		same(t, name, strings.Join(a.messages, "|"), "Replaces what you typed in Title. Ctrl+Z undoes it.")
		a.Undo()
		same(t, name+", undone", a.result("title"), typed)
	}
}

// A choice for another hunk, Backspace there, and excluding a version leave the typed text of
// a hunk alone, and are not reported as replacing it. Backspace on the hunk itself is.
func TestAChoiceElsewhereReplacesNothingTyped(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\njam\ntea\n"),
		version(3, "desk", "Shop", "oat milk\nbread\neggs\nfine salt\njam\ntea\n"),
		version(2, "laptop", "Shop", "soy milk\nbread\neggs\nsea salt\njam\ngreen tea\n")), wide)
	a.alt(fyne.KeyDown)
	a.does(func() { a.types("e") })
	a.types("!")
	a.does(func() { a.window.Canvas().Focus(a.Focus()) })
	for _, c := range []struct {
		name   string
		choose func()
		text   string
		said   string
	}{
		{"a number", func() { a.alt(fyne.KeyDown); a.does(func() { a.types("2") }) }, "oat milk!\nbread\neggs\nsea salt\njam\ngreen tea\n", ""},
		{"Backspace", func() { a.to(3); a.does(func() { a.press(fyne.KeyBackspace) }) }, "oat milk!\nbread\neggs\nfine salt\njam\ngreen tea\n", ""},
		{"Space", func() { a.toHead(); a.to(2); a.does(func() { a.types(" ") }) }, "oat milk!\nbread\neggs\nfine salt\njam\ntea\n", ""},
		{
			"the stretch itself",
			func() {
				a.does(func() { a.types(" ") })
				a.alt(fyne.KeyDown)
				a.to(3)
				a.does(func() { a.press(fyne.KeyBackspace) })
			},
			"oat milk\nbread\neggs\nfine salt\njam\ngreen tea\n", "Replaces what you typed in Text. Ctrl+Z undoes it.",
		},
	} {
		a.messages = nil
		c.choose()
		same(t, c.name, a.result("text"), c.text)
		same(t, c.name+" says", strings.Join(a.messages, "|"), c.said)
	}
}

// A whole version is taken only on a head, and the page says what that drops.
func TestAWholeVersionSaysWhatItDrops(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
		version(3, "desk", "Shopping", "oat milk\nbread\neggs\nsalt\ntea\nrice\n"),
		version(2, "laptop", "Shop", "milk\nbread\neggs\nsea salt\n")), wide)
	a.types("2")
	same(t, "said", strings.Join(a.messages, ""), "Drops Title and 3 lines of A.")
	a.types("1")
	same(t, "said then", a.messages[len(a.messages)-1], "Drops 1 line of B.")
	tagged := func(v *item.Version, tags, text string) *item.Version {
		c, err := record.New(record.Todo, record.Values{"title": "Shop", "tags": tags, "text": text})
		if err != nil {
			t.Fatal(err)
		}
		v.Content = c
		return v
	}
	a = open(t, begun(t,
		tagged(version(1, "phone", "", ""), "food\nweek\nnow", "milk\nbread\neggs\nsalt\n"),
		tagged(version(3, "desk", "", ""), "food\nweek\nnow\nshop\nhome", "oat milk\nbread\neggs\nsalt\ntea\nrice\n"),
		tagged(version(2, "laptop", "", ""), "food", "milk\nsalt\n")), wide)
	a.types("2")
	same(t, "said of tags", strings.Join(a.messages, ""), "Drops 2 tags and 3 lines of A.")
	a.types("1")
	same(t, "said of what B removed", a.messages[len(a.messages)-1], "Restores 2 tags and 2 lines removed by B.")
	marked := 0
	for _, r := range a.Grid().Rows() {
		if r.Differs == grid.Dropped && r.Cells[2].Note == "dropped" {
			marked++
		}
	}
	same(t, "places that are marked", marked, 2)
	a.checkText(t, "with A", "Restores 2 tags and 2 lines removed by B.")
	a, _ = fourteen(t, 300)
	for !strings.HasPrefix(a.Grid().Key(), "fold") {
		a.press(fyne.KeyDown)
	}
	a.types("2")
	same(t, "on a fold", strings.Join(a.messages, ""), "Nothing to choose here.")
	same(t, "something is decided", a.Shown().Session.Changed(), false)
}

// Alt+Down and Alt+Up go from one difference to the next, past folded lines.
func TestAltDownGoesToTheNextDifference(t *testing.T) {
	a, _ := fourteen(t, 300)
	down := &desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt}
	up := &desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt}
	var rows []int
	for range 16 {
		a.Shortcut(down)
		rows = append(rows, a.Grid().At().Row)
	}
	same(t, "differences", len(slices.Compact(slices.Clone(rows))), 15)
	same(t, "at the end", a.messages[len(a.messages)-1], "There are no more differences in this direction.")
	a.Shortcut(up)
	same(t, "one up", a.Grid().At().Row, rows[13])
}

// Undo reverts one choice at a time, back to the state in which the page was opened and no
// further; typing is one step.
func TestUndoGoesBackChoiceByChoice(t *testing.T) {
	a := shop(t)
	before := a.rows()
	a.press(fyne.KeyDown)
	a.types("2")
	a.press(fyne.KeyDown)
	a.types("1")
	a.types("e")
	a.types("tea")
	typed := a.result("text")
	a.window.Canvas().Focus(a.Focus())
	a.Undo()
	same(t, "typing undone", a.result("text"), "oat milk\nbread\neggs\nsalt\n")
	a.Undo()
	a.Undo()
	a.seam.Run()
	same(t, "as it opened", strings.Join(a.rows(), "\n"), strings.Join(before, "\n"))
	same(t, "something is decided", a.Shown().Session.Changed(), false)
	a.Undo()
	same(t, "no further", a.messages[len(a.messages)-1], "No choice to undo. To undo the last resolution, use the menu Edit › Conflicts.")
	for range 3 {
		a.Redo()
	}
	same(t, "redone", a.result("text"), typed)
}

// A letter that is typed and removed again is not a choice.
func TestALetterTypedAndRemovedDecidesNothing(t *testing.T) {
	a := shop(t)
	before := a.rows()
	for range 2 {
		a.press(fyne.KeyDown)
		a.types("e")
		a.types("x")
		same(t, "typing decides", a.Shown().Session.Changed(), true)
		a.press(fyne.KeyBackspace)
		a.window.Canvas().Focus(a.Focus())
	}
	same(t, "as it was", strings.Join(a.rows(), "\n"), strings.Join(before, "\n"))
	same(t, "something is decided", a.Shown().Session.Changed(), false)
	same(t, "left to choose", strings.Join(a.Shown().Session.Open(), " "), "text")
}

// A letter typed into a hunk decides only that hunk: the other one is still open, and can be
// chosen. No choice replaces the typed text, and Backspace resets it.
func TestTypingInOneStretchLeavesTheOtherOpen(t *testing.T) {
	a := twoStretches(t)
	a.press(fyne.KeyDown)
	a.checkText(t, "before", "Typing changes only the lines that you edit.")
	shown := a.result("text")
	a.types("e")
	a.press(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyHome)
	a.types("x")
	same(t, "typed", a.result("text"), "x"+shown)
	a.window.Canvas().Focus(a.Focus())
	a.checkText(t, "where it was typed", "typed by you")
	same(t, "left to choose", strings.Join(a.Shown().Session.Open(), " "), "text")
	hunks := a.Shown().Session.Hunks("text")
	last := len(hunks) - 1
	same(t, "the first is open", hunks[0].Open, false)
	same(t, "the last is open", hunks[last].Open, true)
	a.types("2")
	same(t, "said", a.messages[len(a.messages)-1], "You typed this text. Backspace on the result brings its parts back.")
	a.press(fyne.KeyDown)
	a.types("2")
	same(t, "chosen", a.result("text"), "x"+strings.Replace(shown, hunks[last].Texts[0], hunks[last].Texts[1], 1))
	same(t, "left to choose then", len(a.Shown().Session.Open()), 0)
	a.press(fyne.KeyUp)
	a.to(3)
	a.press(fyne.KeyBackspace)
	same(t, "the first is open again", a.Shown().Session.Hunks("text")[0].Open, true)
}

// If a person typed into parts of a text, and other parts are from a version, the page says
// both.
func TestThePageSaysWhatWasTypedNextToWhatWasChosen(t *testing.T) {
	a := twoStretches(t)
	a.press(fyne.KeyDown)
	a.types("e")
	a.press(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyHome)
	a.types("x")
	a.window.Canvas().Focus(a.Focus())
	a.press(fyne.KeyDown)
	a.types("2")
	a.checkText(t, "of the text", "typed by you, with parts from B")
	a.press(fyne.KeyUp)
	a.checkText(t, "of what was typed", "typed by you")
	a.quiet(t, "with parts from B")
}

// Shift+Enter adds to a set, too, and replaces nothing in a field that holds one value.
func TestShiftEnterAddsToASet(t *testing.T) {
	a := open(t, phones(t), wide)
	a.markField("phones")
	a.held = fyne.KeyModifierShift
	for _, column := range []int{1, 2} {
		a.to(column)
		a.press(fyne.KeyReturn)
	}
	same(t, "phones", a.result("phones"), "11\n2\n12")
	a.press(fyne.KeyReturn)
	same(t, "said", a.messages[len(a.messages)-1], "It is there already.")
	a.markField("name")
	before := a.result("name")
	a.to(2)
	a.press(fyne.KeyReturn)
	same(t, "the name", a.result("name"), before)
	same(t, "said of the name", a.messages[len(a.messages)-1], "Name holds one value. Press Enter to choose this one.")
}

// markField moves the selection down to a field.
func (a *at) markField(field string) {
	a.press(fyne.KeyHome)
	for a.Grid().Key() != "field "+field {
		a.press(fyne.KeyDown)
	}
}

// phones returns a contact of which both versions changed the same number, and the name.
func phones(t *testing.T) *conflicts.Session {
	t.Helper()
	return members(t, "phones", "1\n2", "11\n2", "12\n2")
}

// members returns a contact with a set that desk and laptop changed.
func members(t *testing.T, field, original, a, b string) *conflicts.Session {
	t.Helper()
	of := func(updates int, by, name, members string) *item.Version {
		c, err := record.New(record.Contact, record.Values{"name": name, field: members})
		if err != nil {
			t.Fatal(err)
		}
		v := version(updates, by, "", "")
		v.Content = c
		return v
	}
	return begun(t, of(1, "phone", "Ada", original), of(3, "desk", "Ada B.", a), of(2, "laptop", "Ada C.", b))
}

// Typed text becomes the result at once, and Enter returns to the grid.
func TestTypingIsTheResultAtOnce(t *testing.T) {
	a := shop(t)
	a.press(fyne.KeyDown)
	a.types("e")
	a.types(" list")
	same(t, "the title", a.result("title"), "Shopping list")
	same(t, "in the grid", strings.Contains(drawn(a), "|~Shopping list\n"), true)
	a.press(fyne.KeyReturn)
	same(t, "the focus is on the grid", a.window.Canvas().Focused() == a.Focus(), true)
}

// Space toggles the tick box of the selected column; the winner stays included.
func TestSpaceTurnsTheTickOfTheMarkedColumn(t *testing.T) {
	a := shop(t)
	a.types(" ")
	same(t, "said", strings.Join(a.messages, ""), "This is the current version: it is always included.")
	a.to(2)
	a.types(" ")
	same(t, "B is ticked", a.Shown().Session.Candidates()[1].Taken, false)
}

// If a choice is open, saving goes there instead.
func TestSavingGoesToWhatIsOpen(t *testing.T) {
	a := shop(t)
	a.does(a.Save)
	same(t, "saved", a.saved, 0)
	same(t, "said", strings.Join(a.messages, ""), "Text is still open: choose a version or type.")
	a.types("1")
	a.does(a.Save)
	same(t, "saved after a choice", a.saved, 1)
}

// The page asks whether to delete the item. The answer may be to keep it.
func TestADeletionIsAskedAbout(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk"), version(3, "desk", "Shop", "tea"), deleted(version(2, "laptop", "Shop", "milk"))), wide)
	a.does(a.Save)
	same(t, "saved", a.saved, 0)
	a.press(fyne.KeyReturn) // the button “Keep it” has the focus
	a.does(a.Save)
	same(t, "saved after it stays", a.saved, 1)
	same(t, "deleted", a.Shown().Session.Outcome().Deletes, false)
}

// A version whose content was not stored cannot be taken, and its column says so.
func TestAVersionWhoseContentWasNotKeptCannotBeTaken(t *testing.T) {
	gone := version(2, "laptop", "b", "")
	gone.Missing = true
	s, err := conflicts.NewSession(&item.Item{Winner: version(3, "desk", "a", ""), Conflicts: []*item.Version{gone}}, "me", conflicts.About{})
	if err != nil {
		t.Fatal(err)
	}
	a := open(t, s, wide)
	a.types("2")
	same(t, "said", strings.Join(a.messages, ""), "The content of this version was not stored: it cannot be chosen.")
}

// E goes to the end of the selected hunk: text is typed there, whether the hunk is open or
// merged, and the other hunks stay unchanged.
func TestTheEditorBeginsAtTheMarkedStretch(t *testing.T) {
	a, merged := fourteen(t, 45)
	a.does(a.Save) // selects the open hunk
	a.types("e")
	a.types(" or B")
	merged[42] = "both, as A says or B"
	same(t, "the text", a.result("text"), strings.Join(merged, "\n")+"\n")
	same(t, "open", len(a.Shown().Session.Open()), 0)
	a.does(a.Leave)

	a, merged = fourteen(t, 45)
	a.alt(fyne.KeyDown)
	a.types("e")
	a.types("!")
	merged[3] += "!"
	merged[42] = "both, as A says"
	same(t, "the text", a.result("text"), strings.Join(merged, "\n")+"\n")
	same(t, "open", len(a.Shown().Session.Open()), 1)
}

// The key that opened the editor types nothing into it while it is held down. Once it is
// released, it types at once.
func TestAHeldKeyTypesNothingIntoWhatItOpened(t *testing.T) {
	for name, opens := range map[string]func(*at){
		"e":     func(a *at) { a.types("e") },
		"Enter": func(a *at) { a.press(fyne.KeyReturn) },
	} {
		a, _ := fourteen(t, 45)
		a.does(a.Save)
		a.does(func() {})
		before := a.result("text")
		again := func() {
			if name == "e" {
				a.types("e")
			} else {
				a.press(fyne.KeyReturn)
			}
		}
		opens(a)
		if focused, is := a.window.Canvas().Focused().(*textedit.Editor); !is {
			t.Fatalf("%s: the focus is on %T", name, focused)
		}
		a.now = a.now.Add(600 * time.Millisecond)
		for range 20 {
			again()
			a.now = a.now.Add(40 * time.Millisecond)
		}
		same(t, name+", held", a.result("text"), before)
		a.window.Canvas().Focused().(desktop.Keyable).KeyUp(&fyne.KeyEvent{Name: map[string]fyne.KeyName{"e": fyne.KeyE, "Enter": fyne.KeyReturn}[name]})
		again()
		same(t, name+", again", len(a.result("text")), len(before)+1)
	}
}
