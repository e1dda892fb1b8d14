//go:build display

package walkthrough_test

import (
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestSecondWindowBringsTheFirstToTheFront: a second start on the same data
// ends at once and well.
func TestSecondWindowBringsTheFirstToTheFront(t *testing.T) {
	j := begin(t)
	second := j.start()
	if code := second.ExitCode(); code != 0 {
		t.Fatalf("the second start ended with %d", code)
	}
	select {
	case <-j.window.Ended():
		t.Fatal("the first window is gone")
	default:
	}
}

// TestCommandsAreSeenInTheWindow: the window shows a list that a command made
// while it was open.
func TestCommandsAreSeenInTheWindow(t *testing.T) {
	j := begin(t)
	j.run(j.a, "set", "new", "Reading", "--kind", "note")
	j.run(j.a, "item", "add", "Reading", "--title", "A long book")
	j.press("shift+F6", "Down", "Return", "ctrl+n")
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
