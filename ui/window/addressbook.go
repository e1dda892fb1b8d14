package window

import (
	"context"

	"crossfeed/engine/names"
	"crossfeed/engine/store"
	"crossfeed/ui/window/work"
)

type peopleEngine interface {
	Names(ctx context.Context) (*names.Book, error)
	Endpoints(ctx context.Context) ([]store.Endpoint, error)
	SetName(ctx context.Context, by, name string) error
}

// readNames reads the names of devices. It is asked before anything that is read again
// and shows them; a conflict that is open is only drawn again.
func (w *Window) readNames() {
	work.Ask(w.Seam, w.Engine.Names, func(book *names.Book, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		if book.Equal(w.Speaker.Book.Names()) {
			return
		}
		w.Speaker.Book.Put(book)
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
