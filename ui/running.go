//go:build !headless

package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/location"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/window"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/work"
)

const (
	// draftsName is the file in the data folder that keeps what was not saved.
	draftsName = "drafts.json"
	// scaleKey is the preference that keeps the size of the text.
	scaleKey = "scale"
	// contrastKey is the preference for high contrast.
	contrastKey = "highContrast"
	// arrangedKey is the preference that keeps how places are arranged.
	arrangedKey = "arranged"
)

// running is a window that is open.
type running struct {
	window fyne.Window
	worker *work.Worker
	// do runs a function on the UI goroutine.
	do    func(func())
	opens func(invitation string)
	// closes finishes what the window has put off.
	closes func()
}

// raise brings the window to the front, at an invitation where one is given.
func (r *running) raise(invitation string) {
	r.window.RequestFocus()
	if invitation != "" {
		r.opens(invitation)
	}
}

// newRunning joins a window to the engine, to the clock and to the files of the
// data folder.
func newRunning(ctx context.Context, a fyne.App, e *engine.Engine, o Options) (*running, error) {
	on := &uiGoroutine{}
	worker := work.New(context.WithoutCancel(ctx), on.do)
	file := drafts.NewFile(filepath.Join(o.DataDir, draftsName), worker.Queue)
	kept, err := loadDrafts(file)
	if err != nil {
		return nil, err
	}
	applyLook(a)
	w := a.NewWindow("Crossfeed")
	w.SetMaster()
	w.Resize(fyne.NewSize(1180, 740))
	win := window.New(w, window.Options{
		Engine: e, Seam: worker, Drafts: kept, Held: held,
		Scale: scaleOf(a), HighContrast: a.Preferences().Bool(contrastKey),
		Speaker: say.Speaker{Own: e.Endpoint(), Now: time.Now, Zone: time.Local, Book: &say.Book{}},
		Scaled: func(scale float32) {
			a.Preferences().SetFloat(scaleKey, float64(scale))
			applyLook(a)
		},
		Contrasted: func(high bool) {
			a.Preferences().SetBool(contrastKey, high)
			applyLook(a)
		},
		Arranged:     a.Preferences().String(arrangedKey),
		KeepArranged: func(text string) { a.Preferences().SetString(arrangedKey, text) },
		Files:        location.Disk{},
		Kept:         a.Preferences(),
		Notifier:     a,
		Browser:      a,
		DeviceName:   deviceName,
		WriteSample:  func() (string, error) { return writeSample(filepath.Join(o.DataDir, "sample")) },
	})
	on.failed, worker.Failed = win.Warn, win.Warn
	file.Failed = func(err error) { on.do(func() { win.Warn(err) }) }
	a.Lifecycle().SetOnStarted(func() {
		on.do(win.Start)
		if o.Missing > 0 {
			on.do(func() { win.SayMissing(o.Missing) })
		}
		if o.Rebuilt != "" {
			on.do(func() { win.SayRebuilt(o.Rebuilt) })
		}
		if o.Crashed != "" {
			on.do(func() { win.SayCrashed(o.Crashed) })
		}
		if o.Invitation != "" {
			on.do(func() { win.OpenInvitationText(o.Invitation) })
		}
		go follow(ctx, e.Watch(ctx), on.do, win)
		go keep(ctx, e, on.do, win)
	})
	return &running{w, worker, on.do, win.OpenInvitationText, win.Close}, nil
}

// uiGoroutine runs functions on the UI goroutine. Where one panics, the window says so and
// goes on.
type uiGoroutine struct{ failed func(error) }

func (u *uiGoroutine) do(f func()) {
	fyne.Do(func() {
		if err := crash.Do(f); err != nil {
			u.failed(err)
		}
	})
}

// applyLook shows the program in the size and the contrast that were chosen.
func applyLook(a fyne.App) {
	a.Settings().SetTheme(theme.New(scaleOf(a)).WithContrast(a.Preferences().Bool(contrastKey)))
}

func scaleOf(a fyne.App) float32 { return float32(a.Preferences().FloatWithFallback(scaleKey, 1)) }

func loadDrafts(file *drafts.File) (*drafts.Drafts, error) {
	text, err := file.Read()
	if err != nil {
		return nil, err
	}
	kept := drafts.New(file.Write)
	if err := kept.Load(text); err != nil {
		return nil, fmt.Errorf("%w: move the file %s away to start without drafts", err, draftsName)
	}
	return kept, nil
}

// held asks the driver which modifier keys are held down.
func held() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}
