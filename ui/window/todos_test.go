package window

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/snapshot"
)

// todos returns a desk that shows a list of todos with the typed entries. It is noon on
// Sunday, May 24, 2026.
func todos(t *testing.T, typed ...string) *desk {
	t.Helper()
	d := newDesk(t)
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Kind: "todo"})))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	for _, text := range typed {
		d.types(text)
		d.press(fyne.KeyReturn)
		d.rest()
		d.clock.now = d.clock.now.Add(time.Second)
	}
	d.rest()
	d.win.focus(d.win.items.List())
	return d
}

// titles returns the rows of the middle pane, with subtasks indented and headings in capitals.
func (d *desk) titles() string {
	var all []string
	for _, r := range d.win.now.Rows {
		switch {
		case r.Heading != nil && r.Heading.Group == snapshot.GroupByLetter:
			all = append(all, cmp.Or(r.Heading.Letter, "#"))
		case r.Heading != nil && (r.Heading.Group == snapshot.GroupBySection || r.Heading.Group == snapshot.GroupByTag):
			all = append(all, strings.ToUpper(r.Heading.Section+r.Heading.Tag))
		case r.Heading != nil:
			all = append(all, strings.ToUpper([]string{"overdue", "today", "tomorrow", "soon", "later", "not due", "over"}[r.Heading.Bucket]))
		default:
			all = append(all, strings.Repeat(">", r.Depth)+r.Title)
		}
	}
	return strings.Join(all, ", ")
}

// itemRows returns the rows of the middle pane without headings.
func (d *desk) itemRows() []snapshot.Row {
	return slices.DeleteFunc(slices.Clone(d.win.now.Rows), func(r snapshot.Row) bool { return r.Heading != nil })
}

// row returns the index of a row of the middle pane by its title.
func (d *desk) row(title string) int {
	d.t.Helper()
	for i, r := range d.win.now.Rows {
		if r.Title == title {
			return i
		}
	}
	d.t.Fatalf("there is no row %q: %s", title, d.titles())
	return 0
}

// sub makes a row a subtask of another one.
func (d *desk) sub(title, of string) {
	d.t.Helper()
	parent := d.win.now.Rows[d.row(of)]
	id := parent.UID
	if id == "" {
		id = parent.ID
	}
	change(d.t, d.engine, parent.Set, d.win.now.Rows[d.row(title)].ID, "parent", id)
	d.win.Reload()
	d.rest()
}

func (d *desk) value(title, field string) string {
	d.t.Helper()
	r := d.win.now.Rows[d.row(title)]
	return record.Read(d.item(r.Item()).Winner.Content).Get(field)
}

func TestQuickEntryIsResolvedWhenItIsAdded(t *testing.T) {
	d := todos(t, "milk fri 18:00 #dairy p1")
	same(t, "title", d.titles(), "milk")
	same(t, "due", d.value("milk", "due"), "2026-05-29T18:00")
	same(t, "tags", d.value("milk", "tags"), "dairy")
	same(t, "priority", d.value("milk", "priority"), "1")
}

// A chip that is removed with the keyboard becomes plain words again.
func TestAChipThatIsTakenOffIsAPlainWord(t *testing.T) {
	d := todos(t)
	d.win.focus(d.win.items.Adding())
	d.types("buy the sunday paper #shop")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyBackspace)
	d.press(fyne.KeyTab)
	d.win.focus(d.win.items.Adding())
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "title", d.titles(), "buy the sunday paper")
	same(t, "due", d.value("buy the sunday paper", "due"), "")
	same(t, "tags", d.value("buy the sunday paper", "tags"), "shop")
}

func TestSpaceTurnsATodoOverAndControlZUndoesIt(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.mark(0)
	d.types(" ")
	d.rest()
	same(t, "done", d.win.now.Rows[0].Done, true)
	same(t, "said", d.win.status.Text(), "Completed: “milk”. Ctrl+Z undoes it.")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "undone", d.win.now.Rows[0].Done, false)
	same(t, "said", d.win.status.Text(), "Undone: completing “milk”. Ctrl+Y redoes it.")
	d.press(fyne.KeyY, fyne.KeyModifierControl)
	d.rest()
	same(t, "done again", d.win.now.Rows[0].Done, true)
}

