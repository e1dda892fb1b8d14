package conflict_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// click clicks the first visible button with a text.
func (a *at) click(t *testing.T, text string) {
	t.Helper()
	for _, o := range uitest.Drawn(a.Object()) {
		if b, is := o.(*widget.Button); is && b.Visible() && b.Text == text {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
			test.TapCanvas(a.window.Canvas(), at.AddXY(b.Size().Width/2, b.Size().Height/2))
			a.seam.Run()
			return
		}
	}
	t.Errorf("no button says %q", text)
}

// offers reports whether there is a visible button with a text.
func (a *at) offers(text string) bool {
	for _, o := range uitest.Drawn(a.Object()) {
		if b, is := o.(*widget.Button); is && b.Visible() && b.Text == text {
			return true
		}
	}
	return false
}

// plumber returns a todo that desk changed and laptop deleted. deletionWins says which of them
// is the winner.
func plumber(t *testing.T, deletionWins bool) *at {
	t.Helper()
	kept, gone := version(3, "desk", "Plumber", "Tuesday"), deleted(version(2, "laptop", "Plumber", "Monday"))
	if deletionWins {
		kept, gone = gone, kept
	}
	return open(t, begun(t, version(1, "phone", "Plumber", "Monday"), kept, gone), wide)
}

// "Use A" uses the whole current version as the result.
func TestAClickOnUseTakesTheCurrentVersion(t *testing.T) {
	a := shop(t)
	a.click(t, "Use A")
	same(t, "title", a.result("title"), "Shopping")
	same(t, "text", a.result("text"), "oat milk\nbread\neggs\nsalt\n")
	same(t, "left to choose", len(a.Shown().Session.Open()), 0)
}

// "Use B" uses the whole other version as the result.
func TestAClickOnUseTakesThatVersion(t *testing.T) {
	a := shop(t)
	a.click(t, "Use B")
	same(t, "title", a.result("title"), "Shop")
	same(t, "text", a.result("text"), "soy milk\nbread\neggs\nsalt\n")
	same(t, "left to choose", len(a.Shown().Session.Open()), 0)
}

// "Delete it" takes the deletion, whether it is the winner or not; the button of the other
// version reverts that.
func TestAClickOnDeleteTakesTheDeletion(t *testing.T) {
	for deletionWins, other := range map[bool]string{true: "Use B", false: "Use A"} {
		a := plumber(t, deletionWins)
		same(t, "chosen before", a.Shown().Session.Open()[0], "")
		a.click(t, "Delete it")
		same(t, "left to choose", len(a.Shown().Session.Open()), 0)
		same(t, "deletes", a.Shown().Session.Outcome().Deletes, true)
		a.click(t, other)
		same(t, other+" deletes", a.Shown().Session.Outcome().Deletes, false)
	}
}

// "Keep it" keeps the item with the suggestion, and is needed only once.
func TestAClickOnKeepItKeepsTheItem(t *testing.T) {
	a := plumber(t, true)
	a.click(t, "Keep it")
	same(t, "left to choose", len(a.Shown().Session.Open()), 0)
	same(t, "deletes", a.Shown().Session.Outcome().Deletes, false)
	same(t, "text", a.result("text"), "Tuesday")
	same(t, "asked again", a.offers("Keep it"), false)
}

// "Start over" resets all choices, and is shown only if there are any.
func TestAClickOnStartOverTakesEverythingBack(t *testing.T) {
	a := shop(t)
	same(t, "offered before", a.offers("Start over"), false)
	a.click(t, "Use B")
	a.click(t, "Start over")
	same(t, "title", a.result("title"), "Shopping")
	same(t, "left to choose", len(a.Shown().Session.Open()), 1)
	same(t, "something is decided", a.Shown().Session.Changed(), false)
	same(t, "offered after", a.offers("Start over"), false)
}

// "‹ Back to suggestion" resets only the selected field, and the keys work in the grid
// afterwards.
func TestAClickOnBackGivesOneFieldUp(t *testing.T) {
	a := shop(t)
	a.click(t, "Use B")
	a.window.Canvas().Focus(a.Focus())
	a.press(fyne.KeyDown)
	a.tap(t, "‹ Back to suggestion")
	same(t, "title", a.result("title"), "Shopping")
	same(t, "text", a.result("text"), "soy milk\nbread\neggs\nsalt\n")
	same(t, "the focus is on the grid", a.window.Canvas().Focused() == a.Focus(), true)
}

