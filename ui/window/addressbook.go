package window

import (
	"context"
	"maps"

	"crossfeed/engine/store"
	"crossfeed/ui/window/work"
)

type peopleEngine interface {
	Names(ctx context.Context) (map[string]string, error)
	Endpoints(ctx context.Context) ([]store.Endpoint, error)
	SetName(ctx context.Context, by, name string) error
}

// readNames reads what endpoints are called. It is asked before anything that
// is read again and shows them; what is being settled is only drawn anew.
func (w *Window) readNames() {
	work.Ask(w.Seam, w.Engine.Names, func(names map[string]string, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		if maps.Equal(names, w.names) {
			return
		}
		w.names = names
		w.Speaker.Book.Put(names)
		if w.settling() {
			w.pages.settle.Renamed()
		}
	})
}

// showPeople shows the address book.
func (w *Window) showPeople() {
	w.showForm(w.pages.people)
	w.readPeople()
}

// readPeople reads the address book anew, where it is shown.
func (w *Window) readPeople() {
	if w.pages.shown != page(w.pages.people) {
		return
	}
	work.Ask(w.Seam, w.Engine.Endpoints, func(all []store.Endpoint, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.pages.people.Show(all)
	})
}

// name calls an endpoint by a name, at once and everywhere.
func (w *Window) name(by, name string) {
	work.Ask(w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.Engine.SetName(ctx, by, name)
	}, func(_ struct{}, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.Reload()
	})
}
