package window

import (
	"errors"
	"fmt"
	"testing"

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
		"Another Crossfeed is still writing. Try again in a moment.":                                           fmt.Errorf("saving: %w", store.ErrInUse),
		"The item changed meanwhile.":                                                                          engine.ErrChanged,
		"The item has a conflict. Resolve it first.":                                                           &engine.HeldError{ID: "a", By: "a"},
		"An item in it has a conflict. Resolve that first.":                                                    fmt.Errorf("moving: %w", &engine.HeldError{ID: "a", By: "b"}),
		"It could not be done: " + broken.Error():                                                              broken,
		"An error in Crossfeed itself stopped this. Everything you saved is here. Details: /home/me/crash.log": fmt.Errorf("saving: %w", &crash.Error{Log: "/home/me/crash.log"}),
	} {
		same(t, err.Error(), sentence(err), want)
	}
	same(t, "as a reason", reason(broken), broken.Error())
}

func TestAStartAfterACrashSaysSo(t *testing.T) {
	d := newDesk(t)
	d.win.SayCrashed("/home/me/crash.log")
	same(t, "status", d.win.status.Text(), "Crossfeed stopped unexpectedly last time. Everything you saved is here. Details: /home/me/crash.log")
}
