package window

import (
	"context"

	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/window/forms"
)

// Names stores the names of devices.
type Names interface {
	Book(ctx context.Context) (*item.Names, error)
	Endpoints(ctx context.Context) ([]store.Endpoint, error)
	Set(ctx context.Context, by, name string) error
	Own(ctx context.Context) (safekeeping.DeviceName, error)
	SetOwn(ctx context.Context, name string, publish bool) error
}

// showNames switches to the names in book, and reports whether they differ from those before.
// A conflict that is open is redrawn but not read again.
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

func (w *Window) showPeople() {
	w.showForm(w.pages.people())
	w.readPeople()
}

// readPeople reads the address book again if it is in sight.
func (w *Window) readPeople() {
	if !shows[*forms.People](w) {
		return
	}
	var own safekeeping.DeviceName
	ask(w, func(ctx context.Context) (all []store.Endpoint, err error) {
		if own, err = w.Names.Own(ctx); err == nil {
			all, err = w.Names.Endpoints(ctx)
		}
		return all, err
	}, func(all []store.Endpoint) {
		w.pages.people().Show(all, own)
	})
}

// showPerson opens the address book at a device, so that it can be named.
func (w *Window) showPerson(by string) {
	w.pages.people().Choose(by)
	w.showPeople()
}

// name gives a device a name, which takes effect at once and everywhere.
func (w *Window) name(by, name string) {
	w.run(func(ctx context.Context) error { return w.Names.Set(ctx, by, name) }, w.Reload)
}

// nameDevice gives this device a name. If publish is set, others read it in its feeds.
func (w *Window) nameDevice(name string, publish bool) {
	w.run(func(ctx context.Context) error { return w.Names.SetOwn(ctx, name, publish) }, w.Reload)
}

// askName makes a form ask for the name of this device, unless the person has answered before.
func (w *Window) askName(form *forms.DeviceName) {
	ask(w, w.Names.Own, func(own safekeeping.DeviceName) {
		suggested := ""
		if w.DeviceName != nil {
			suggested = w.DeviceName()
		}
		form.Ask(own, item.CleanName(suggested))
		w.revealFocused(w.window.Canvas().Focused()) // the question may have moved it
	})
}

// answerName saves the person's answer about the name of this device, if there is one.
func (w *Window) answerName(ctx context.Context, answer *safekeeping.DeviceName) error {
	if answer == nil {
		return nil
	}
	return w.Names.SetOwn(ctx, answer.Name, answer.Published)
}