// Undo and redo in an entry affect only its text, and stop there.
func TestControlZInAnEntryUndoesWhatWasTyped(t *testing.T) {
	d := todos(t, "milk")
	d.win.focus(d.win.items.Adding())
	d.types("bread")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	for range 5 {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "what was added", d.titles(), "milk")
	for range 5 {
		d.press(fyne.KeyY, fyne.KeyModifierControl)
		d.press(fyne.KeyZ, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.rest()
	}
	same(t, "what was added, after redo", d.titles(), "milk")
}

// Alt+1 types a character on some systems. So in a text it changes nothing; the menu still sets
// the priority from there.
func TestAltAndADigitChangeNothingWhileTextIsTyped(t *testing.T) {
	d := todos(t, "milk", "bread")
	for name, open := range map[string]func(){
		"the title":       func() { d.press(fyne.KeyReturn) },
		"the notes":       func() { d.press(fyne.KeyReturn); d.win.focus(d.notes()) },
		"the quick entry": func() { d.press(fyne.KeyN, ctrl) },
		"the search":      func() { d.press(fyne.KeyF, ctrl) },
		"a row":           func() { d.press(fyne.KeyF2) },
	} {
		d.mark(0)
		open()
		d.press(fyne.Key1, fyne.KeyModifierAlt)
		d.rest()
		same(t, "priority in "+name, d.value("milk", "priority"), "")
		d.press(fyne.KeyEscape)
	}
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.runs("High priority")
	d.rest()
	same(t, "priority by the menu", d.value("milk", "priority"), "1")
}

// notes returns the field for the notes of the shown item.
func (d *desk) notes() fyne.Focusable {
	d.t.Helper()
	for _, o := range uitest.Drawn(d.win.detail.Object()) {
		if e, is := o.(*textedit.Editor); is {
			return e
		}
	}
	d.t.Fatal("there are no notes")
	return nil
}

func TestSeveralAreChangedAsOneEdit(t *testing.T) {
	d := todos(t, "milk #dairy", "bread", "eggs #dairy", "soap")
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.Key1, fyne.KeyModifierAlt)
	d.rest()
	same(t, "priority of the last", d.value("eggs", "priority"), "1")
	same(t, "of another", d.value("soap", "priority"), "")
	d.press(fyne.KeyT, fyne.KeyModifierControl)
	d.types("shop -dairy")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "tags of the first", d.value("milk", "tags"), "shop")
	same(t, "still chosen", len(d.win.items.Chosen()), 3)
	d.press(fyne.KeyE, fyne.KeyModifierControl)
	d.types("tomorrow")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "due", d.value("bread", "due"), "2026-05-25")
	d.press(fyne.KeyDelete)
	d.rest()
	same(t, "deleted", d.titles(), "soap")
	same(t, "said", d.win.status.Text(), "Deleted: 3 items. Ctrl+Z undoes it.")
	same(t, "the mark is on what is left", d.win.item.ID, d.win.now.Rows[0].ID)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "one undo", d.win.items.Rows(), 4)
}

// Esc in the line that asks for a value changes nothing and returns to the rows.
func TestEscLeavesWhatIsAsked(t *testing.T) {
	d := todos(t, "milk")
	d.mark(0)
	d.press(fyne.KeyE, fyne.KeyModifierControl)
	d.types("tomorrow")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "due", d.value("milk", "due"), "")
	same(t, "the focus", d.fyne.Canvas().Focused(), d.win.items.List())
}

func TestSubtasksStandBelowAndAreFolded(t *testing.T) {
	d := todos(t, "cake", "party", "flour")
	d.sub("flour", "cake")
	same(t, "rows", d.titles(), "cake, >flour, party")
	d.mark(1)
	d.press(fyne.KeyLeft)
	d.rest()
	same(t, "the mark goes up", d.win.items.Chosen()[0].Title, "cake")
	d.press(fyne.KeyLeft)
	d.rest()
	same(t, "folded", d.titles(), "cake, party")
	d.open()
	same(t, "folded after another start", d.titles(), "cake, party")
	d.mark(0)
	d.press(fyne.KeyRight)
	d.rest()
	same(t, "unfolded", d.titles(), "cake, >flour, party")
	d.open()
	same(t, "unfolded after another start", d.titles(), "cake, >flour, party")
}

