//go:build !headless

package ui

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"runtime"
	"time"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"
	"golang.org/x/image/draw"

	"crossfeed/assets"
	"crossfeed/ui/window"
)

// trayWatcher is the service at which icons of the tray are registered (Status Notifier Item
// Specification).
const trayWatcher = "org.kde.StatusNotifierWatcher"

// trayPatience is how long the desktop may take to say whether it has a tray.
const trayPatience = 2 * time.Second

// trayIcon is the icon of the program in the tray.
type trayIcon struct {
	// do runs a function on the UI goroutine.
	do func(func())
	// open and menu were set by the last call of Show. They are used on the UI goroutine.
	open func()
	menu []window.TrayEntry
	// shown has what is to be shown next.
	shown chan trayState
}

// trayState is what the icon shows.
type trayState struct {
	tooltip string
	menu    []window.TrayEntry
}

func newTrayIcon(do func(func())) *trayIcon {
	return &trayIcon{do: do, shown: make(chan trayState, 1)}
}

// system returns the tray, or nil if the system offers none that is known here.
func (t *trayIcon) system() window.Tray {
	if runtime.GOOS != "linux" {
		return nil
	}
	return t
}

// Available implements window.Tray.
func (t *trayIcon) Available(ctx context.Context) bool {
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

// Show implements window.Tray. It replaces what was to be shown and is not shown yet.
func (t *trayIcon) Show(tooltip string, open func(), menu []window.TrayEntry) {
	t.open, t.menu = open, menu
	select {
	case <-t.shown:
	default:
	}
	t.shown <- trayState{tooltip, menu}
}

// run shows the icon from the first call of Show until the program ends. aside runs a job in its
// own goroutine.
func (t *trayIcon) run(ctx context.Context, aside func(func(context.Context))) {
	var items []*systray.MenuItem
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-t.shown:
			systray.SetTooltip(s.tooltip)
			if items == nil {
				t.start()
			}
			for i := len(items); i < len(s.menu); i++ {
				items = append(items, systray.AddMenuItem(s.menu[i].Text, ""))
				aside(func(context.Context) { t.follow(ctx, items[i], i) })
			}
			for i, e := range s.menu {
				items[i].SetTitle(e.Text)
				if e.Disabled {
					items[i].Disable()
				} else {
					items[i].Enable()
				}
			}
		}
	}
}

// start registers the icon at the desktop.
func (t *trayIcon) start() {
	systray.SetTitle(metadata().Name)
	systray.SetIcon(smallIcon())
	systray.SetOnTapped(func() { t.do(func() { t.open() }) })
	start, _ := systray.RunWithExternalLoop(nil, nil)
	start()
}

// follow runs an entry of the menu when it is clicked.
func (t *trayIcon) follow(ctx context.Context, item *systray.MenuItem, i int) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-item.ClickedCh:
			t.do(func() { t.menu[i].Run() })
		}
	}
}

// smallIcon returns the icon of the program in a size for trays, as a PNG.
func smallIcon() []byte {
	const side = 64
	big, err := png.Decode(bytes.NewReader(assets.AppIcon))
	if err != nil {
		return assets.AppIcon
	}
	small, out := image.NewRGBA(image.Rect(0, 0, side, side)), &bytes.Buffer{}
	draw.CatmullRom.Scale(small, small.Bounds(), big, big.Bounds(), draw.Src, nil)
	if err := png.Encode(out, small); err != nil {
		return assets.AppIcon
	}
	return out.Bytes()
}
