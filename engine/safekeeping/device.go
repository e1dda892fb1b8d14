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

// ErrFixedIdentity means that the identifier of this device was given from outside.
var ErrFixedIdentity = errors.New("the identifier of this device was given for this run, and is not changed")

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Device is who this device is: the identifier that its updates carry. It may be used from
// several goroutines.
type Device struct {
	Store store.Store
	Clock Clock
	IDs   *item.IDs
	// Home is where the store is; zero where that is not known. A store that was somewhere
	// else before is a copy.
	Home store.Home
	// Fixed replaces the identifier of the store where it is not "". It never changes by itself.
	Fixed string

	mu sync.Mutex
	id string
	// former are the identifiers that it had before.
	former []string
	// news are the new identifiers of this run that nobody was told of.
	news []Renewal
	// pending is why it needs another one that it may not take by itself yet, or "".
	pending string
}

// Renewal is a new identifier that this device took.
type Renewal struct {
	// Old and New are the identifiers, Why is the reason.
	Old, New, Why string
}

// ID is the identifier, as the store was last seen to say.
func (d *Device) ID() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.id
}

// IDIn is the ID that one state of the store says: another process may have given this device a
// new identifier.
func (d *Device) IDIn(r store.Reader) (string, error) {
	if d.Fixed != "" {
		return d.Fixed, nil
	}
	return r.Endpoint()
}

// Former are the identifiers that this device had before.
func (d *Device) Former() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.former
}

// Renewals are the new identifiers that this device took since this was last asked.
func (d *Device) Renewals() []Renewal {
	d.mu.Lock()
	defer d.mu.Unlock()
	news := d.news
	d.news = nil
	return news
}

// Pending is why another device may have the identifier of this one, though this one takes no
// new one by itself before a day has passed (Copied, Machine, Ahead). It is "" where there is
// no reason, or it was asked for before.
func (d *Device) Pending() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	why := d.pending
	d.pending = ""
	return why
}

// Stored is what the store knows of this device.
func (d *Device) Stored(ctx context.Context) (stored store.Device, err error) {
	err = d.Store.View(ctx, func(r store.Reader) error {
		stored, err = r.Device()
		return err
	})
	return stored, err
}

// Change changes what is stored of this device.
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

// is takes over what the store says of this device.
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

// Refresh takes over what another process made of this device.
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

// Identify finds out who this device is (SSE 0.93 §2.1.1). The first start makes an
// identifier; of two first starts at once, the one that comes second into its transaction
// takes what the other made. A data folder that is a copy takes a new one.
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
		return fmt.Errorf("finding out this device's identifier: %w", err)
	}
	if len(stored.Former) > len(before.Former) {
		d.Renewed(stored)
	} else if why != "" && home == before.Home {
		d.pends(why)
	}
	d.is(stored)
	return nil
}

// moved is where the data folder is, as the store is to know it: where it knew it to be
// while it is elsewhere, and no new identifier may be taken yet.
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

// saveHome lets the store know who this device is, and where.
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
		return stored, nil // another process was first, or no new one may be taken yet
	case why != "":
		stored, err = d.renewIn(w, why)
	}
	if err != nil {
		return stored, err
	}
	stored.Home = home
	return stored, w.PutDevice(stored)
}

// Renew gives this device a new identifier, because a person wants it so. The edits that it
// made stay under the old one, and what others do under that one from now on are another
// device's changes.
func (d *Device) Renew(ctx context.Context) error {
	_, err := d.RenewFor(ctx, Asked)
	return err
}

// RenewFor takes a new identifier in a transaction. By itself it does so once a day at most:
// done reports whether it did.
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
	stored.Home = HomeSince(stored.Home, d.Home) // what was found there counts no more
	return stored, w.PutDevice(stored)
}

func (d *Device) pends(why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pending = why
}

// Renewed takes over a new identifier, which is to be told.
func (d *Device) Renewed(stored store.Device) {
	d.is(stored)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pending = ""
	d.news = append(d.news, Renewal{Old: stored.Former[0].ID, New: stored.ID, Why: stored.Former[0].Why})
}
