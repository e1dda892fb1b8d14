//go:build display

package walkthrough_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestALongNoteByKeyboard edits a note of 80 KB with real keys: at its end, at its beginning,
// and where Ctrl+F finds something. Undo only affects the note, and bytes that were not edited
// are preserved.
func TestALongNoteByKeyboard(t *testing.T) {
	j := begin(t)
	var lines strings.Builder
	for n := range 2000 {
		fmt.Fprintf(&lines, "line %d of a long note, \twith words \n", n)
	}
	text := lines.String() + "the last"
	j.seen(j.a, "list", "create", "Reading", "--kind", "note")
	j.seen(j.a, "item", "add", "Reading", "--title", "A long book", "--text", text)
	note := func() walkthrough.Item {
		var items []walkthrough.Item
		if err := j.a.Read(j.ctx, &items, "item", "list", "Reading"); err != nil || len(items) != 1 {
			t.Fatal(items, err)
		}
		return items[0]
	}
	if got := note().Fields.Text; got != text {
		t.Fatalf("the command stored %d bytes of %d", len(got), len(text))
	}
	j.press("shift+F6", "Home", "Down", "Return", "Home", "Return", "Tab", "ctrl+End")
	j.typed(" word")
	j.press("ctrl+Home")
	j.typed("hello")
	j.press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+y", "ctrl+y")
	j.press("ctrl+f")
	j.typed("LINE 1234 ")
	j.picture("found")
	j.press("Escape", "shift+Right")
	j.typed("Line 1234 O")
	j.press("shift+Down", "Delete", "ctrl+z", "ctrl+Return")
	want := "hello" + strings.Replace(text, "line 1234 o", "Line 1234 O", 1) + " word"
	j.until("the note is saved", func() (bool, string) {
		got := note().Fields.Text
		return got == want, fmt.Sprintf("%d bytes of %d: %.40q … %.40q", len(got), len(want), got, got[max(0, len(got)-40):])
	})
	if it := note(); it.Updates != 2 {
		t.Errorf("it was saved %d times", it.Updates-1)
	}
}
