package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/ui/window/snapshot"
)

// inSections returns a desk that shows a list with two sections and a todo without one.
func inSections(t *testing.T) *desk {
	t.Helper()
	d := todos(t, "bread")
	for _, todo := range [][2]string{{"milk", "Dairy"}, {"cheese", "Dairy"}, {"soap", "Bath"}, {"towel", "Bath"}} {
		must(t, two(d.engine.Edit.Add(t.Context(), "Errands", record.Values{"title": todo[0], "section": todo[1]}, edit.AddOptions{})))
	}
	d.win.Reload()
	d.rest()
	return d
}

// Sections that somebody else made are seen at once, unless the person chose something else.
func TestAListWithSectionsShowsThem(t *testing.T) {
	d := inSections(t)
	same(t, "rows", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel")
	d.win.Reload()
	d.rest()
	same(t, "rows, read again", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel")
	press(t, d.win.items, "Sort", "Hide completed")
	d.rest()
	same(t, "without what is completed", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel")
	press(t, d.win.items, "Sort", "No groups")
	d.rest()
	same(t, "without groups", d.titles(), "bread, milk, cheese, soap, towel")
	d.open()
	same(t, "after another start", d.titles(), "bread, milk, cheese, soap, towel")
	press(t, d.win.items, "Sort", "Group by section")
	d.rest()
	same(t, "in sections again", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel")
}

// Alt with an arrow moves a todo within its section, and from its edge into the next one.
func TestAltAndArrowsMoveThroughSections(t *testing.T) {
	d := inSections(t)
	d.markTitle("cheese")
	for _, want := range []string{
		"bread, DAIRY, cheese, milk, BATH, soap, towel",
		"bread, cheese, DAIRY, milk, BATH, soap, towel",
		"cheese, bread, DAIRY, milk, BATH, soap, towel",
		"cheese, bread, DAIRY, milk, BATH, soap, towel",
	} {
		d.press(fyne.KeyUp, fyne.KeyModifierAlt)
		d.rest()
		same(t, "up", d.titles(), want)
	}
	same(t, "its section", d.value("cheese", "section"), "")
	d.markTitle("milk")
	for _, want := range []string{
		"cheese, bread, BATH, milk, soap, towel",
		"cheese, bread, BATH, soap, milk, towel",
		"cheese, bread, BATH, soap, towel, milk",
		"cheese, bread, BATH, soap, towel, milk",
	} {
		d.press(fyne.KeyDown, fyne.KeyModifierAlt)
		d.rest()
		same(t, "down", d.titles(), want)
	}
	same(t, "its section", d.value("milk", "section"), "Bath")
	for range 3 {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "undone", d.titles(), "cheese, bread, DAIRY, milk, BATH, soap, towel")
	same(t, "its section, undone", d.value("milk", "section"), "Dairy")
}

// The first todos of a list that has only sections leave theirs upward.
func TestATodoLeavesTheFirstSectionUpward(t *testing.T) {
	d := inSections(t)
	d.markTitle("bread")
	d.press(fyne.KeyDelete)
	d.rest()
	d.markTitle("milk")
	d.press(fyne.KeyUp, fyne.KeyModifierAlt)
	d.rest()
	same(t, "rows", d.titles(), "milk, DAIRY, cheese, BATH, soap, towel")
}

func TestTodosAreDraggedIntoSections(t *testing.T) {
	for _, c := range []struct {
		drag, to string
		part     float32 // of the height of the row
		want     string
		section  string
	}{
		{"bread", "BATH", 0.5, "DAIRY, milk, cheese, BATH, bread, soap, towel", "Bath"},
		{"towel", "DAIRY", 0.5, "bread, DAIRY, towel, milk, cheese, BATH, soap", "Dairy"},
		{"towel", "cheese", 0.8, "bread, DAIRY, milk, cheese, towel, BATH, soap", "Dairy"},
		{"towel", "cheese", 0.2, "bread, DAIRY, milk, towel, cheese, BATH, soap", "Dairy"},
		{"milk", "soap", 0.8, "bread, DAIRY, cheese, BATH, soap, milk, towel", "Bath"},
		{"milk", "bread", 0.2, "milk, bread, DAIRY, cheese, BATH, soap, towel", ""},
		{"milk", "cheese", 0.8, "bread, DAIRY, cheese, milk, BATH, soap, towel", "Dairy"},
		{"milk", "DAIRY", 0.5, "bread, DAIRY, milk, cheese, BATH, soap, towel", "Dairy"},
	} {
		d := inSections(t)
		rows := float32(d.place(c.to)-d.row(c.drag)) + c.part - 0.5
		d.drags(c.drag, fyne.NewDelta(0, rows*rowHeight)).DragEnd()
		d.rest()
		same(t, c.drag+" to "+c.to, d.titles(), c.want)
		same(t, "its section", d.value(c.drag, "section"), c.section)
		if c.want == "bread, DAIRY, milk, cheese, BATH, soap, towel" {
			continue
		}
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
		same(t, "undone", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel")
	}
}

// markTitle selects a row by its title.
func (d *desk) markTitle(title string) {
	d.t.Helper()
	d.mark(slices.IndexFunc(d.itemRows(), func(r snapshot.Row) bool { return r.Title == title }))
}

// place returns the index of a row or, if the title is in capitals, of a heading.
func (d *desk) place(title string) int {
	d.t.Helper()
	return slices.Index(strings.Split(d.titles(), ", "), title)
}

func TestSeveralTodosAreDraggedIntoASection(t *testing.T) {
	d := inSections(t)
	d.markTitle("bread")
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.drags("milk", fyne.NewDelta(0, 2*rowHeight)).DragEnd()
	d.rest()
	same(t, "rows", d.titles(), "DAIRY, cheese, BATH, bread, milk, soap, towel")
}

// Subtasks are dragged among each other, and go into another section with their parent only.
func TestSubtasksStayInTheSectionOfTheirParent(t *testing.T) {
	d := inSections(t)
	d.markTitle("cheese")
	d.press(fyne.KeyRight, fyne.KeyModifierAlt)
	d.rest()
	same(t, "indented", d.titles(), "bread, DAIRY, milk, >cheese, BATH, soap, towel")
	d.drags("cheese", fyne.NewDelta(0, rowHeight)).DragEnd()
	d.rest()
	same(t, "dragged", d.titles(), "bread, DAIRY, milk, >cheese, BATH, soap, towel")
	d.drags("milk", fyne.NewDelta(0, 3.4*rowHeight)).DragEnd()
	d.rest()
	same(t, "with its parent", d.titles(), "bread, BATH, soap, milk, >cheese, towel")
}

// A new todo goes into the section of the selected one, and stays together with it.
func TestANewTodoGoesIntoTheSectionOfTheSelectedOne(t *testing.T) {
	d := inSections(t)
	must(t, two(d.engine.Edit.Add(t.Context(), "Errands", record.Values{"title": "comb", "section": "Bath", "order": "2000000000"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	d.markTitle("soap")
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("brush")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel, comb, brush")
	d.markTitle("bread")
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("rolls")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "bread, rolls, DAIRY, milk, cheese, BATH, soap, towel, comb, brush")
	same(t, "the section of one without", d.value("rolls", "section"), "")
}

func TestTheSectionOfTodosIsAskedFor(t *testing.T) {
	d := inSections(t)
	for _, c := range []struct{ typed, want, section string }{
		{"dairy", "DAIRY, bread, milk, cheese, BATH, soap, towel", "Dairy"},
		{"Tools", "TOOLS, bread, DAIRY, milk, cheese, BATH, soap, towel", "Tools"},
		{"-", "bread, DAIRY, milk, cheese, BATH, soap, towel", ""},
	} {
		d.markTitle("bread")
		press(t, d.win.items, "Actions", "Section…")
		d.types(c.typed)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, c.typed, d.titles(), c.want)
		same(t, "its section", d.value("bread", "section"), c.section)
	}
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "undone", d.value("bread", "section"), "Tools")
}

// Renaming a section changes all its todos, also those that are not shown, and is undone at once.
func TestASectionIsRenamed(t *testing.T) {
	d := inSections(t)
	d.markTitle("milk")
	d.types(" ")
	d.rest()
	press(t, d.win.items, "Sort", "Hide completed")
	d.rest()
	d.markTitle("cheese")
	press(t, d.win.items, "Actions", "Rename section…")
	d.types("Fridge")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "bread, FRIDGE, cheese, BATH, soap, towel")
	same(t, "said", d.win.status.Text(), "Renamed the section “Dairy” to “Fridge”. Ctrl+Z undoes it.")
	press(t, d.win.items, "Sort", "Hide completed")
	d.rest()
	same(t, "all rows", d.titles(), "bread, FRIDGE, milk, cheese, BATH, soap, towel")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "undone", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel")
}

func TestQuickEntryNamesASection(t *testing.T) {
	d := inSections(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl)
	d.types("brush /bath")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "bread, DAIRY, milk, cheese, BATH, soap, towel, brush")
	same(t, "its section", d.value("brush", "section"), "Bath")
}