// The save button is named after its effect, and requests it from the window. If a choice is
// open, it goes there instead.
func TestAClickOnSaveSaves(t *testing.T) {
	agreed := func(t *testing.T) *at {
		return open(t, begun(t, version(1, "phone", "Shop", "milk\n"), version(3, "desk", "Shopping", "milk\n"), version(2, "laptop", "Shop", "oat milk\n")), wide)
	}
	alike := func(t *testing.T) *at {
		return open(t, begun(t, version(1, "phone", "Shop", ""), version(3, "desk", "Shops", ""), version(2, "laptop", "Shops", "")), wide)
	}
	for name, c := range map[string]struct {
		of     func(*testing.T) *at
		chosen string
		saved  int
	}{
		"Save  Ctrl+Enter":         {shop, "2", 1},
		"Accept merge  Ctrl+Enter": {agreed, "", 1},
		"Confirm  Ctrl+Enter":      {alike, "", 1},
		"Next choice  Ctrl+Enter":  {shop, "", 0},
	} {
		a := c.of(t)
		a.types(c.chosen)
		a.click(t, name)
		same(t, name+": saved", a.saved, c.saved)
		if c.saved == 0 {
			same(t, name+": goes to what is open", a.Grid().At().Row > 0, true)
			same(t, name+": the focus is on the grid", a.window.Canvas().Focused() == a.Focus(), true)
		}
	}
}

// "Skip for now" leaves the page, and keeps all choices.
func TestAClickOnSkipKeepsWhatWasChosen(t *testing.T) {
	a := shop(t)
	a.click(t, "Use B")
	a.click(t, "Skip for now  Esc")
	same(t, "put off", a.later, 1)
	same(t, "saved", a.saved, 0)
	same(t, "title", a.result("title"), "Shop")
	same(t, "something is decided", a.Shown().Session.Changed(), true)
}

// Changes of several versions can be merged by M and by a click, and the merge is saved. Other
// fields stay unchanged.
func TestTheOfferedMergeIsChosenByKeyAndClick(t *testing.T) {
	for name, c := range map[string]struct {
		of           func(*testing.T) *at
		field, offer string
		want         string
	}{
		"words":           {notice, "text", "Merge words", "Hours\nPlease call the shop before noon.\nThank you.\n"},
		"a set":           {addresses, "phones", "Both", "11\n2\n12"},
		"a moved stretch": {movedAndEdited, "text", "A’s position, B’s text", "a second one\nand the third\nthe first paragraph, edited\n"},
	} {
		for way, choose := range map[string]func(*at){
			"M":       func(a *at) { a.markOpen(t, c.field); a.types("M") },
			"m":       func(a *at) { a.markOpen(t, c.field); a.types("m") },
			"a click": func(a *at) { a.clickChoice(t, c.offer) },
		} {
			a := c.of(t)
			others := a.Shown().Session.Open()
			choose(a)
			same(t, name+" by "+way, a.result(c.field), c.want)
			same(t, name+" by "+way+": left to choose", len(a.Shown().Session.Open()), len(others)-1)
			same(t, name+" by "+way+": in sight", strings.Contains(strings.Join(a.rows(), "\n"), "Choose: [A] [B] ["+c.offer), false)
			same(t, name+" by "+way+": saved", a.savedWithRest(t, c.field, others), c.want)
			a.Undo()
			same(t, name+" by "+way+": undone", strings.Join(a.Shown().Session.Open(), " "), strings.Join(others, " "))
		}
	}
}

// savedWithRest returns the value of a field that is saved if A is taken for the other open
// fields.
func (a *at) savedWithRest(t *testing.T, field string, open []string) string {
	t.Helper()
	for _, other := range open {
		if other != field {
			a.markOpen(t, other)
			a.types("1")
			defer a.Undo()
		}
	}
	result, err := a.Shown().Session.Decision(noon)
	if err != nil {
		t.Fatal(err)
	}
	return record.Read(result.Content).Get(field)
}

// markOpen selects the first open row of a field.
func (a *at) markOpen(t *testing.T, field string) {
	t.Helper()
	a.press(fyne.KeyHome)
	for range a.Grid().Rows() {
		a.press(fyne.KeyDown)
		name, hunk, ok := a.Marked()
		if hunks := a.Shown().Session.Hunks(field); ok && name == field && (hunk < 0 || hunks[hunk].Open) {
			return
		}
	}
	t.Fatalf("%s is not open", field)
}

