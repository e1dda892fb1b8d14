//go:build !headless && !windows && !darwin

package ui

import (
	"context"
	"runtime"
	"time"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// The services of the Status Notifier Item Specification: an icon, and the desktop's list of icons.
const (
	trayItem    = "org.kde.StatusNotifierItem"
	trayPath    = dbus.ObjectPath("/StatusNotifierItem") // where systray exports the icon
	trayWatcher = "org.kde.StatusNotifierWatcher"
)

// trayPatience is how long the desktop may take to say whether it has a tray.
const trayPatience = 2 * time.Second

// Available implements window.Tray.
func (*trayIcon) Available(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, trayPatience)
	defer cancel()
	conn, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer conn.Close()
	var shows dbus.Variant
	err = conn.Object(trayWatcher, "/StatusNotifierWatcher").CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, trayWatcher, "IsStatusNotifierHostRegistered").Store(&shows)
	available, _ := shows.Value().(bool)
	return err == nil && available
}

// draw runs a function outside the UI goroutine, because it may wait for the desktop.
func (*trayIcon) draw(f func()) { f() }

// start registers the icon at the desktop. After hide, it exports its properties again.
func (t *trayIcon) start() {
	systray.SetTitle(metadata().Name)
	systray.SetIcon(smallIcon(runtime.GOOS))
	systray.SetOnTapped(t.activate)
	start, _ := systray.RunWithExternalLoop(nil, nil)
	start()
	emitStatus("Active")
}

// hide makes the status of the icon passive. The function of systray that removes the icon cannot
// be used: it closes the connection that Fyne and the keyring use, too.
func (t *trayIcon) hide() {
	conn, err := dbus.SessionBus()
	if err != nil {
		return // and the icon went with the session
	}
	properties := map[string]*prop.Prop{}
	for name, value := range map[string]any{
		"Category": "ApplicationStatus", "Id": metadata().Name, "Title": metadata().Name, "Status": "Passive",
		"IconName": metadata().ID, "ItemIsMenu": false, "Menu": trayPath + "/menu",
	} {
		properties[name] = &prop.Prop{Value: value}
	}
	if _, err := prop.Export(conn, trayPath, prop.Map{trayItem: properties}); err == nil {
		emitStatus("Passive")
		t.shown = false
	}
}

// emitStatus tells the desktop that the status of the icon changed, and that it has to read the icon
// again.
func emitStatus(status string) {
	if conn, err := dbus.SessionBus(); err == nil { // the connection of systray
		_ = conn.Emit(trayPath, trayItem+".NewStatus", status)
		_ = conn.Emit(trayPath, trayItem+".NewIcon")
	}
}
