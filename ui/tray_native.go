//go:build !headless && (windows || darwin)

package ui

import (
	"context"
	"runtime"

	"fyne.io/systray"
)

// Available implements window.Tray: there is always a tray.
func (*trayIcon) Available(context.Context) bool { return true }

// draw runs a function on the UI goroutine: Windows sends the clicks to the thread that made the
// icon, where Fyne receives them, and macOS allows changes on the main thread only.
func (t *trayIcon) draw(f func()) { t.do(f) }

// start shows the icon. systray accepts an image only after that. On macOS, a click opens the menu,
// as it does for other programs, and the icon goes with the program. Windows would show it until the
// mouse is over it.
func (t *trayIcon) start() {
	if runtime.GOOS == "windows" {
		systray.SetOnTapped(t.activate)
	}
	start, end := systray.RunWithExternalLoop(nil, nil)
	start()
	systray.SetIcon(smallIcon(runtime.GOOS))
	if runtime.GOOS == "windows" {
		t.end = end
	}
}

// hide does nothing: systray has no function for that, except for its end, which works
// only once, and on Windows ends Fyne's loop, too.
func (*trayIcon) hide() {}
