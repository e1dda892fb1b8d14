package window

import (
	"context"

	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/work"
)

// Names are the names of devices.
type Names interface {
	Book(ctx context.Context) (*item.Names, error)
	Endpoints(ctx context.Context) ([]store.Endpoint, error)
	Set(ctx context.Context, by, name string) error
	Own(ctx context.Context) (safekeeping.DeviceName, error)
	SetOwn(ctx context.Context, name string, publish bool) error
}

// showNames calls devices by their names from now on, and reports whether they are others
// than before. A conflict that is open is only drawn again.
func (w *Window) showNames(book *item.Names) (others bool) {
	if book.Equal(w.Speaker.Book.Names()) {
		return false
	}
	w.Speaker.Book.Put(book)
	if w.resolving() {
		w.pages.resolve.Renamed()
	}
	return true
}

// showPeople shows the address book.
func (w *Window) showPeople() {
	w.showForm(w.pages.people())
	w.readPeople()
}

// readPeople reads the address book anew, where it is shown.
func (w *Window) readPeople() {
	if !shows[*forms.People](w) {
		return
	}
	var own safekeeping.DeviceName
	work.Ask(w.Seam, func(ctx context.Context) (all []store.Endpoint, err error) {
		if own, err = w.Names.Own(ctx); err == nil {
			all, err = w.Names.Endpoints(ctx)
		}
		return all, err
	}, func(all []store.Endpoint, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.pages.people().Show(all, own)
	})
}

// showPerson shows a device in the address book, to be named there.
func (w *Window) showPerson(by string) {
	w.pages.people().Choose(by)
	w.showPeople()
}

// name calls a device by a name, at once and everywhere.
func (w *Window) name(by, name string) {
	w.run(func(ctx context.Context) error { return w.Names.Set(ctx, by, name) }, w.renamed)
}

// nameDevice calls this device by a name, which others read in its feeds if it is
// published.
func (w *Window) nameDevice(name string, publish bool) {
	w.run(func(ctx context.Context) error { return w.Names.SetOwn(ctx, name, publish) }, w.renamed)
}

func (w *Window) renamed(err error) {
	if err != nil {
		w.Warn(err)
		return
	}
	w.Reload()
}

// askName has a form ask for the name of this device, unless a person answered before.
func (w *Window) askName(form *forms.DeviceName) {
	work.Ask(w.Seam, w.Names.Own, func(own safekeeping.DeviceName, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		suggested := ""
		if w.DeviceName != nil {
			suggested = w.DeviceName()
		}
		form.Ask(own, item.CleanName(suggested))
		w.revealFocused(w.window.Canvas().Focused()) // the question may have moved it
	})
}

// answerName keeps what a person answered about the name of this device, if they did.
func (w *Window) answerName(ctx context.Context, answer *safekeeping.DeviceName) error {
	if answer == nil {
		return nil
	}
	return w.Names.SetOwn(ctx, answer.Name, answer.Published)
}
