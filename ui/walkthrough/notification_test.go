//go:build display

package walkthrough_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

// A click on the notification of an alarm shows the todo: the next key changes that one.
func TestAClickOnANotificationShowsTheTodo(t *testing.T) {
	t.Parallel()
	program, err := filepath.Abs(*binary)
	must(t, err)
	display, err := walkthrough.StartDisplay(t.Context(), 1280, 800)
	must(t, err)
	t.Cleanup(display.Stop)
	bus, err := walkthrough.StartSessionBus(t.Context())
	must(t, err)
	t.Cleanup(bus.Stop)
	notices, err := bus.ServeNotifications()
	must(t, err)
	c := walkthrough.Commands{Binary: program, Data: t.TempDir()}
	for _, args := range [][]string{
		{"list", "create", "Chores", "--kind", "todo"}, {"list", "create", "Errands", "--kind", "todo"},
		{"item", "add", "Chores", "--id", "a", "--title", "Sweep"},
		{"item", "add", "Errands", "--id", "b", "--title", "Call <the> plumber", "--field", "due=" + soon(), "--field", "alarms=PT0S"},
	} {
		_, err := c.Run(t.Context(), args...)
		must(t, err)
	}
	w, err := display.Open(t.Context(), program, c.Data, bus.Variable())
	must(t, err)
	t.Cleanup(w.Kill)
	must(t, w.Rest(t.Context()))
	shown := next(t, notices)
	if shown.Title != "Call <the> plumber" || !slices.Equal(shown.Actions, []string{"default", "Show"}) {
		t.Errorf("the notification is %+v", shown)
	}
	must(t, bus.Click(shown.ID))
	must(t, w.Rest(t.Context()))
	must(t, w.Press(t.Context(), "alt+1"))
	must(t, walkthrough.Until(t.Context(), func() (bool, string, error) {
		var i walkthrough.Item
		err := c.Read(t.Context(), &i, "item", "show", "Errands", "b")
		return i.Fields.Priority == 1, fmt.Sprintf("%+v", i.Fields), err
	}))
}

// soon is a time in a few seconds, when the window is open.
func soon() string { return time.Now().Add(15 * time.Second).UTC().Format("2006-01-02T15:04:05Z") }

// next waits for the next notification.
func next(t *testing.T, notices <-chan walkthrough.Notification) walkthrough.Notification {
	t.Helper()
	select {
	case n := <-notices:
		return n
	case <-time.After(2 * time.Minute):
		t.Fatal("no notification was shown")
		return walkthrough.Notification{}
	}
}
