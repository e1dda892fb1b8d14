package subscribe

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

// RefuseHeldItems rejects quarantined items. If a feed would delete or overwrite much of a
// list, each of these items gets an update that restores its local contents (Restoring). Items
// that a feed no longer has stay in the list. All others are left out, and the user is not
// asked again until the item changes; identical items are rejected as well. A rejected item
// can be accepted later. It returns the errors of AcceptHeldItems, and edit.ErrConflicted.
func (e *Service) RefuseHeldItems(ctx context.Context, keys ...int64) error {
	groups, err := e.chosen(ctx, keys)
	if err != nil {
		return err
	}
	return e.Edit.Do(ctx, "restore", func(t *edit.Transaction) error {
		for _, g := range groups {
			if err := refuse(t, g); err != nil {
				return err
			}
		}
		return nil
	})
}

// Restored is the effect on others of refusing quarantined items.
type Restored struct {
	// Updates is the number of items that get an update. Devices is the number of other
	// devices whose feeds are read by those lists of the items that are published.
	Updates, Devices int
	// Published reports whether one of the lists is published.
	Published bool
}

// Restoring returns the effect that RefuseHeldItems would have on others.
func (e *Service) Restoring(ctx context.Context, keys ...int64) (r Restored, err error) {
	groups, err := e.chosen(ctx, keys)
	if err != nil {
		return r, err
	}
	devices := map[string]bool{}
	err = e.Store.View(ctx, func(now store.Reader) error {
		for _, g := range groups {
			flood, _ := g.apart(isOutdone)
			if flood == nil {
				continue
			}
			r.Updates += len(flood.all)
			set, err := now.SetOf(g.set)
			if err != nil {
				return err
			}
			if set.Location == "" {
				continue
			}
			r.Published = true
			if err := e.devicesIn(now, set, devices); err != nil {
				return err
			}
		}
		return nil
	})
	r.Devices = len(devices)
	return r, err
}

// devicesIn adds the other devices whose feeds a list reads.
func (e *Service) devicesIn(r store.SubscriptionReader, set store.Set, into map[string]bool) error {
	all, err := r.Subscriptions(set.Key)
	for _, s := range all {
		for address, f := range s.Feeds {
			switch {
			case f.Author == e.Device.ID():
			case f.Author != "":
				into[f.Author] = true
			default:
				into[address] = true
			}
		}
	}
	return err
}

// isOutdone reports whether refusing the item restores it by an update.
func isOutdone(s store.HeldItem) bool {
	return slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool {
		return a.Part == trust.Deleted || a.Part == trust.Overwritten
	})
}

// apart splits the items by a predicate; an empty group is nil.
func (g *heldGroup) apart(is func(store.HeldItem) bool) (these, others *heldGroup) {
	add := func(to **heldGroup, s store.HeldItem) {
		if *to == nil {
			*to = &heldGroup{set: g.set, subscription: g.subscription}
		}
		(*to).all = append((*to).all, s)
	}
	for _, s := range g.all {
		if is(s) {
			add(&these, s)
		} else {
			add(&others, s)
		}
	}
	return these, others
}

// refuse rejects the quarantined items of one feed.
func refuse(t *edit.Transaction, g *heldGroup) error {
	missing, rest := g.apart(intake.IsMissing)
	if missing != nil {
		if err := errors.Join(missing.letGo(t), missing.decide(t, store.KeptLocal)); err != nil {
			return err
		}
	}
	if rest == nil {
		return nil
	}
	flood, rest := rest.apart(isOutdone)
	if flood != nil {
		if err := errors.Join(outdo(t, flood), flood.decide(t, store.KeptLocal)); err != nil {
			return err
		}
	}
	if rest == nil {
		return nil
	}
	return rest.decide(t, store.Refused)
}

// outdo restores the local contents of the items.
func outdo(t *edit.Transaction, g *heldGroup) error {
	set, err := t.SetOf(g.set)
	if err != nil {
		return err
	}
	sub, err := subscriptionOf(t, store.Subscription{Set: g.set, Key: g.subscription})
	if err != nil {
		return err
	}
	for _, s := range g.all {
		it, err := ReceivedItem(s)
		if err != nil {
			return err
		}
		if err := t.At(set).Outdo(it, sub.Location); err != nil {
			return err
		}
	}
	return nil
}

// letGo records that the feed no longer holds the items.
func (g *heldGroup) letGo(w store.Writer) error {
	holder, err := g.holder(w)
	if err != nil {
		return err
	}
	var ids []string
	for _, s := range g.all {
		ids = append(ids, s.ID)
	}
	return w.LetGo(holder, ids...)
}

// holder returns the feed of the items.
func (g *heldGroup) holder(r store.SubscriptionReader) (store.Holder, error) {
	sub, err := subscriptionOf(r, store.Subscription{Set: g.set, Key: g.subscription})
	return store.Holder{Subscription: sub.Key, Feed: transport.FileIn(sub.Location, g.all[0].Feed)}, err
}

// leaving adds the items that discard would remove from the list.
func (e *Service) leaving(r store.Reader, g *heldGroup, gone map[string]bool) error {
	holder, err := g.holder(r)
	for _, s := range g.all {
		leaves := false
		if err == nil {
			leaves, err = intake.Discards(r, g.set, s.ID, holder, e.Device.ID(), e.Device.Former())
		}
		if leaves {
			gone[s.ID] = true
		}
	}
	return err
}

// discard removes items from a list that a feed no longer has, except those that this endpoint
// changed since or another feed holds.
func (e *Service) discard(ctx context.Context, g *heldGroup) error {
	return e.local().Update(ctx, func(w store.Writer) error {
		if err := g.letGo(w); err != nil {
			return err
		}
		seen := store.Seen{At: e.Clock.Now(), From: g.all[0].Feed}
		err := store.Releasing(w, g.set, seen, func() error {
			for _, s := range g.all {
				if err := intake.Discard(w, g.set, s.ID, e.Device.ID(), e.Device.Former()); err != nil {
					return err
				}
			}
			return nil
		})
		return errors.Join(err, g.decide(w, store.Accepted))
	})
}

// agreeToAll excludes everything that a set received so far from the count of a flood.
func agreeToAll(w store.Writer, set int64, at time.Time) error {
	all, err := w.Subscriptions(set)
	for _, s := range all {
		s.Agreed = at
		if _, err := w.PutSubscription(s); err != nil {
			return err
		}
	}
	return err
}

// agree records that the user agreed to a flood of a feed, so that its changes do not count
// towards the next one.
func (g *heldGroup) agree(w store.Writer, at time.Time) error {
	flood := func(s store.HeldItem) bool {
		return slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool { return a.Kind == trust.Flood })
	}
	if !slices.ContainsFunc(g.all, flood) {
		return nil
	}
	s, err := subscriptionOf(w, store.Subscription{Set: g.set, Key: g.subscription})
	if err != nil {
		return err
	}
	s.Agreed = at
	_, err = w.PutSubscription(s)
	return err
}
