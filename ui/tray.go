//go:build !headless

package ui

import (
	"bytes"
	"context"
	"image"
	"image/png"

	"fyne.io/systray"
	"github.com/fyne-io/image/ico"
	"golang.org/x/image/draw"

	"crossfeed/assets"
	"crossfeed/ui/window"
)

// trayIcon is the icon of the program in the tray.
type trayIcon struct {
	// do runs a function on the UI goroutine.
	do func(func())
	// open and menu were set by the last call of Show. They are used on the UI goroutine.
	open func()
	menu []window.TrayEntry
	// next has what is to be shown next.
	next chan trayState
	// shown reports whether the icon is in the tray, items are the entries of its menu.
	shown bool
	items []*systray.MenuItem
	// end removes the icon, where it does not go with the program. It is used on the UI goroutine,
	// when Fyne's loop has ended.
	end func()
}

// trayState is what the icon shows; a zero value hides it.
type trayState struct {
	tooltip string
	menu    []window.TrayEntry
}

func newTrayIcon(do func(func())) *trayIcon {
	return &trayIcon{do: do, next: make(chan trayState, 1), end: func() {}}
}

// Show implements window.Tray.
func (t *trayIcon) Show(tooltip string, open func(), menu []window.TrayEntry) {
	t.open, t.menu = open, menu
	t.become(trayState{tooltip, menu})
}

// Hide implements window.Tray.
func (t *trayIcon) Hide() { t.become(trayState{}) }

// become replaces what was to be shown and is not shown yet.
func (t *trayIcon) become(s trayState) {
	select {
	case <-t.next:
	default:
	}
	t.next <- s
}

// run shows the icon as it is wanted until ctx ends. aside runs a job in its own goroutine.
func (t *trayIcon) run(ctx context.Context, aside func(func(context.Context))) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-t.next:
			t.draw(func() {
				switch {
				case s.menu != nil:
					t.show(ctx, s, aside)
				case t.shown:
					t.hide()
				}
			})
		}
	}
}

// show shows the icon, or changes it.
func (t *trayIcon) show(ctx context.Context, s trayState, aside func(func(context.Context))) {
	if !t.shown {
		t.start()
		t.shown = true
	}
	systray.SetTooltip(s.tooltip)
	for i := len(t.items); i < len(s.menu); i++ {
		item := systray.AddMenuItem(s.menu[i].Text, "")
		t.items = append(t.items, item)
		aside(func(context.Context) { t.follow(ctx, item, i) })
	}
	for i, e := range s.menu {
		t.items[i].SetTitle(e.Text)
		if e.Disabled {
			t.items[i].Disable()
		} else {
			t.items[i].Enable()
		}
	}
}

// activate shows the window when the icon is clicked.
func (t *trayIcon) activate() { t.do(func() { t.open() }) }

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

// smallIcon returns the icon of the program in a size for trays, in the format of a system: PNG, or
// ICO on Windows.
func smallIcon(system string) []byte {
	const side = 64
	big, err := png.Decode(bytes.NewReader(assets.AppIcon))
	if err != nil {
		return assets.AppIcon
	}
	small, out := image.NewRGBA(image.Rect(0, 0, side, side)), &bytes.Buffer{}
	draw.CatmullRom.Scale(small, small.Bounds(), big, big.Bounds(), draw.Src, nil)
	encode := png.Encode
	if system == "windows" {
		encode = ico.Encode
	}
	if err := encode(out, small); err != nil {
		return assets.AppIcon
	}
	return out.Bytes()
}
