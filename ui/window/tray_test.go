package window

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/subscribe"
)

// fakeTray is the tray of a desktop, if it has one.
type fakeTray struct {
	available bool
	tooltip   string
	open      func()
	menu      []TrayEntry
}

func (f *fakeTray) Available(context.Context) bool { return f.available }

func (f *fakeTray) Show(tooltip string, open func(), menu []TrayEntry) {
	f.tooltip, f.open, f.menu = tooltip, open, menu
}

func (f *fakeTray) Hide() { f.tooltip, f.open, f.menu = "", nil, nil }

// entries returns the menu, with "-" before disabled entries.
func (f *fakeTray) entries() string {
	var all []string
	for _, e := range f.menu {
		if e.Disabled {
			e.Text = "-" + e.Text
		}
		all = append(all, e.Text)
	}
	return strings.Join(all, ", ")
}

// hides reports whether the close button hides the window instead of ending the program.
func hides(d *desk) bool {
	d.t.Helper()
	d.closed, d.hidden = false, false
	d.closeButton()
	d.rest()
	if d.hidden == d.closed {
		d.t.Errorf("hidden: %v, closed: %v", d.hidden, d.closed)
	}
	return d.hidden
}

// inTray returns a desk that keeps running in the tray, with a list and a conflict.
func inTray(t *testing.T) *desk {
	t.Helper()
	d, laptop, it := shared(t)
	change(t, laptop, it.Set, it.ID, "title", "Oat milk")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Raw milk")
	d.tray = &fakeTray{available: true}
	d.open()
	same(t, "no icon before", d.tray.tooltip, "")
	d.set("Keep running in the tray", "on")
	return d
}

// The tray has the time of the last sync and the number of conflicts, and its menu shows the
// window, syncs, leads to a conflict and ends the program.
func TestTheTrayShowsStatusAndConflicts(t *testing.T) {
	d := inTray(t)
	same(t, "tooltip", d.tray.tooltip, "Crossfeed · Synced at 12:00 · 1 conflict")
	same(t, "menu", d.tray.entries(), "Show Crossfeed, Sync, 1 conflict, Quit")
	same(t, "closing hides the window", hides(d), true)
	d.tray.menu[1].Run()
	d.rest()
	same(t, "hidden while it syncs", d.hidden, true)
	d.tray.menu[2].Run()
	d.rest()
	same(t, "the conflict is in sight", d.win.resolving() && !d.hidden, true)
	d.closeButton()
	d.rest()
	d.tray.open()
	same(t, "a click shows the window", d.hidden, false)
	d.tray.menu[3].Run()
	same(t, "quit ends the program", d.closed, true)
}

// The icon disappears with the setting, also if a restored backup has turned it off.
func TestTheIconInTheTrayFollowsTheSetting(t *testing.T) {
	d := inTray(t)
	d.set("Keep running in the tray", "off")
	same(t, "tooltip when it is off", d.tray.tooltip, "")
	d.win.Reload()
	d.rest()
	same(t, "tooltip after a change", d.tray.tooltip, "")
	d.set("Keep running in the tray", "on")
	same(t, "tooltip when it is on", d.tray.tooltip, "Crossfeed · Synced at 12:00 · 1 conflict")
	d.win.Settings.SetString(trayKey, "")
	d.win.Reload()
	d.rest()
	same(t, "tooltip after a restore", d.tray.tooltip, "")
}

func TestTheTrayCountsNoConflicts(t *testing.T) {
	d := withList(t, "Milk")
	d.tray = &fakeTray{available: true}
	d.open()
	d.set("Keep running in the tray", "on")
	same(t, "menu", d.tray.entries(), "Show Crossfeed, Sync, -0 conflicts, Quit")
	d.win.SyncedByItself([]subscribe.Report{{Set: "Groceries", Err: context.DeadlineExceeded}}, Waiting{}, nil)
	d.rest()
	same(t, "tooltip after a failure", d.tray.tooltip, "Crossfeed · Synced at 12:00 · 1 error · 0 conflicts")
}

// Where there is no tray, closing ends the program although the setting is on, and the setting
// says so. Ctrl+Q always ends it.
func TestWithoutATrayClosingEndsTheProgram(t *testing.T) {
	d := inTray(t)
	same(t, "the setting says what closing does", d.sees("Closing the window then only hides it. Sync and alarms go on; Ctrl+Q quits."), true)
	d.tray.available = false
	d.open()
	same(t, "hides", hides(d), false)
	d.press(fyne.KeyComma, ctrl)
	d.rest()
	same(t, "the setting says so", d.sees("This desktop has no tray: closing the window quits Crossfeed."), true)
	d.tray.available = true
	d.open()
	d.closed = false
	d.press(fyne.KeyQ, ctrl)
	d.rest()
	same(t, "Ctrl+Q ends", d.closed && !d.hidden, true)
}

// What a person typed is saved when they close the window, although the program keeps running.
func TestClosingIntoTheTraySavesWhatWasTyped(t *testing.T) {
	d := withList(t, "Milk")
	d.tray = &fakeTray{available: true}
	d.open()
	d.set("Keep running in the tray", "on")
	d.press(fyne.KeyEscape)
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" and cream")
	same(t, "hides", hides(d), true)
	same(t, "saved", d.itemRows()[0].Title, "Milk and cream")
}
