//go:build display

package walkthrough_test

import (
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestSecondWindowBringsTheFirstToTheFront starts the program on data that already has a
// window: it exits successfully, and the window is raised above that of other data which was
// opened later.
func TestSecondWindowBringsTheFirstToTheFront(t *testing.T) {
	j := begin(t)
	other, err := j.display.Open(j.ctx, j.program, j.b.Data)
	j.must(err)
	t.Cleanup(other.Kill)
	j.until("the other window is in front", func() (bool, string) { return j.inFront(other), "" })
	if code := j.start().ExitCode(); code != 0 {
		t.Fatalf("the second start ended with %d", code)
	}
	j.until("the first window is in front", func() (bool, string) { return j.inFront(j.window), "" })
	j.picture("first-in-front")
}

// TestCommandsAreSeenInTheWindow checks that the open window shows a list created by a
// command.
func TestCommandsAreSeenInTheWindow(t *testing.T) {
	j := begin(t)
	j.seen(j.a, "list", "create", "Reading", "--kind", "note")
	j.seen(j.a, "item", "add", "Reading", "--title", "A long book")
	j.press("shift+F6", "Home", "Down", "Return", "ctrl+n")
	j.picture("list-made-by-a-command")
	j.typed("A short one\n")
	j.until("the window adds to the list that the command made", func() (bool, string) {
		var items []walkthrough.Item
		if err := j.a.Read(j.ctx, &items, "item", "list", "Reading"); err != nil {
			t.Fatal(err)
		}
		return len(items) == 2, say(items)
	})
}
