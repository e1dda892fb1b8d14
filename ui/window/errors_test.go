package window

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/store"
)

// An error that the window knows is told in its words; of any other one the
// engine's reason, which names the place, is told whole.
func TestErrorsAreToldInWords(t *testing.T) {
	withList(t)
	broken := errors.New("groceries.xml:12:7: the document ends too early")
	for want, err := range map[string]error{
		"Another Crossfeed is still writing. Try again in a moment.":                                             fmt.Errorf("saving: %w", store.ErrInUse),
		"The item changed meanwhile.":                                                                            engine.ErrChanged,
		"The item has a conflict. Resolve it first.":                                                             &engine.HeldError{ID: "a", By: "a"},
		"An item in it has a conflict. Resolve that first.":                                                      fmt.Errorf("moving: %w", &engine.HeldError{ID: "a", By: "b"}),
		"This item is damaged. Everything else can be used. To fetch it again, run “crossfeed verify --repair”.": fmt.Errorf("item x: %w", store.ErrDamagedItem),
		"It could not be done: " + broken.Error():                                                                broken,
		"An error in Crossfeed itself stopped this. Everything you saved is here. Details: /home/me/crash.log":   fmt.Errorf("saving: %w", &crash.Error{Log: "/home/me/crash.log"}),
	} {
		same(t, err.Error(), sentence(err), want)
	}
	same(t, "as a reason", reason(broken), broken.Error())
}

func TestAStartWithMissingChangesSaysSo(t *testing.T) {
	d := newDesk(t)
	d.win.SayMissing(3)
	same(t, "status", d.win.status.Text(), "Saved changes are missing: 3. The log of the database was removed, or an older copy was put in its place. Sync to get back what was published, or restore a backup.")
}

func TestTheWindowSaysThatTheLastRunCrashed(t *testing.T) {
	d := newDesk(t)
	d.win.SayCrashed("/home/me/crash.log")
	const notice = "Crossfeed stopped unexpectedly last time. Everything you saved is here. Details: /home/me/crash.log"
	same(t, "notices", strings.Join(d.win.status.Notices(), "; "), notice)
	d.win.status.Say("Synced at 12:00 · 0 changes came in")
	same(t, "it stays", d.shows("Crossfeed stopped unexpectedly"), true)
	d.clickIn(d.win.status.Object(), "Dismiss")
	same(t, "once it is dismissed", d.shows("Crossfeed stopped unexpectedly"), false)
	same(t, "notices", len(d.win.status.Notices()), 0)
	d.press(fyne.KeyF9)
	d.rest()
	same(t, "the messages keep it", strings.Contains(d.win.pages.messages.Text(), notice), true)
}
