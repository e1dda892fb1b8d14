package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// reader reads one state until its view or update ends.
type reader struct {
	ctx    context.Context
	faults *faults
	state  *state
	ended  bool
	// broken is the error of the first failed call, which all later calls return.
	broken error
}

var _ store.Reader = (*reader)(nil)

// call starts every call, and returns an error if the call must not proceed.
func (r *reader) call() error {
	err := r.faults.next()
	switch {
	case r.broken != nil:
		return r.broken
	case r.ended:
		err = errors.New("the transaction is over")
	case r.ctx.Err() != nil:
		err = r.ctx.Err()
	}
	r.broken = err
	return err
}

func (r *reader) end() { r.ended = true }

// Changes implements store.Reader.
func (r *reader) Changes(since int64) (store.Change, error) {
	c := store.Change{Revision: r.state.revision}
	for k, revision := range r.state.changes {
		if revision > since && k != store.NothingKey {
			c.Keys = append(c.Keys, k)
		}
	}
	slices.SortFunc(c.Keys, store.Key.Compare)
	return c, r.call()
}

// Endpoint implements store.Reader.
func (r *reader) Endpoint() (string, error) { return r.state.device.ID, r.call() }

// Device implements store.Reader.
func (r *reader) Device() (store.Device, error) {
	d := r.state.device
	d.Former = slices.Clone(d.Former)
	return d, r.call()
}

// Sets implements store.SetReader.
func (r *reader) Sets() ([]store.Set, error) {
	sets := r.state.setsBy(false)
	store.SortSets(sets, func(s *store.Set) *store.Set { return s })
	return sets, r.call()
}

// DeletedSets implements store.SetReader.
func (r *reader) DeletedSets() ([]store.Set, error) {
	return r.state.setsBy(true), r.call()
}

func byKey(a, b store.Set) int { return cmp.Compare(a.Key, b.Key) }

func (s *state) setsBy(deleted bool) (found []store.Set) {
	for _, set := range slices.SortedFunc(maps.Values(s.sets), byKey) {
		if set.Deleted == deleted {
			found = append(found, set)
		}
	}
	return found
}

// SetNamed implements store.SetReader.
func (r *reader) SetNamed(name string) (store.Set, error) {
	if err := r.call(); err != nil {
		return store.Set{}, err
	}
	for _, set := range r.state.sets {
		if set.Name == name && !set.Deleted {
			return set, nil
		}
	}
	return store.Set{}, fmt.Errorf("%s: %w", name, store.ErrNoSet)
}

// SetOf implements store.SetReader.
func (r *reader) SetOf(key int64) (store.Set, error) {
	if err := r.call(); err != nil {
		return store.Set{}, err
	}
	set, there := r.state.sets[key]
	if !there || set.Deleted {
		return store.Set{}, store.ErrNoSet
	}
	return set, nil
}

// Subscriptions implements store.SubscriptionReader.
func (r *reader) Subscriptions(set int64) (found []store.Subscription, err error) {
	for _, s := range r.state.subscriptions {
		if s.Set == set || set == 0 && !r.state.sets[s.Set].Deleted {
			found = append(found, apart(s))
		}
	}
	return found, r.call()
}
