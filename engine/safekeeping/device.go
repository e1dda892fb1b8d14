package safekeeping

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// ErrFixedIdentity: the identifier of this device was set for this run.
var ErrFixedIdentity = errors.New("the identifier of this device was set for this run, and cannot be changed")

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Device is the identity of this device: the identifier in its updates. It may be used from
// several goroutines.
type Device struct {
	Store store.Store
	Clock Clock
	IDs   *item.IDs
	// Home is the location of the store, or zero if it is not known. A store that was
	// somewhere else before is a copy.
	Home store.Home
	// Fixed replaces the identifier in the store, unless it is "". It is never renewed
	// automatically.
	Fixed string

	mu sync.Mutex
	id string
	// former are the earlier identifiers.
	former []string
	// news are new identifiers of this run that nobody has been told about.
	news []Renewal
	// pending is the reason why the device needs a new identifier that it may not take
	// automatically yet, or "".
	pending string
}

// Renewal is a new identifier that this device took.
type Renewal struct {
	// Old and New are the identifiers, Why is the reason.
	Old, New, Why string
}

// ID returns the identifier, as last read from the store.
func (d *Device) ID() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.id
}

// IDIn returns the ID in one state of the store, because another process may have given this
// device a new identifier.
func (d *Device) IDIn(r store.Reader) (string, error) {
	if d.Fixed != "" {
		return d.Fixed, nil
	}
	return r.Endpoint()
}

// Former returns the earlier identifiers of this device.
func (d *Device) Former() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.former
}

// Renewals returns the new identifiers that this device has taken since the last call.
func (d *Device) Renewals() []Renewal {
	d.mu.Lock()
	defer d.mu.Unlock()
	news := d.news
	d.news = nil
	return news
}

// Pending returns why another device may have this one's identifier, while this device may not
// take a new one automatically within a day of the last (Copied, Machine, Ahead). It returns
// "" if there is no reason, or if it was asked before.
func (d *Device) Pending() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	why := d.pending
	d.pending = ""
	return why
}

// Stored returns what the store has about this device.
func (d *Device) Stored(ctx context.Context) (stored store.Device, err error) {
	err = d.Store.View(ctx, func(r store.Reader) error {
		stored, err = r.Device()
		return err
	})
	return stored, err
}

// Change changes what is stored about this device.
func (d *Device) Change(ctx context.Context, change func(*store.Device)) error {
	return d.Store.Update(ctx, func(w store.Writer) error {
		stored, err := w.Device()
		if err != nil {
			return err
		}
		change(&stored)
		return w.PutDevice(stored)
	})
}

// is adopts what is stored about this device.
func (d *Device) is(stored store.Device) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.Fixed != "" {
		stored.ID = d.Fixed
	}
	d.id, d.former = stored.ID, nil
	for _, f := range stored.Former {
		if f.ID != stored.ID {
			d.former = append(d.former, f.ID)
		}
	}
}

// Refresh adopts changes that another process made to this device.
func (d *Device) Refresh(r store.Reader) error {
	id, err := d.IDIn(r)
	if err != nil || id == d.ID() {
		return err
	}
	stored, err := r.Device()
	if err == nil && stored.ID != "" {
		d.is(stored)
	}
	return err
}

// Identify determines the identity of this device (SSE 0.93 §2.1.1). The first start generates
// an identifier; if two processes start for the first time at once, the second adopts the
// first one's. A copied data folder gets a new identifier.
func (d *Device) Identify(ctx context.Context) error {
	if d.Fixed != "" && !item.ValidNSS(d.Fixed) {
		return &rules.IdentifierError{What: "endpoint", Value: d.Fixed}
	}
	before, err := d.Stored(ctx)
	stored := before
	home, why := d.moved(stored)
	if err == nil && d.Fixed == "" && (stored.ID == "" || home != stored.Home) {
		err = d.Store.Update(ctx, func(w store.Writer) error {
			stored, err = d.saveHome(w)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("determining this device's identifier: %w", err)
	}
	if len(stored.Former) > len(before.Former) {
		d.Renewed(stored)
	} else if why != "" && home == before.Home {
		d.pends(why)
	}
	d.is(stored)
	return nil
}

// moved returns the location of the data folder to store. If the folder was moved but no new
// identifier may be taken yet, that is the old location.
func (d *Device) moved(stored store.Device) (home store.Home, why string) {
	if d.Home == (store.Home{}) {
		return stored.Home, ""
	}
	why = Elsewhere(stored.Home, d.Home)
	if why != "" && !MayRenew(stored, d.Clock.Now()) {
		return stored.Home, why
	}
	return HomeSince(stored.Home, d.Home), why
}

// saveHome stores the identity and the location of this device.
func (d *Device) saveHome(w store.Writer) (store.Device, error) {
	stored, err := w.Device()
	if err != nil {
		return stored, err
	}
	home, why := d.moved(stored)
	switch {
	case stored.ID == "":
		stored.ID, err = d.IDs.Word(10)
	case home == stored.Home:
		return stored, nil // another process was first, or no new identifier may be taken yet
	case why != "":
		stored, err = d.renewIn(w, why)
	}
	if err != nil {
		return stored, err
	}
	stored.Home = home
	return stored, w.PutDevice(stored)
}

// Renew gives this device a new identifier because a person asked for it. Its earlier edits
// stay under the old one, and whatever is done under that from now on counts as another
// device's changes.
func (d *Device) Renew(ctx context.Context) error {
	_, err := d.RenewFor(ctx, Asked)
	return err
}

// RenewFor takes a new identifier in a transaction. Without a person it does so at most once a
// day; done reports whether it did.
func (d *Device) RenewFor(ctx context.Context, why string) (done bool, err error) {
	if d.Fixed != "" {
		if why == Asked {
			err = ErrFixedIdentity
		}
		return false, err
	}
	var now store.Device
	err = d.Store.Update(ctx, func(w store.Writer) error {
		done = false
		if now, err = w.Device(); err != nil || why != Asked && !MayRenew(now, d.Clock.Now()) {
			return err
		}
		done = true
		now, err = d.renewIn(w, why)
		return err
	})
	switch {
	case err == nil && done:
		d.Renewed(now)
	case err == nil:
		d.pends(why)
	}
	return done && err == nil, err
}

// renewIn takes a new identifier.
func (d *Device) renewIn(w store.Writer, why string) (store.Device, error) {
	id, err := d.IDs.Word(10)
	if err != nil {
		return store.Device{}, err
	}
	stored, err := Renew(w, id, why, d.Clock.Now())
	if err != nil || d.Home == (store.Home{}) {
		return stored, err
	}
	stored.Home = HomeSince(stored.Home, d.Home) // what was known about the location no longer counts
	return stored, w.PutDevice(stored)
}

func (d *Device) pends(why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pending = why
}

// Renewed adopts a new identifier, and adds it to the Renewals to report.
func (d *Device) Renewed(stored store.Device) {
	d.is(stored)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pending = ""
	d.news = append(d.news, Renewal{Old: stored.Former[0].ID, New: stored.ID, Why: stored.Former[0].Why})
}
