package walkthrough

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/godbus/dbus/v5"
)

// trayHost is a tray without a panel: it watches for icons and reads their menus and texts for a
// panel to draw (Debian package ayatana-indicator-application).
const trayHost = "/usr/libexec/ayatana-indicator-application/ayatana-indicator-application-service"

// StartTray starts the tray of a desktop in the session, and waits until it watches for icons.
func (b *SessionBus) StartTray(ctx context.Context) error {
	host := exec.CommandContext(ctx, trayHost)
	host.Env = append(os.Environ(), "DISPLAY=", b.Variable())
	if err := host.Start(); err != nil {
		return fmt.Errorf("starting a tray (is ayatana-indicator-application installed?): %w", err)
	}
	b.stops = append(b.stops, func() { _ = host.Process.Kill(); _ = host.Wait() })
	return Until(ctx, func() (there bool, said string, err error) {
		v, err := b.watcher().GetProperty("org.kde.StatusNotifierWatcher.IsStatusNotifierHostRegistered")
		if err != nil {
			return false, err.Error(), nil
		}
		there, _ = v.Value().(bool)
		return there, v.String(), nil
	})
}

func (b *SessionBus) watcher() dbus.BusObject {
	return b.conn.Object("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher")
}

// TrayIcon is the icon of a program in the tray.
type TrayIcon struct{ item, menu dbus.BusObject }

// TrayIcon waits until the tray has read and accepted an icon, and returns it.
func (b *SessionBus) TrayIcon(ctx context.Context) (icon TrayIcon, err error) {
	err = Until(ctx, func() (bool, string, error) {
		v, err := b.watcher().GetProperty("org.kde.StatusNotifierWatcher.RegisteredStatusNotifierItems")
		if err != nil {
			return false, "", err
		}
		for _, each := range v.Value().([]string) {
			owner, path, _ := strings.Cut(each, "/")
			owner, path = strings.TrimSuffix(owner, "@"), "/"+path
			icon = TrayIcon{b.conn.Object(owner, dbus.ObjectPath(path)), b.conn.Object(owner, dbus.ObjectPath(path+"/menu"))}
			visible, err := b.VisibleIcons()
			return visible == 1, fmt.Sprintf("the tray shows %d icons", visible), err
		}
		return false, "the tray has no icon", nil
	})
	return icon, err
}

// VisibleIcons returns the number of icons that the tray tells panels to draw.
func (b *SessionBus) VisibleIcons() (int, error) {
	var accepted []any
	panel := b.conn.Object("org.ayatana.indicator.application", "/org/ayatana/indicator/application/service")
	err := panel.Call("org.ayatana.indicator.application.service.GetApplications", 0).Store(&accepted)
	return len(accepted), err
}

// Activate clicks on the icon, as a panel does.
func (i TrayIcon) Activate() error {
	return i.item.Call("org.kde.StatusNotifierItem.Activate", 0, int32(0), int32(0)).Err
}

// Tooltip returns the text that is shown while the mouse is on the icon.
func (i TrayIcon) Tooltip() (string, error) {
	v, err := i.item.GetProperty("org.kde.StatusNotifierItem.ToolTip")
	if err != nil {
		return "", err
	}
	var tip struct {
		Name  string
		Icons []struct {
			Width, Height int32
			Pixels        []byte
		}
		Title, Text string
	}
	err = v.Store(&tip)
	return tip.Title, err
}

// Status returns whether the icon is to be shown: "Active" or "Passive".
func (i TrayIcon) Status() (status string, err error) {
	v, err := i.item.GetProperty("org.kde.StatusNotifierItem.Status")
	if err == nil {
		err = v.Store(&status)
	}
	return status, err
}

// trayMenu is an entry of a menu with those below it (com.canonical.dbusmenu).
type trayMenu struct {
	ID         int32
	Properties map[string]dbus.Variant
	Below      []dbus.Variant
}

// Menu returns the numbers of the entries of the menu by their texts.
func (i TrayIcon) Menu() (map[string]int32, error) {
	var revision uint32
	var top trayMenu
	if err := i.menu.Call("com.canonical.dbusmenu.GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &top); err != nil {
		return nil, err
	}
	all := map[string]int32{}
	for _, v := range top.Below {
		var entry trayMenu
		if err := v.Store(&entry); err != nil {
			return nil, err
		}
		if label, is := entry.Properties["label"].Value().(string); is {
			all[label] = entry.ID
		}
	}
	return all, nil
}

// Choose clicks on an entry of the menu.
func (i TrayIcon) Choose(text string) error {
	all, err := i.Menu()
	if err != nil {
		return err
	}
	id, there := all[text]
	if !there {
		return fmt.Errorf("the menu of the tray has no %q: %v", text, all)
	}
	return i.menu.Call("com.canonical.dbusmenu.Event", 0, id, "clicked", dbus.MakeVariant(""), uint32(0)).Err
}
