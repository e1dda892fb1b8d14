//go:build display

package walkthrough_test

import (
	"slices"
	"strings"
	"testing"
)

// TestKeysPressedByAccidentChangeNothing checks that Ctrl+0 leaves a priority alone, that
// actions after adding an item affect no other item, that half-typed text stays in its list,
// that Ctrl+S saves, and that a renamed or deleted list can be restored.
func TestKeysPressedByAccidentChangeNothing(t *testing.T) {
	j := begin(t)
	j.press("ctrl+shift+n")
	j.typed("Groceries\n")
	j.press("ctrl+n")
	j.typed("milk p1\n")
	j.typed("bread\n")
	j.typed("apples\n")
	j.titles("three todos", "milk", "bread", "apples")

	j.press("Escape", "ctrl+a", "ctrl+0", "ctrl+n")
	j.typed("salt\n")
	j.titles("one more", "milk", "bread", "apples", "salt")
	j.press("Escape", "ctrl+d")
	j.until("the one that was added is done", func() (bool, string) {
		f := j.item("salt").Fields
		return f.Done, say(f)
	})
	for _, title := range []string{"milk", "bread", "apples"} {
		if f := j.item(title).Fields; f.Done {
			t.Errorf("%s is done: %+v", title, f)
		}
	}
	if f := j.item("milk").Fields; f.Priority != 1 {
		t.Errorf("milk has lost its priority: %+v", f)
	}
	j.picture("added and done")

	j.press("ctrl+n")
	j.typed("half of a tod")
	j.press("ctrl+shift+n")
	j.typed("Work\n")
	j.lists("two lists", "Groceries", "Work")
	j.press("ctrl+n")
	j.typed("report\n")
	j.name = "Work"
	j.titles("a todo in the other list", "report")
	j.press("Escape", "Home", "Return", "End")
	j.typed(" of May")
	j.press("ctrl+s")
	j.titles("the change is saved", "report of May")
	j.picture("saved")

	j.press("Escape", "shift+F6", "F2", "ctrl+a")
	j.typed("Office\n")
	j.lists("a list with another name", "Groceries", "Office")
	j.press("ctrl+z")
	j.lists("its old name", "Groceries", "Work")
	j.press("shift+F6", "Delete")
	j.sees()
	j.press("ctrl+Return")
	j.lists("one list is left", "Groceries")
	j.picture("list deleted")
	j.press("ctrl+z")
	j.lists("both are there", "Groceries", "Work")
}

// lists waits until exactly these lists exist.
func (j *journey) lists(what string, want ...string) {
	j.t.Helper()
	j.until(what, func() (bool, string) {
		var lists []struct{ Name string }
		err := j.a.Read(j.ctx, &lists, "list", "ls")
		var got []string
		for _, l := range lists {
			got = append(got, l.Name)
		}
		return err == nil && slices.Equal(slices.Sorted(slices.Values(got)), want), strings.Join(got, ", ")
	})
}
