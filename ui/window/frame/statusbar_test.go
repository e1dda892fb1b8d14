package frame_test

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/work/worktest"
)

// Added text belongs only to its message: another message with the same beginning is
// unchanged, and so is the same message shown again. The page of messages has all of it.
func TestWhatIsAddedBelongsToItsMessage(t *testing.T) {
	uitest.App(t, theme.New(1))
	var said []string
	b := frame.NewStatusBar(&widget.Keys{}, frame.StatusEvents{OnMessage: func(text string) { said = append(said, text) }, Now: time.Now})
	first := b.ShowMessage("Saved.")
	first.Add("Published.")
	if got := b.Text(); got != "Saved. Published." {
		t.Errorf("the bar says %q", got)
	}
	for _, later := range []string{"Saved.", "Saved. Publishing…"} {
		b.ShowMessage(later)
		first.Add("Published.")
		if got := b.Text(); got != later {
			t.Errorf("the bar says %q", got)
		}
	}
	offered := b.Offer("Resolved.", frame.MessageAction{Text: "Undo", Do: func() {}})
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

// A message of what was done fades after a while, counted from the last text that was added to
// it. One that needs attention, or has a button, stays until the next one.
func TestMessagesFade(t *testing.T) {
	uitest.App(t, theme.New(1))
	seam := &worktest.Manual{Ctx: t.Context()}
	b := frame.NewStatusBar(&widget.Keys{}, frame.StatusEvents{OnMessage: func(string) {}, Now: time.Now, After: seam.After})
	says := func(want string) {
		t.Helper()
		if got := b.Text(); got != want {
			t.Errorf("the bar says %q, want %q", got, want)
		}
	}
	const part = frame.Lasting - time.Second
	saved := b.ShowMessage("Saved.")
	seam.Elapse(part)
	says("Saved.")
	saved.Add("Published.")
	seam.Elapse(part)
	says("Saved. Published.")
	seam.Elapse(time.Second)
	says("")
	b.ShowMessage("Saved.")
	b.Warn("No space left.")
	seam.Elapse(2 * frame.Lasting)
	says("No space left.")
	b.ShowMessage("Saved.")
	b.Offer("Resolved.", frame.MessageAction{Text: "Undo", Do: func() {}})
	seam.Elapse(2 * frame.Lasting)
	says("Resolved.")
	b.ShowMessage("Saved.")
	b.Show("Downloading…")
	seam.Elapse(2 * frame.Lasting)
	says("Downloading…")
}

// A question stays until it is answered or left by Esc, which is its last answer. What is said
// meanwhile is on the page of messages, and warnings are in lines of their own.
func TestAQuestionStaysUntilItIsAnswered(t *testing.T) {
	uitest.App(t, theme.New(1))
	var said, answers []string
	seam := &worktest.Manual{Ctx: t.Context()}
	b := frame.NewStatusBar(&widget.Keys{}, frame.StatusEvents{OnMessage: func(text string) { said = append(said, text) }, Now: time.Now, After: seam.After})
	answer := func(text string) frame.MessageAction {
		return frame.MessageAction{Text: text, Do: func() { answers = append(answers, text) }}
	}
	keep := b.Ask("Undo it?", answer("Undo"), answer("Keep"))
	b.ShowMessage("Synced.").Add("Published.")
	b.Show("Syncing…")
	b.Warn("No space left.").Retract()
	seam.Elapse(2 * frame.Lasting)
	if b.Text() != "Undo it?" || b.Yields(true) || !slices.Equal(b.Notices(), []string{"No space left."}) {
		t.Errorf("the bar says %q, and %q", b.Text(), b.Notices())
	}
	if want := []string{"Undo it?", "Synced.", "Synced. Published.", "No space left."}; !slices.Equal(said, want) {
		t.Errorf("the messages are %q, want %q", said, want)
	}
	for range 2 {
		keep.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
	if !slices.Equal(answers, []string{"Keep"}) || b.Text() != "" || !b.Yields(false) {
		t.Errorf("answered %q, the bar says %q", answers, b.Text())
	}
	b.Ask("Undo it?", answer("Undo"), answer("Keep"))
	b.Offer("Resolved.", answer("Undo"))
	b.ShowMessage("Saved.")
	if b.Text() != "Saved." {
		t.Errorf("the bar says %q", b.Text())
	}
}

// Nothing moves when buttons appear or disappear.
func TestTheBarIsAsHighWithButtonsAsWithout(t *testing.T) {
	for _, scale := range []float32{1, 1.5} {
		uitest.App(t, theme.New(scale))
		b := frame.NewStatusBar(&widget.Keys{}, frame.StatusEvents{OnMessage: func(string) {}, Now: time.Now})
		b.ShowMessage("Saved.")
		height := b.Object().MinSize().Height
		for what, show := range map[string]func(){
			"offer":    func() { b.Offer("Resolved.", frame.MessageAction{Text: "Undo", Do: func() {}}) },
			"warning":  func() { b.Warn("No space left.") },
			"progress": func() { b.Working(1, 2) },
		} {
			if show(); b.Object().MinSize().Height != height {
				t.Errorf("%s: %v high, without buttons %v", what, b.Object().MinSize().Height, height)
			}
		}
	}
}

// A second click at the same time presses neither the button that appeared under it nor the
// same one again: of two notices one stays, and an offer is run once.
func TestADoubleClickPressesOneButton(t *testing.T) {
	uitest.App(t, theme.New(1))
	now := time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)
	b := frame.NewStatusBar(&widget.Keys{}, frame.StatusEvents{OnMessage: func(string) {}, Now: func() time.Time { return now }})
	button := func(text string) *widget.Button {
		for _, o := range uitest.Drawn(b.Object()) {
			if b, is := o.(*widget.Button); is && b.Text == text {
				return b
			}
		}
		t.Fatalf("no button says %q", text)
		return nil
	}
	b.Notify("One.")
	b.Notify("Two.")
	now = now.Add(time.Second)
	button("Dismiss").OnTapped()
	button("Dismiss").OnTapped()
	if got := b.Notices(); !slices.Equal(got, []string{"Two."}) {
		t.Errorf("the notices are %q", got)
	}
	undone := 0
	b.Offer("Resolved.", frame.MessageAction{Text: "Undo", Do: func() { undone++ }})
	button("Undo").OnTapped()
	if undone != 0 {
		t.Error("undone before it can have been seen")
	}
	now = now.Add(widget.Unseen)
	button("Undo").OnTapped()
	button("Undo").OnTapped()
	if undone != 1 {
		t.Errorf("undone %d times", undone)
	}
	b.Working(0, 2)
	b.Idle()
	b.Offer("Resolved.", frame.MessageAction{Text: "Undo", Do: func() { undone++ }})
	now = now.Add(widget.Unseen)
	b.Working(0, 2)
	button("Undo").OnTapped()
	if undone != 1 {
		t.Error("undone by a click on what was there before")
	}
}