// What is folded is forgotten when a todo or its list is deleted, and something else is folded.
func TestOnlyTodosThatExistStayFolded(t *testing.T) {
	d := todos(t, "cake", "flour", "party", "balloons")
	d.sub("flour", "cake")
	d.sub("balloons", "party")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Gone", Kind: "todo"})))
	trip, err := d.engine.Edit.Add(t.Context(), "Gone", record.Values{"title": "trip"}, edit.AddOptions{})
	must(t, err)
	cake, party := d.win.now.Rows[d.row("cake")].Item(), d.win.now.Rows[d.row("party")].Item()
	d.win.fold(cake, true)
	d.win.fold(snapshot.Item{Set: "Gone", ID: trip.ID()}, true)
	d.rest()
	same(t, "folded", len(d.win.folded), 2)
	must(t, two(d.engine.Edit.Delete(t.Context(), cake.Set, cake.ID)))
	must(t, d.engine.Lists.Discard(t.Context(), "Gone"))
	d.win.Reload()
	d.win.fold(party, true)
	d.rest()
	same(t, "saved", d.settings.String(foldedKey), `[{"Set":"Errands","ID":"`+party.ID+`"}]`)
	d.settings[foldedKey] = "{damaged"
	d.open()
	same(t, "with a damaged setting", d.titles(), "flour, party, >balloons")
}

// Todos that were not added at once have room between them, so that only the moved one changes.
func TestReorderingNamesTheItemAndChangesNoOther(t *testing.T) {
	d := todos(t)
	for _, title := range []string{"one", "two", "three", "four"} {
		d.clock.now = d.clock.now.Add(time.Minute)
		d.win.focus(d.win.items.Adding())
		d.types(title)
		d.press(fyne.KeyReturn)
		d.rest()
	}
	d.mark(0)
	for _, want := range []string{"two, one, three, four", "two, three, one, four"} {
		d.press(fyne.KeyDown, fyne.KeyModifierAlt)
		d.rest()
		same(t, "order", d.titles(), want)
		same(t, "said", d.win.status.Text(), "Moved “one”. Ctrl+Z undoes it.")
	}
	for _, title := range []string{"two", "three", "four"} {
		same(t, "updates of "+title, d.item(snapshot.Item{Set: "Errands", ID: d.idOf(title)}).Winner.Updates, 1)
	}
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "undone", d.win.status.Text(), "Undone: reordering “one”. Ctrl+Y redoes it.")
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyDown, fyne.KeyModifierAlt)
	d.rest()
	same(t, "several", d.win.status.Text(), "Moved 2 items. Ctrl+Z undoes it.")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "several undone", d.win.status.Text(), "Undone: reordering. Ctrl+Y redoes it.")
}

func TestAltAndArrowsOrderByHand(t *testing.T) {
	d := todos(t, "one", "two", "three", "four")
	d.mark(2)
	d.press(fyne.KeyUp, fyne.KeyModifierAlt)
	d.rest()
	same(t, "up", d.titles(), "one, three, two, four")
	d.press(fyne.KeyUp, fyne.KeyModifierAlt)
	d.rest()
	same(t, "to the top", d.titles(), "three, one, two, four")
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyDown, fyne.KeyModifierAlt)
	d.rest()
	same(t, "two at once", d.titles(), "two, three, one, four")
	same(t, "both are still chosen", len(d.win.items.Chosen()), 2)
}

func TestAltAndRightMakesASubtaskAndAltAndLeftTakesItOut(t *testing.T) {
	d := todos(t, "cake", "flour", "sugar", "party")
	d.mark(1)
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "in", d.titles(), "cake, >flour, sugar, party")
	same(t, "said", d.win.status.Text(), "Indented: “flour”. Ctrl+Z undoes it.")
	same(t, "the mark stays", d.win.items.Chosen()[0].Title, "flour")
	same(t, "the focus stays", d.fyne.Canvas().Focused(), d.win.items.List())
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "the first part goes no further in", d.titles(), "cake, >flour, sugar, party")
	d.press(fyne.KeyLeft, fyne.KeyModifierAlt)
	d.rest()
	same(t, "out", d.titles(), "cake, flour, sugar, party")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "undone", d.titles(), "cake, >flour, sugar, party")
}

