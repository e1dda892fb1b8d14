package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Errors of naming that callers decide on; they are wrapped with the name.
var (
	// ErrNameLines means that a name is not one line of text.
	ErrNameLines = errors.New("a name is one line of text")
	// ErrNobody means that an update without an identifier cannot be named.
	ErrNobody = errors.New("what has no identifier cannot be given a name")
)

// Names are the names of devices: those that a person gave here, and those that the feeds
// of the lists give.
func (e *Engine) Names(ctx context.Context) (book *item.Names, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		book, err = e.namesIn(r)
		return err
	})
	return book, err
}

func (e *Engine) namesIn(r store.Reader) (*item.Names, error) {
	given, err := r.Names()
	if err != nil {
		return nil, err
	}
	subscriptions, err := r.Subscriptions(0)
	if err != nil {
		return nil, err
	}
	own, err := e.Device.IDIn(r)
	if err != nil {
		return nil, err
	}
	return item.NewNames(own, given, claimsOf(subscriptions)), nil
}

// claimsOf are the names that the feeds of subscriptions give.
func claimsOf(subscriptions []store.Subscription) (all []item.NameClaim) {
	for _, s := range subscriptions {
		for _, f := range s.Feeds {
			for _, n := range f.Names {
				all = append(all, item.NameClaim{By: n.By, Name: n.Name, From: f.Author})
			}
		}
	}
	return all
}

// Endpoints lists every endpoint that changed something in this store, and those with a
// name that a person or they themselves gave them, in the order of their identifiers.
func (e *Engine) Endpoints(ctx context.Context) (all []store.Endpoint, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		if all, err = r.Endpoints(); err != nil {
			return err
		}
		book, err := e.namesIn(r)
		if err != nil {
			return err
		}
		there := map[string]bool{}
		for _, one := range all {
			there[one.By] = true
		}
		for _, by := range book.Known() {
			if !there[by] && book.Label(by).According == "" {
				all = append(all, store.Endpoint{By: by})
			}
		}
		slices.SortFunc(all, func(a, b store.Endpoint) int { return cmp.Compare(a.By, b.By) })
		return nil
	})
	return all, err
}

// SetName calls an endpoint by a name of one line (item.CleanName); "" takes the name away.
// Two endpoints may have one name: a person with two devices. A name of several lines is
// ErrNameLines, an endpoint "" ErrNobody. This device's own name is published once it was
// agreed to (SetDeviceName).
func (e *Engine) SetName(ctx context.Context, by, name string) error {
	return e.changeName(ctx, by, name, func(w store.Writer, name string) error { return w.PutName(by, name) })
}

// changeName changes the name of an endpoint as change says, which is given the clean name.
func (e *Engine) changeName(ctx context.Context, by, name string, change func(w store.Writer, name string) error) error {
	name = strings.TrimSpace(name)
	switch {
	case by == "":
		return fmt.Errorf("naming %q: %w", name, ErrNobody)
	case strings.ContainsFunc(name, breaks):
		return fmt.Errorf("naming endpoint %s %q: %w", by, name, ErrNameLines)
	}
	e.gate.Enter()
	defer e.gate.Leave()
	return e.store.Update(ctx, func(w store.Writer) error { return change(w, item.CleanName(name)) })
}

// breaks reports whether a character ends a line, or has no place in one.
func breaks(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// DeviceName is the name of this device.
type DeviceName struct {
	// Name is what it is called, or "".
	Name string
	// Published says that its feeds and invitations say so.
	Published bool
	// Asked says that a person answered whether they may.
	Asked bool
}

// DeviceName is the name of this device.
func (e *Engine) DeviceName(ctx context.Context) (d DeviceName, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		d, err = e.deviceNameIn(r)
		return err
	})
	return d, err
}

func (e *Engine) deviceNameIn(r store.Reader) (d DeviceName, err error) {
	given, err := r.Names()
	if err != nil {
		return d, err
	}
	own, err := e.Device.IDIn(r)
	if err != nil {
		return d, err
	}
	c, err := r.Consent(own)
	d = DeviceName{Name: given[own], Asked: c != store.Unasked}
	d.Published = c == store.Public && d.Name != ""
	return d, err
}

// SetDeviceName calls this device by a name of one line, and says whether its feeds and
// invitations may say it. They do so when they are published next. Errors are those of
// SetName.
func (e *Engine) SetDeviceName(ctx context.Context, name string, publish bool) error {
	return e.changeName(ctx, e.Device.ID(), name, func(w store.Writer, name string) error {
		consent := store.Private
		if publish {
			consent = store.Public
		}
		if err := w.PutName(e.Device.ID(), name); err != nil {
			return err
		}
		return w.PutConsent(e.Device.ID(), consent)
	})
}

// mostNames bounds how many names of a feed are remembered.
const mostNames = 200

// namesFrom are the names that a feed gives to devices, the one of its own publisher
// first, as they are remembered: cleaned, and none that says nothing.
func namesFrom(d feed.Document) (all []store.Named) {
	for _, one := range d.Devices {
		name := item.CleanName(one.Name)
		switch {
		case name == "":
		case one.ID == d.Author:
			all = slices.Insert(all, 0, store.Named{By: one.ID, Name: name})
		default:
			all = append(all, store.Named{By: one.ID, Name: name})
		}
	}
	return all[:min(len(all), mostNames)]
}
