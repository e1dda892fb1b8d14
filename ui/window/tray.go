package window

import (
	"context"

	"crossfeed/engine/subscribe"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/wording"
)

// trayKey is set if the program keeps running in the tray when its window is closed.
const trayKey = "tray"

// Tray is the icon of the program in the tray of the desktop.
type Tray interface {
	// Available reports whether the desktop has a tray. It asks the desktop, which may take a
	// while.
	Available(context.Context) bool
	// Show shows the icon, or changes it. A click on it calls open on the UI goroutine.
	Show(tooltip string, open func(), menu []TrayEntry)
	// Hide hides the icon, if the desktop can do that before the program ends.
	Hide()
}

// TrayEntry is an entry of the menu of the icon.
type TrayEntry struct {
	Text     string
	Disabled bool
	// Run is called on the UI goroutine.
	Run func()
}

// tray keeps the program running while its window is closed.
type tray struct {
	*shell
	edits   *editing
	syncing *syncing
}

// wanted reports whether the person wants the program to keep running.
func (c *tray) wanted() bool { return c.Tray != nil && c.Settings.String(trayKey) != "" }

// closeWindow hides the window if there is a tray to show it again, and otherwise ends the
// program.
func (c *tray) closeWindow() {
	if !c.wanted() {
		c.window.Close()
		return
	}
	c.Seam.Aside(func(ctx context.Context) {
		hide := c.window.Close
		if c.Tray.Available(ctx) {
			hide = c.hide
		}
		c.Seam.UI(hide)
	})
}

// hide hides the window. What the person typed is saved, as it is when they leave an item.
func (c *tray) hide() {
	c.edits.saveLeft()
	c.window.Hide()
}

// update shows the present state in the tray, or hides the icon if the person does not want it.
func (c *tray) update() {
	switch {
	case c.Tray == nil:
		return
	case !c.wanted():
		c.Tray.Hide()
		return
	}
	n := len(c.now.Conflicts)
	conflicts := wording.N("n-conflicts", "{{.N}} conflicts", n, wording.Data{"N": wording.Number(n)})
	tooltip := "Crossfeed"
	if c.syncing.last != "" {
		tooltip += " · " + c.syncing.last
	}
	c.Tray.Show(tooltip+" · "+conflicts, c.raise, []TrayEntry{
		{Text: wording.L("show-crossfeed", "Show Crossfeed"), Run: c.raise},
		{Text: wording.L("sync", "Sync"), Run: func() { c.syncing.sync(subscribe.SyncOptions{Whole: true}) }},
		{Text: conflicts, Disabled: n == 0, Run: c.syncing.openConflict},
		{Text: wording.L("quit", "Quit"), Run: c.window.Close},
	})
}

// setting returns the setting, which says what closing the window does on this desktop.
func (c *tray) setting(of *settingsPages, section string) forms.Setting {
	note := forms.NewNote()
	s := of.check(section, wording.L("keep-running-in-the-tray", "Keep running in the tray"), c.wanted, func(on bool) {
		c.setFlag(trayKey, "on", on)
		c.update()
	})
	show := s.Update
	s.Note, s.Update = note, func() {
		show()
		c.describe(note)
	}
	return s
}

// describe asks outside the queue, so that edits do not wait for the desktop.
func (c *tray) describe(note *widget.Notice) {
	c.Seam.Aside(func(ctx context.Context) {
		text := wording.L("this-desktop-has-no-tray-closing", "This desktop has no tray: closing the window quits Crossfeed.")
		if c.Tray.Available(ctx) {
			text = wording.L("closing-the-window-then-only-hides", "Closing the window then only hides it. Sync and alarms go on; Ctrl+Q quits.")
		}
		c.Seam.UI(func() { note.SetText(text) })
	})
}
