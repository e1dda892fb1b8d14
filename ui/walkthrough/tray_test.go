//go:build display

package walkthrough_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// trayed is a window in a session of a desktop, with the setting to keep running in the tray.
type trayed struct {
	t       *testing.T
	display *walkthrough.Display
	bus     *walkthrough.SessionBus
	notices <-chan walkthrough.Notification
	window  *walkthrough.Window
	// desk and phone share the list Groceries through a folder.
	desk, phone walkthrough.Commands
}

func openInTray(t *testing.T, hasTray bool) *trayed {
	t.Helper()
	t.Parallel()
	program, err := filepath.Abs(*binary)
	must(t, err)
	display, err := walkthrough.StartDisplay(t.Context(), 1280, 800)
	must(t, err)
	t.Cleanup(display.Stop)
	d := &trayed{t: t, display: display, desk: walkthrough.Commands{Binary: program, Data: t.TempDir()}, phone: walkthrough.Commands{Binary: program, Data: t.TempDir()}}
	d.bus, err = walkthrough.StartSessionBus(t.Context())
	must(t, err)
	t.Cleanup(d.bus.Stop)
	d.notices, err = d.bus.ServeNotifications()
	must(t, err)
	if hasTray {
		must(t, d.bus.StartTray(t.Context()))
	}
	folder := t.TempDir()
	for _, c := range []walkthrough.Commands{d.desk, d.phone} {
		d.run(c, "list", "create", "Groceries", "--kind", "todo")
		d.run(c, "publish", "Groceries", folder)
		d.run(c, "subscription", "add", "Groceries", folder)
	}
	d.window, err = display.Open(t.Context(), program, d.desk.Data, d.bus.Variable())
	must(t, err)
	t.Cleanup(d.window.Kill)
	must(t, d.window.Rest(t.Context()))
	must(t, d.window.Press(t.Context(), "ctrl+comma"))
	must(t, d.window.Type(t.Context(), "tray"))
	must(t, d.window.Press(t.Context(), "Tab", "space"))
	must(t, d.window.Rest(t.Context()))
	return d
}

func (d *trayed) run(c walkthrough.Commands, args ...string) string {
	d.t.Helper()
	out, err := c.Run(d.t.Context(), args...)
	must(d.t, err)
	return out
}

// becomes waits until the window is visible, or hidden.
func (d *trayed) becomes(visible bool) {
	d.t.Helper()
	must(d.t, walkthrough.Until(d.t.Context(), func() (bool, string, error) {
		is, err := d.window.Visible(d.t.Context())
		return is == visible, fmt.Sprintf("visible: %v, %s", is, d.window.Stderr()), err
	}))
}

// iconDisappears waits until the tray shows no icon.
func (d *trayed) iconDisappears() {
	d.t.Helper()
	must(d.t, walkthrough.Until(d.t.Context(), func() (bool, string, error) {
		visible, err := d.bus.VisibleIcons()
		return visible == 0, fmt.Sprintf("%d icons, %s", visible, d.window.Stderr()), err
	}))
}

// While the window is closed, feeds are synced and alarms go off. A click on a notification or on
// the icon shows the window again, and so does another start. The menu of the icon ends the
// program.
func TestTheProgramKeepsRunningInTheTray(t *testing.T) {
	d := openInTray(t, true)
	icon, err := d.bus.TrayIcon(t.Context())
	must(t, err)
	must(t, d.window.Close())
	d.becomes(false)

	d.run(d.phone, "item", "add", "Groceries", "--title", "Milk from the phone")
	d.run(d.phone, "publish", "Groceries")
	must(t, walkthrough.Until(t.Context(), func() (bool, string, error) {
		out, err := d.desk.Run(t.Context(), "item", "list", "Groceries")
		return strings.Contains(out, "Milk from the phone"), out, err
	}))
	must(t, walkthrough.Until(t.Context(), func() (bool, string, error) {
		tip, err := icon.Tooltip()
		return strings.HasPrefix(tip, "Crossfeed · Synced at ") && strings.HasSuffix(tip, " · 0 conflicts"), tip, err
	}))

	d.run(d.desk, "item", "add", "Groceries", "--title", "Call the plumber", "--field", "due="+soon(), "--field", "alarms=PT0S")
	shown := next(t, d.notices)
	if shown.Title != "Call the plumber" {
		t.Errorf("the notification is %+v", shown)
	}
	d.becomes(false)
	must(t, d.bus.Click(shown.ID))
	d.becomes(true)

	must(t, d.window.Close())
	d.becomes(false)
	must(t, icon.Activate())
	d.becomes(true)

	must(t, d.window.Close())
	d.becomes(false)
	must(t, d.display.Command(t.Context(), d.desk.Binary, "--data", d.desk.Data).Run())
	d.becomes(true)

	must(t, d.window.Close())
	d.becomes(false)
	menu, err := icon.Menu()
	must(t, err)
	for _, entry := range []string{"Show Crossfeed", "Sync", "0 conflicts", "Quit"} {
		if _, there := menu[entry]; !there {
			t.Errorf("the menu has no %q: %v", entry, menu)
		}
	}
	must(t, icon.Choose("Show Crossfeed"))
	d.becomes(true)
	must(t, icon.Choose("Quit"))
	<-d.window.Ended()
	if code := d.window.ExitCode(); code != 0 {
		t.Errorf("it ended with status %d: %s", code, d.window.Stderr())
	}
}

// The setting hides the icon and shows it again.
func TestTheIconInTheTrayFollowsTheSetting(t *testing.T) {
	d := openInTray(t, true)
	before, err := d.bus.TrayIcon(t.Context())
	must(t, err)
	tip, err := before.Tooltip()
	must(t, err)
	for range 2 {
		must(t, d.window.Press(t.Context(), "space"))
		d.iconDisappears()
		if status, err := before.Status(); err != nil || status != "Passive" {
			t.Errorf("a tray that starts now reads the status %q, %v", status, err)
		}
		must(t, d.window.Press(t.Context(), "space"))
		icon, err := d.bus.TrayIcon(t.Context())
		must(t, err)
		if again, err := icon.Tooltip(); err != nil || again != tip {
			t.Errorf("the tooltip is %q, %v, and was %q", again, err, tip)
		}
		if menu, err := icon.Menu(); err != nil || len(menu) != 4 {
			t.Errorf("the menu is %v, %v", menu, err)
		}
	}
	icon, err := d.bus.TrayIcon(t.Context())
	must(t, err)
	must(t, d.window.Close())
	d.becomes(false)
	must(t, icon.Activate())
	d.becomes(true)
	must(t, d.window.Press(t.Context(), "space"))
	d.iconDisappears()
	must(t, d.window.Close())
	<-d.window.Ended()
	if code := d.window.ExitCode(); code != 0 {
		t.Errorf("it ended with status %d: %s", code, d.window.Stderr())
	}
}

// Without a tray, nothing could show the window again: closing it ends the program.
func TestWithoutATrayClosingTheWindowEndsTheProgram(t *testing.T) {
	d := openInTray(t, false)
	must(t, d.window.Close())
	<-d.window.Ended()
	if code := d.window.ExitCode(); code != 0 {
		t.Errorf("it ended with status %d: %s", code, d.window.Stderr())
	}
}
