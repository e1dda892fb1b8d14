package window

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/work"
)

// importing is the import that runs, and the reading of files before it.
type importing struct {
	reading work.Last
	// cancel ends the import that runs; nil while none does.
	cancel context.CancelFunc
}

func (w *Window) showImport() {
	if w.importing.cancel == nil {
		w.pages.importing().Clear()
	}
	w.showForm(w.pages.importing())
}

// leaveImport closes the page. An import that runs goes on.
func (w *Window) leaveImport() {
	w.importing.reading.Cancel()
	if w.importing.cancel == nil {
		w.pages.importing().Clear()
	}
	w.goHome()
}

// drop takes what was dropped on the window: calendars and cards are imported, an
// invitation is opened,
// anything else is a feed to subscribe to.
func (w *Window) drop(dropped []fyne.URI) {
	var paths []string
	for _, u := range dropped {
		paths = append(paths, u.Path())
	}
	if len(paths) == 0 {
		return
	}
	if isInvitation(paths[0]) {
		w.OpenInvitation(paths[0])
		return
	}
	work.AskBeside(&w.importing.reading, w.Seam, func(context.Context) (bool, error) {
		return exchange.AreImports(w.Files, paths), nil
	}, func(areImports bool, _ error) {
		if !areImports {
			w.showSubscribe(paths[0])
			return
		}
		w.readFiles(exchange.Asked{Paths: paths})
	})
}

// readFiles shows what files would bring.
func (w *Window) readFiles(a exchange.Asked) {
	if w.importing.cancel != nil {
		w.status.Say(lang.L("An import is running already."))
		return
	}
	a.Near = w.listFor(w.at)
	page := w.pages.importing()
	page.Reading(a)
	w.showForm(page)
	work.AskBeside(&w.importing.reading, w.Seam, func(ctx context.Context) (exchange.Preview, error) {
		return exchange.Read(ctx, w.Engine, w.Files, a)
	}, func(p exchange.Preview, err error) {
		if err != nil {
			w.Warn(err)
		}
		page.Show(p)
		if a.Into == "" && w.pages.shown == page {
			w.focus(page.Focus())
		}
	})
}
