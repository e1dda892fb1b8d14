package engine

import (
	"context"
	"fmt"
	"sync"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// identity is who this endpoint is, as the store was last seen to say.
type identity struct {
	mu sync.Mutex
	id string
	// former are the identifiers that it had before.
	former []string
	// news are the new identifiers of this run that nobody was told of.
	news []Renewal
}

// Renewal is a new identifier that this device took.
type Renewal struct {
	// Old and New are the identifiers, Why a reason of package safekeeping.
	Old, New, Why string
}

// Endpoint is the identifier that this endpoint's updates carry.
func (e *Engine) Endpoint() string {
	e.identity.mu.Lock()
	defer e.identity.mu.Unlock()
	return e.identity.id
}

// endpointIn is the Endpoint that one state of the store says: another process may have given
// this device a new identifier.
func (e *Engine) endpointIn(r store.Reader) (string, error) {
	if e.parts.Endpoint != "" {
		return e.parts.Endpoint, nil
	}
	return r.Endpoint()
}

// formerly are the identifiers that this endpoint had before.
func (e *Engine) formerly() []string {
	e.identity.mu.Lock()
	defer e.identity.mu.Unlock()
	return e.identity.former
}

// Renewals are the new identifiers that this device took since this was last asked.
func (e *Engine) Renewals() []Renewal {
	e.identity.mu.Lock()
	defer e.identity.mu.Unlock()
	news := e.identity.news
	e.identity.news = nil
	return news
}

// Device is what the store knows of this device.
func (e *Engine) Device(ctx context.Context) (d store.Device, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		d, err = r.Device()
		return err
	})
	return d, err
}

// is takes over what the store says of this device.
func (e *Engine) is(d store.Device) {
	e.identity.mu.Lock()
	defer e.identity.mu.Unlock()
	if e.parts.Endpoint != "" {
		d.ID = e.parts.Endpoint
	}
	e.identity.id, e.identity.former = d.ID, nil
	for _, f := range d.Former {
		if f.ID != d.ID {
			e.identity.former = append(e.identity.former, f.ID)
		}
	}
}

// refreshIdentity takes over what another process made of this device.
func (e *Engine) refreshIdentity(r store.Reader) error {
	id, err := e.endpointIn(r)
	if err != nil || id == e.Endpoint() {
		return err
	}
	d, err := r.Device()
	if err == nil && d.ID != "" {
		e.is(d)
	}
	return err
}

// identify finds out who this endpoint is (SSE 0.93 §2.1.1). The first start
// makes an identifier; of two first starts at once, the one that comes second
// into its transaction takes what the other made. A data folder that is a copy takes a new
// one.
func (e *Engine) identify(ctx context.Context) error {
	if e.parts.Endpoint != "" && !item.ValidNSS(e.parts.Endpoint) {
		return &rules.IdentifierError{What: "endpoint", Value: e.parts.Endpoint}
	}
	before, err := e.Device(ctx)
	d := before
	home, _ := e.moved(d)
	if err == nil && e.parts.Endpoint == "" && (d.ID == "" || home != d.Home) {
		err = e.store.Update(ctx, func(w store.Writer) error {
			d, err = e.settleIn(w)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("finding out this endpoint's identifier: %w", err)
	}
	if len(d.Former) > len(before.Former) {
		e.renewed(d)
	}
	e.is(d)
	return nil
}

// moved is where the data folder is, as the store is to know it: where it knew it to be
// while it is elsewhere, and no new identifier may be taken yet.
func (e *Engine) moved(d store.Device) (home store.Home, why string) {
	now := e.parts.Home
	if now == (store.Home{}) {
		return d.Home, ""
	}
	why = safekeeping.Elsewhere(d.Home, now)
	if why != "" && !safekeeping.MayRenew(d, e.parts.Clock.Now()) {
		return d.Home, ""
	}
	return safekeeping.Settled(d.Home, now), why
}

// settleIn lets the store know who this device is, and where.
func (e *Engine) settleIn(w store.Writer) (store.Device, error) {
	d, err := w.Device()
	if err != nil {
		return d, err
	}
	home, why := e.moved(d)
	switch {
	case d.ID == "":
		d.ID, err = e.ids.Word(10)
	case why != "":
		d, err = e.renewIn(w, why)
	case home == d.Home:
		return d, nil // another process was first
	}
	if err != nil {
		return d, err
	}
	d.Home = home
	return d, w.PutDevice(d)
}

// NewIdentity gives this device a new identifier, because a person wants it so. The edits
// that it made stay under the old one, and what others do under that one from now on are
// another device's changes.
func (e *Engine) NewIdentity(ctx context.Context) error {
	_, err := e.renew(ctx, safekeeping.Asked)
	return err
}

// renew takes a new identifier in a transaction. By itself it does so once a day at most:
// done tells whether it did.
func (e *Engine) renew(ctx context.Context, why string) (done bool, err error) {
	if e.parts.Endpoint != "" {
		if why == safekeeping.Asked {
			err = ErrFixedIdentity
		}
		return false, err
	}
	var now store.Device
	e.gate.Enter()
	defer e.gate.Leave()
	err = e.store.Update(ctx, func(w store.Writer) error {
		done = false
		if now, err = w.Device(); err != nil || why != safekeeping.Asked && !safekeeping.MayRenew(now, e.parts.Clock.Now()) {
			return err
		}
		done = true
		now, err = e.renewIn(w, why)
		return err
	})
	if err == nil && done {
		e.renewed(now)
	}
	return done && err == nil, err
}

// renewIn takes a new identifier.
func (e *Engine) renewIn(w store.Writer, why string) (store.Device, error) {
	id, err := e.ids.Word(10)
	if err != nil {
		return store.Device{}, err
	}
	return safekeeping.Renew(w, id, why, e.parts.Clock.Now())
}

// renewed takes over a new identifier, which is to be told.
func (e *Engine) renewed(d store.Device) {
	e.is(d)
	e.identity.mu.Lock()
	defer e.identity.mu.Unlock()
	e.identity.news = append(e.identity.news, Renewal{Old: d.Former[0].ID, New: d.ID, Why: d.Former[0].Why})
}
