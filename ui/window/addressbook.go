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

// peoplePages controls the page of people and devices.
type peoplePages struct{ *shell }

// showNames switches to the names in book, and reports whether they differ from those before.
// A conflict that is open is redrawn but not read again.
func (c *peoplePages) showNames(book *item.Names) (others bool) {
	if book.Equal(c.Speaker.Book.Names()) {
		return false
	}
	c.Speaker.Book.Put(book)
	if c.resolving() {
		c.pages.resolve.Renamed()
	}
	return true
}

func (c *peoplePages) showPeople() {
	c.showForm(c.pages.people())
	c.readPeople()
}

// readPeople reads the address book again if it is in sight.
func (c *peoplePages) readPeople() {
	if !shows[*forms.People](c.shell) {
		return
	}
	var own safekeeping.DeviceName
	ask(c.shell, func(ctx context.Context) (all []store.Endpoint, err error) {
		if own, err = c.Names.Own(ctx); err == nil {
			all, err = c.Names.Endpoints(ctx)
		}
		return all, err
	}, func(all []store.Endpoint) {
		c.pages.people().Show(all, own)
	})
}

// showPerson opens the address book at a device, so that it can be named.
func (c *peoplePages) showPerson(by string) {
	c.pages.people().Choose(by)
	c.showPeople()
}

// name gives a device a name, which takes effect at once and everywhere.
func (c *peoplePages) name(by, name string) {
	c.run(func(ctx context.Context) error { return c.Names.Set(ctx, by, name) }, c.Reload)
}

// nameDevice gives this device a name. If publish is set, others read it in its feeds.
func (c *peoplePages) nameDevice(name string, publish bool) {
	c.run(func(ctx context.Context) error { return c.Names.SetOwn(ctx, name, publish) }, c.Reload)
}

// askName makes a form ask for the name of this device, unless the person has answered before.
func (c *peoplePages) askName(form *forms.DeviceName) {
	ask(c.shell, c.Names.Own, func(own safekeeping.DeviceName) {
		suggested := ""
		if c.DeviceName != nil {
			suggested = c.DeviceName()
		}
		form.Ask(own, item.CleanName(suggested))
		c.revealFocused(c.window.Canvas().Focused()) // the question may have moved it
	})
}

// answerName saves the person's answer about the name of this device, if there is one.
func (c *peoplePages) answerName(ctx context.Context, answer *safekeeping.DeviceName) error {
	if answer == nil {
		return nil
	}
	return c.Names.SetOwn(ctx, answer.Name, answer.Published)
}