func TestSeveralTodosBecomeSubtasksAtOnce(t *testing.T) {
	d := todos(t, "party", "cake", "flour", "sugar")
	d.mark(2)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "two are in", d.titles(), "party, cake, >flour, >sugar")
	d.mark(1)
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "what is below goes along", d.titles(), "party, >cake, >>flour, >>sugar")
	d.mark(3)
	d.press(fyne.KeyLeft, fyne.KeyModifierAlt)
	d.rest()
	same(t, "one step out", d.titles(), "party, >cake, >>flour, >sugar")
}

// A new subtask is always in sight.
func TestAFoldedTodoOpensForANewSubtask(t *testing.T) {
	d := todos(t, "cake", "flour", "sugar")
	d.sub("flour", "cake")
	d.mark(0)
	d.press(fyne.KeyLeft)
	d.rest()
	same(t, "folded", d.titles(), "cake, sugar")
	d.mark(1)
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "unfolded", d.titles(), "cake, >flour, >sugar")
	same(t, "the mark stays", d.win.items.Chosen()[0].Title, "sugar")
}

func TestSortingAndGroupingAreKept(t *testing.T) {
	d := todos(t, "late yesterday", "now today p3", "soon fri p1", "some day")
	press(t, d.win.items, "Sort", "Group by due date")
	d.rest()
	same(t, "grouped", d.titles(), "OVERDUE, late, TODAY, now, SOON, soon, NOT DUE, some day")
	press(t, d.win.items, "Sort", "Sort by priority")
	press(t, d.win.items, "Sort", "No groups")
	d.rest()
	same(t, "sorted", d.titles(), "soon, now, late, some day")
	d.open()
	same(t, "after another start", d.titles(), "soon, now, late, some day")
}

// Headings cannot be selected.
func TestArrowsPassOverHeadings(t *testing.T) {
	d := todos(t, "late yesterday", "now today")
	press(t, d.win.items, "Sort", "Group by due date")
	d.rest()
	d.mark(0)
	same(t, "first", d.win.items.Chosen()[0].Title, "late")
	d.press(fyne.KeyDown)
	same(t, "second", d.win.items.Chosen()[0].Title, "now")
}

