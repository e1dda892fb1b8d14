package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

func (w *Window) showNewList() {
	w.pages.newList.Fill("")
	w.showForm(w.pages.newList)
}

// newList makes a list and goes there at once: what is typed next belongs to
// it, and waits in the queue until the list is made.
func (w *Window) newList(name string, kind record.Kind) {
	w.choose(place.Place{Kind: place.List, Set: name})
	w.newItem()
	w.items.Expect(kind)
	work.Ask(w.Seam, func(ctx context.Context) (engine.List, error) {
		return w.Engine.NewSet(ctx, engine.NewSet{Name: name, Kind: string(kind)})
	}, func(_ engine.List, err error) {
		if err != nil {
			w.pages.newList.Fill(name)
			w.pages.newList.Problem(sentence(err))
			w.showForm(w.pages.newList)
			return
		}
		w.status.Say(lang.L("Made the list “{{.Name}}”. Type its first item.", say.Data{"Name": name}))
		w.readSnapshot()
	})
}

func (w *Window) pause(set, location string, paused bool) {
	w.run(func(ctx context.Context) error { return w.Engine.Pause(ctx, set, location, paused) }, w.reloadOr)
}

func (w *Window) unsubscribe(set, location string) {
	w.run(func(ctx context.Context) error { return w.Engine.Unsubscribe(ctx, set, location) }, func(err error) {
		w.reloadOr(err)
		if err == nil {
			w.choose(place.Place{Kind: place.List, Set: set})
			w.status.Say(lang.L("Unsubscribed. What came from it stays."))
		}
	})
}

func (w *Window) reloadOr(err error) {
	if err != nil {
		w.Warn(err)
		return
	}
	w.Reload()
}

// run queues a job that answers only whether it could be done.
func (w *Window) run(job func(context.Context) error, then func(error)) {
	work.Ask(w.Seam, func(ctx context.Context) (struct{}, error) { return struct{}{}, job(ctx) },
		func(_ struct{}, err error) { then(err) })
}
