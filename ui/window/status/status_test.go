package status_test

import (
	"slices"
	"testing"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/status"
)

// What is added belongs to its message alone: another one that begins alike stays as it
// is, and so does the same one said again. The messages have all of it.
func TestWhatIsAddedBelongsToItsMessage(t *testing.T) {
	uitest.App(t, theme.New(1))
	var said []string
	b := status.New(&widget.Keys{}, status.Events{Said: func(text string) { said = append(said, text) }})
	first := b.Say("Saved.")
	first.Add("Published.")
	if got := b.Text(); got != "Saved. Published." {
		t.Errorf("the bar says %q", got)
	}
	for _, later := range []string{"Saved.", "Saved. Publishing…"} {
		b.Say(later)
		first.Add("Published.")
		if got := b.Text(); got != later {
			t.Errorf("the bar says %q", got)
		}
	}
	offered, _ := b.Offer("Resolved.", status.Action{Text: "Undo", Do: func() {}})
	b.Now().Add("No conflicts are left.")
	offered.Add("Published.")
	if got := b.Text(); got != "Resolved. No conflicts are left. Published." {
		t.Errorf("the bar says %q", got)
	}
	b.Show("Reading…")
	offered.Add("Published.")
	if got := b.Text(); got != "Reading…" {
		t.Errorf("the bar says %q", got)
	}
	if !slices.Contains(said, "Resolved. Published.") || len(said) != 10 {
		t.Errorf("the messages are %q", said)
	}
}
