//go:build display

package walkthrough_test

import (
	"slices"
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestTodosByKeyboard adds, edits, completes, tags, deletes, restores and searches todos in
// the real window, with the keyboard only.
func TestTodosByKeyboard(t *testing.T) {
	j := begin(t)
	j.press("ctrl+shift+n")
	j.typed("Groceries\n")
	j.press("ctrl+n")
	j.typed("milk tomorrow #dairy p1\n")
	j.typed("bread\n")
	j.typed("apples #fruit\n")
	j.titles("three todos", "milk", "bread", "apples")
	milk := j.item("milk")
	if f := milk.Fields; f.Due == "" || !slices.Equal(f.Tags, []string{"dairy"}) || f.Priority != 1 {
		t.Errorf("milk says %+v", f)
	}
	j.picture("added")
	j.edits()
	j.completes()
	j.deletesAndRestores()
	j.searches()
}

// edits changes the title of the marked todo, in its editor.
func (j *journey) edits() {
	j.t.Helper()
	j.press("Escape", "Home", "Return")
	j.press("End")
	j.typed(" (oat)")
	j.picture("edited")
	j.press("ctrl+Return")
	j.titles("a changed title", "milk (oat)", "bread", "apples")
	j.press("Escape", "ctrl+t")
	j.typed("breakfast\n")
	j.until("a tag more", func() (bool, string) {
		tags := j.item("milk (oat)").Fields.Tags
		return slices.Contains(tags, "breakfast"), say(tags)
	})
}

func (j *journey) completes() {
	j.t.Helper()
	j.press("Home", "Down", "space")
	j.until("bread is done", func() (bool, string) {
		f := j.item("bread").Fields
		return f.Done, say(f)
	})
	j.picture("done")
	j.press("ctrl+z")
	j.until("bread is not done any more", func() (bool, string) {
		f := j.item("bread").Fields
		return !f.Done, say(f)
	})
}

func (j *journey) deletesAndRestores() {
	j.t.Helper()
	j.press("Home", "shift+Down", "Delete")
	j.titles("one todo is left", "apples")
	j.press("ctrl+z")
	j.titles("all are back", "milk (oat)", "bread", "apples")
	j.press("End", "Delete")
	j.titles("two todos are left", "milk (oat)", "bread")
	j.press("Escape", "End")
	j.picture("deleted")
	j.press("Return", "Down", "Return", "Return")
	j.titles("the deleted one is back", "milk (oat)", "bread", "apples")
}

func (j *journey) searches() {
	j.t.Helper()
	j.press("Escape", "Home") // from the rows, which have the focus after an item is restored
	j.typed("Gro")
	j.press("ctrl+f")
	j.typed("brea")
	j.picture("searched")
	j.press("Return", "Down", "Delete")
	j.until("what was found is deleted", func() (bool, string) {
		items := j.items(j.a)
		return len(items) == 2, say(items)
	})
}

// titles waits until the list has exactly these items.
func (j *journey) titles(what string, want ...string) {
	j.t.Helper()
	j.until(what, func() (bool, string) {
		var got []string
		for _, it := range j.items(j.a) {
			got = append(got, it.Title)
		}
		return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))), say(got)
	})
}

// item returns the item with a title.
func (j *journey) item(title string) walkthrough.Item {
	j.t.Helper()
	items := j.items(j.a)
	at := slices.IndexFunc(items, func(it walkthrough.Item) bool { return it.Title == title })
	if at < 0 {
		j.t.Fatalf("there is no item %q in %+v", title, items)
	}
	return items[at]
}
