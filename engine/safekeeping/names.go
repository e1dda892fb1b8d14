package safekeeping

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Errors of naming that callers check for; they are wrapped with the name.
var (
	// ErrNameLines: a name is not one line of text.
	ErrNameLines = errors.New("a name must be a single line")
	// ErrNobody: an update without an identifier cannot be given a name.
	ErrNobody = errors.New("a device without an identifier cannot be named")
)

// Names manages the names of devices: those that a person gave here, and those in the feeds of
// the lists.
type Names struct {
	Store  store.Store
	Device *Device
}

// Reading returns Names on another store, such as a snapshot.
func (n *Names) Reading(st store.Store) *Names { return &Names{st, n.Device} }

// Book returns the address book with all names.
func (n *Names) Book(ctx context.Context) (book *item.Names, err error) {
	err = n.Store.View(ctx, func(r store.Reader) error {
		book, err = n.BookIn(r)
		return err
	})
	return book, err
}

// BookIn is Book in one state of the store.
func (n *Names) BookIn(r store.Reader) (*item.Names, error) {
	given, err := r.Names()
	if err != nil {
		return nil, err
	}
	subscriptions, err := r.Subscriptions(0)
	if err != nil {
		return nil, err
	}
	own, err := n.Device.IDIn(r)
	if err != nil {
		return nil, err
	}
	return item.NewNames(own, given, claimsOf(subscriptions)), nil
}

// claimsOf returns the names that the feeds of subscriptions claim.
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

// Endpoints returns every endpoint that changed something in this store, and those that a
// person or they themselves named, sorted by identifier.
func (n *Names) Endpoints(ctx context.Context) (all []store.Endpoint, err error) {
	err = n.Store.View(ctx, func(r store.Reader) error {
		if all, err = r.Endpoints(); err != nil {
			return err
		}
		book, err := n.BookIn(r)
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

// Set gives an endpoint a name of one line (item.CleanName); "" removes it. Two endpoints may
// have the same name, for a person with two devices. The error is ErrNameLines for a name of
// several lines, and ErrNobody for the endpoint "". This device's own name is published only
// with consent (SetOwn).
func (n *Names) Set(ctx context.Context, by, name string) error {
	return n.change(ctx, by, name, func(w store.Writer, name string) error { return w.PutName(by, name) })
}

// change calls change with the cleaned name.
func (n *Names) change(ctx context.Context, by, name string, change func(w store.Writer, name string) error) error {
	name = strings.TrimSpace(name)
	switch {
	case by == "":
		return fmt.Errorf("naming %q: %w", name, ErrNobody)
	case strings.ContainsFunc(name, breaks):
		return fmt.Errorf("naming endpoint %s %q: %w", by, name, ErrNameLines)
	}
	return n.Store.Update(ctx, func(w store.Writer) error { return change(w, item.CleanName(name)) })
}

// breaks reports whether a character ends a line, or does not belong in one.
func breaks(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// DeviceName is the name of this device.
type DeviceName struct {
	// Name is the name, or "".
	Name string
	// Published reports whether its feeds and invitations have the name.
	Published bool
	// Asked reports whether a person has answered whether they may.
	Asked bool
}

// Own returns the name of this device.
func (n *Names) Own(ctx context.Context) (d DeviceName, err error) {
	err = n.Store.View(ctx, func(r store.Reader) error {
		d, err = n.OwnIn(r)
		return err
	})
	return d, err
}

// OwnIn is Own in one state of the store.
func (n *Names) OwnIn(r store.Reader) (d DeviceName, err error) {
	given, err := r.Names()
	if err != nil {
		return d, err
	}
	own, err := n.Device.IDIn(r)
	if err != nil {
		return d, err
	}
	c, err := r.Consent(own)
	d = DeviceName{Name: given[own], Asked: c != store.Unasked}
	d.Published = c == store.Public && d.Name != ""
	return d, err
}

// SetOwn sets this device's name, which has one line, and whether its feeds and invitations
// have it. They will have it when they are next published. Errors are as for Set.
func (n *Names) SetOwn(ctx context.Context, name string, publish bool) error {
	return n.change(ctx, n.Device.ID(), name, func(w store.Writer, name string) error {
		consent := store.Private
		if publish {
			consent = store.Public
		}
		if err := w.PutName(n.Device.ID(), name); err != nil {
			return err
		}
		return w.PutConsent(n.Device.ID(), consent)
	})
}