// A todo that repeats is due on its first date, which the chip says if no other one does.
func TestTheChipOfARuleSaysItsFirstDate(t *testing.T) {
	d := todos(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("rent every month")
	chips := func() string {
		var texts []string
		for _, o := range uitest.Drawn(d.win.items.Object()) {
			if c, is := o.(*widget.Chip); is {
				texts = append(texts, c.Text())
			}
		}
		return strings.Join(texts, " | ")
	}
	same(t, "today", chips(), "every month, from Sun, May 24")
	d.types(" on the 5th")
	same(t, "a later day", chips(), "every month on day 5, from Fri, Jun 5")
	d.types(" 9am")
	same(t, "with a chip of its own", chips(), "every month on day 5 | Fri, Jun 5, 09:00 · in 12 days")
}

// "sat nav" is no Saturday, unless the person says so by the chip that asks.
func TestADayThatMayBeAnotherWordIsAskedAboutByAChip(t *testing.T) {
	d := todos(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("buy sat nav")
	question := func() *widget.Chip {
		for _, o := range uitest.Drawn(d.win.items.Object()) {
			if c, is := o.(*widget.Chip); is && strings.HasSuffix(c.Text(), "?") {
				return c
			}
		}
		return nil
	}
	same(t, "the chip asks", strings.HasPrefix(question().Text(), "Sat, May 30"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "without an answer", d.titles(), "buy sat nav")
	same(t, "due", d.win.now.Rows[0].Due, "")
	d.types("buy sat nav")
	question().Tapped(nil)
	same(t, "it is answered", question() == nil, true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "due on Saturday", d.win.now.Rows[d.row("buy nav")].Due, "2026-05-30")
}

// A completed todo goes to another group, and the mark stays where the todo was.
func TestCompletingInAGroupKeepsThePlace(t *testing.T) {
	d := todos(t, "milk today", "bread today", "tea tomorrow")
	press(t, d.win.items, "Sort", "Group by due date")
	d.rest()
	d.mark(0)
	same(t, "marked", d.win.items.Chosen()[0].Title, "milk")
	d.types(" ")
	d.rest()
	same(t, "grouped", d.titles(), "TODAY, bread, TOMORROW, tea, OVER, milk")
	same(t, "the next one is marked", d.win.items.Chosen()[0].Title, "bread")
	d.types(" ")
	d.rest()
	same(t, "then", d.win.items.Chosen()[0].Title, "tea")
}

// sidebarNote returns the text after a name in the sidebar.
func (d *desk) sidebarNote(name string) string {
	var texts []string
	for _, o := range uitest.Drawn(d.win.sidebar.Object()) {
		if text, is := o.(*canvas.Text); is && text.Text != "" {
			texts = append(texts, text.Text)
		}
	}
	if i := slices.Index(texts, name) + 1; i > 0 && i < len(texts) {
		return texts[i]
	}
	return ""
}

// A list counts what is not completed, hidden or not.
func TestHidingWhatIsDone(t *testing.T) {
	d := todos(t, "milk", "bread")
	press(t, d.win.items, "Sort", "Hide completed")
	d.rest()
	d.mark(0)
	d.types(" ")
	d.rest()
	same(t, "rows", d.titles(), "bread")
	same(t, "count", d.win.now.Total(), 1)
	same(t, "count in the sidebar", d.sidebarNote("Errands"), "1")
	same(t, "the mark goes on", d.win.items.Chosen()[0].Title, "bread")
	press(t, d.win.items, "Sort", "Hide completed")
	d.rest()
	same(t, "count", d.win.now.Total(), 2)
	same(t, "count in the sidebar", d.sidebarNote("Errands"), "1")
}

func TestSmartListsCollectAcrossLists(t *testing.T) {
	d := todos(t, "late yesterday #shop", "now today", "then next week #shop", "some day", "bread", "read")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})))
	for _, done := range []string{"bread", "read"} {
		d.mark(d.row(done))
		d.types(" ")
		d.rest()
	}
	must(t, two(d.engine.Edit.Add(t.Context(), "Home", record.Values{"title": "paint", "due": "2026-05-24"}, edit.AddOptions{})))
	for at, want := range map[snapshot.Place]string{
		{Kind: snapshot.KindToday}:            "late, now, paint",
		{Kind: snapshot.KindOverdue}:          "late",
		{Kind: snapshot.KindUpcoming}:         "TOMORROW, then",
		{Kind: snapshot.KindTag, Tag: "shop"}: "late, then",
		{Kind: snapshot.KindAllTodos}:         "OVERDUE, late, TODAY, now, paint, TOMORROW, then, NOT DUE, some day",
		{Kind: snapshot.KindNoDate}:           "some day",
		{Kind: snapshot.KindCompleted}:        "read, bread",
	} {
		d.win.choose(at)
		d.rest()
		same(t, "rows", d.titles(), want)
	}
	same(t, "count of today", d.win.now.Smart[snapshot.KindToday], 3)
	same(t, "count of the tag", d.win.now.Tags[0].Open, 2)
}

// What is reopened leaves the completed todos, and what is completed the open ones.
func TestTodosGoFromOpenToCompletedAndBack(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.win.choose(snapshot.Place{Kind: snapshot.KindAllTodos})
	d.rest()
	d.mark(0)
	d.types(" ")
	d.rest()
	same(t, "open", d.titles(), "NOT DUE, bread")
	same(t, "chosen", d.win.items.Chosen()[0].Title, "bread")
	d.win.choose(snapshot.Place{Kind: snapshot.KindCompleted})
	d.rest()
	same(t, "an entry for new todos", d.win.addsHere(), false)
	d.mark(0)
	d.types(" ")
	d.rest()
	same(t, "completed", d.titles(), "")
	same(t, "shown", d.win.detail.Item(), snapshot.Item{})
	same(t, "hint", d.shows("Nothing is completed yet."), true)
}

// An item that is added in a smart list is shown there.
func TestAddingInASmartList(t *testing.T) {
	d := todos(t, "now today")
	d.win.choose(snapshot.Place{Kind: snapshot.KindToday})
	d.rest()
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("call the plumber")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "now, call the plumber")
	same(t, "list", d.win.now.Rows[1].Set, "Errands")
}

// What is added in a smart list may not be in sight: a button shows it where it is.
func TestAnItemAddedInASmartListIsShownInItsList(t *testing.T) {
	d := todos(t, "late yesterday")
	d.win.choose(snapshot.Place{Kind: snapshot.KindOverdue})
	d.rest()
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("call the plumber")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "late")
	same(t, "said", d.win.status.Text(), "Added “call the plumber” to Errands.")
	d.clickIn(d.win.status.Object(), "Show")
	d.rest()
	same(t, "list", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Errands"})
	same(t, "chosen", d.win.items.Chosen()[0].Title, "call the plumber")
}