// After a whole version was taken, M still merges only the selected hunk.
func TestMMergesTheMarkedStretchAlone(t *testing.T) {
	for name, c := range map[string]struct {
		of   func(*testing.T) *at
		want string
	}{
		"words":           {notice, "Hours\nPlease call the shop before noon.\nThank you.\n"},
		"a moved stretch": {movedAndEdited, "a second one\nand the third\nthe first paragraph, edited\n"},
	} {
		a := c.of(t)
		a.markOpen(t, "text")
		at := a.Grid().At()
		a.press(fyne.KeyHome)
		a.types("1")
		a.Grid().Mark(at)
		a.types("m")
		same(t, name, a.result("text"), c.want)
	}
}

func TestMSaysWhereNoMergeIsOffered(t *testing.T) {
	a := shop(t)
	a.types("m")
	same(t, "on the heads", strings.Join(a.messages, ""), "No merge available here.")
	a.press(fyne.KeyDown)
	a.types("m")
	same(t, "on a field that one changed", len(a.messages), 2)
	same(t, "something is decided", a.Shown().Session.Changed(), false)
}

// notice returns a note of which both versions changed different words of the same line.
func notice(t *testing.T) *at {
	text := func(line string) string { return "Hours\n" + line + "\nThank you.\n" }
	return open(t, begun(t,
		version(1, "phone", "Notice", text("Please do not call the office before noon.")),
		version(3, "desk", "Notice", text("Please do not call the shop before noon.")),
		version(2, "laptop", "Notice", text("Please call the office before noon."))), wide)
}

func addresses(t *testing.T) *at { return open(t, phones(t), wide) }

// movedAndEdited returns a note of which desk moved a paragraph that laptop edited.
func movedAndEdited(t *testing.T) *at {
	return open(t, begun(t,
		version(1, "phone", "Order", "the first paragraph\na second one\nand the third\n"),
		version(3, "desk", "Order", "a second one\nand the third\nthe first paragraph\n"),
		version(2, "laptop", "Order", "the first paragraph, edited\na second one\nand the third\n")), wide)
}

// The button for several versions names all of them, in the order of the result.
func TestTheChoiceOfSeveralVersionsNamesAllOfThem(t *testing.T) {
	added := []string{"one\n", "two\n", "three\n", "four\n", "five\n"}
	by := []string{"laptop", "tablet", "desk", "kitchen", "me"}
	for _, c := range []struct {
		versions int
		choices  map[string]string
	}{
		{2, map[string]string{"A then B": "one\ntwo\n", "B then A": "two\none\n"}},
		{3, map[string]string{"A, B, C in order": "one\ntwo\nthree\n"}},
		{5, map[string]string{"A, B, C, D, E in order": "one\ntwo\nthree\nfour\nfive\n"}},
	} {
		for text, want := range c.choices {
			var versions []*item.Version
			for i, line := range added[:c.versions] {
				versions = append(versions, version(9-i, by[i], "Shop", "Shop\n"+line+"Home\n"))
			}
			a := open(t, begun(t, version(1, "phone", "Shop", "Shop\nHome\n"), versions...), wide)
			a.clickChoice(t, text)
			same(t, text, a.result("text"), "Shop\n"+want+"Home\n")
		}
	}
}

// A button shows the value of its version if the column may be scrolled out of sight.
func TestTheChoiceOfAVersionOutOfSightSaysItsValue(t *testing.T) {
	for width, want := range map[float32]string{
		1180: "[A] [B  Two eggs] [C  Three eggs] [D  —] [E] [A, B, C, E in order] [Original] [Edit]",
		2600: "[A] [B] [C] [D] [E] [A, B, C, E in order] [Original] [Edit]",
	} {
		text := func(line string) string { return "Shop\n" + line + "\nHome" }
		a := open(t, begun(t,
			version(1, "phone", "Eggs", text("eggs")), version(6, "laptop", "Eggs", text("One egg")), version(5, "tablet", "Eggs", text("Two eggs")),
			version(4, "desk", "Eggs", text("Three eggs")), version(3, "kitchen", "Eggs", "Shop\nHome"), version(2, "me", "Eggs", text("Five eggs"))), fyne.NewSize(width, 740))
		rows := strings.Join(a.rows(), " ")
		_, rows, _ = strings.Cut(rows, "?Choose: ")
		same(t, "choices", strings.ReplaceAll(rows[:strings.Index(rows, " |Home")], " ||||||| ", " "), want)
	}
}
