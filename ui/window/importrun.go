package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/transfer"
	"crossfeed/ui/say"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/place"
)

// runImport starts an import, which runs beside everything else.
func (w *Window) runImport(p exchange.Preview) {
	if w.importing.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.importing.cancel = cancel
	w.pages.importing().Busy(true)
	w.status.Say(lang.L("Importing into “{{.List}}”…", say.Data{"List": p.Into}))
	w.status.Working(0, 0)
	w.Seam.Aside(func(outer context.Context) {
		defer context.AfterFunc(outer, cancel)()
		done, err := w.bringIn(ctx, p)
		w.Seam.UI(func() { w.imported(p, done, err) })
	})
}

// bringIn imports, into a list that is made for it where it is a new one. Of a
// failure nothing is left.
func (w *Window) bringIn(ctx context.Context, p exchange.Preview) (transfer.Done, error) {
	if p.New {
		if _, err := w.Engine.NewSet(ctx, engine.NewSet{Name: p.Into, Kind: string(p.Kind)}); err != nil {
			return transfer.Done{}, err
		}
	}
	done, err := w.Engine.Import(ctx, p.Into, p.Plan, w.importProgress)
	if err != nil && p.New {
		// The list is empty; where it cannot be taken away, it stays so.
		_ = w.Engine.DiscardSet(context.WithoutCancel(ctx), p.Into)
	}
	return done, err
}

// importProgress shows how far it is, in steps that can be seen.
func (w *Window) importProgress(done, all int) {
	const steps = 100
	if step := max(all/steps, 1); done%step != 0 && done != all {
		return
	}
	w.Seam.UI(func() {
		if w.importing.cancel != nil {
			w.status.Working(done, all)
		}
	})
}

// imported says what came of an import, and shows the list if the person waited
// for it.
func (w *Window) imported(p exchange.Preview, done transfer.Done, err error) {
	w.importing.cancel()
	w.importing.cancel = nil
	w.idle()
	w.pages.importing().Busy(false)
	if err != nil {
		w.Warn(err)
		w.Reload()
		return
	}
	w.tellImported(p, done)
	waited := shows[*exchange.Page](w)
	w.pages.importing().Clear()
	switch {
	case len(p.Later) > 0 && waited:
		w.readFiles(exchange.Asked{Paths: p.Later})
	case waited:
		w.choose(place.Place{Kind: place.List, Set: p.Into})
		w.focus(w.items.List())
	}
	w.Reload()
}

// stopWork stops what a person waits for: a settling of many items or an import,
// else the sync.
func (w *Window) stopWork() {
	switch {
	case w.batching.cancel != nil:
		w.stopBatch()
	case w.importing.cancel != nil:
		w.importing.cancel()
		w.status.Say(lang.L("Stopping the import…"))
	case w.long.busy:
		w.stopLong()
	case w.libraries.busy():
		w.stopLibrary()
	default:
		w.stopSync()
	}
}

// idle takes the progress away, unless something else still runs.
func (w *Window) idle() {
	if w.importing.cancel == nil && w.cancelSync == nil && w.batching.cancel == nil && !w.long.busy && !w.libraries.busy() {
		w.status.Idle()
	}
}