func TestARepeatingTodoIsSkippedToItsNextDate(t *testing.T) {
	d := todos(t, "bins every day", "milk")
	d.mark(d.row("milk"))
	same(t, "of one that does not repeat", d.win.items.Repeats(), false)
	d.mark(d.row("bins"))
	d.runs("Skip to the next date")
	d.rest()
	same(t, "due", d.value("bins", "due"), "2026-05-25")
	same(t, "rows", d.win.items.Rows(), 2)
	same(t, "said", d.win.status.Text(), "Skipped to the next date: “bins”. Ctrl+Z undoes it.")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "due again", d.value("bins", "due"), "2026-05-24")
	d.mark(0)
	d.press(fyne.KeyA, fyne.KeyModifierControl)
	d.runs("Skip to the next date")
	d.rest()
	same(t, "said of both", d.win.status.Text(), "Skipped to the next date: “bins”. Ctrl+Z undoes it.")
}

func TestTheLastDateOfARepetitionIsNotSkipped(t *testing.T) {
	d := todos(t, "bins every day once")
	d.mark(0)
	d.runs("Skip to the next date")
	d.rest()
	same(t, "due", d.value("bins", "due"), "2026-05-24")
	same(t, "said", d.win.status.Text(), "This is the last date: the repetition ends with it.")
}

func TestMovingToAnotherList(t *testing.T) {
	d := todos(t, "milk", "paint")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})))
	d.win.Reload()
	d.rest()
	d.mark(1)
	d.press(fyne.KeyM, fyne.KeyModifierControl)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "left", d.titles(), "milk")
	same(t, "said", d.win.status.Text(), "Moved to Home: “paint”.")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Home"})
	d.rest()
	same(t, "arrived", d.titles(), "paint")
}

// Rows of the trash say who deleted them, and can be restored together.
func TestSeveralAreRestored(t *testing.T) {
	d := todos(t, "milk", "bread", "eggs")
	d.mark(0)
	d.press(fyne.KeyA, fyne.KeyModifierControl)
	d.press(fyne.KeyDelete)
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	press(t, d.win.items, "Actions", "Restore  Ctrl+Enter")
	d.rest()
	same(t, "still deleted", d.win.items.Rows(), 1)
	same(t, "restored", d.win.now.Lists[0].Items, 2)
}

// Text typed before the list exists is recognised, too.
func TestQuickEntryIntoAListThatIsBeingMade(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("Errands")
	d.press(fyne.KeyReturn)
	d.types("milk #dairy")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "title", d.titles(), "milk")
	same(t, "tags", d.value("milk", "tags"), "dairy")
}

// Ctrl+E begins with the present date. Enter keeps it, also the dates of several todos; only
// deleting it, or a minus, removes it.
func TestEnterDoesNotRemoveADueDate(t *testing.T) {
	d := todos(t, "milk tomorrow 18:00", "bread today", "eggs")
	asks := func(text string, keys ...fyne.KeyName) {
		t.Helper()
		d.press(fyne.KeyE, ctrl)
		for _, k := range keys {
			d.press(k)
		}
		d.types(text)
		d.press(fyne.KeyReturn)
		d.rest()
	}
	d.mark(d.row("milk"))
	before := d.value("milk", "due")
	d.press(fyne.KeyE, ctrl)
	same(t, "shown", d.shows("Mon, May 25, 18:00 · tomorrow"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "after Enter", d.value("milk", "due"), before)
	same(t, "the focus", d.fyne.Canvas().Focused(), d.win.items.List())
	asks("9", fyne.KeyEnd, fyne.KeyBackspace)
	same(t, "edited", d.value("milk", "due"), "2026-05-25T18:09")
	asks("fri")
	same(t, "replaced", d.value("milk", "due"), "2026-05-29")
	asks("", fyne.KeyDelete)
	same(t, "deleted", d.value("milk", "due"), "")
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	asks("")
	same(t, "of several after Enter", d.value("bread", "due"), "2026-05-24")
	d.press(fyne.KeyEscape)
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	asks("-")
	same(t, "of several after a minus", d.value("bread", "due"), "")
}
