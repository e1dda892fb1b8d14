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

// RefuseSuspects decides against what came in. Where a feed would delete or overwrite
// much of a list, each item gets an update that says again what it says here
// (Restoring). What a feed no longer has stays. All else is left out, and nobody is asked
// again until it changes; what is just like it with it. It can be accepted later. The
// errors are those of AcceptSuspects, and ErrConflicted.
func (e *Service) RefuseSuspects(ctx context.Context, keys ...int64) error {
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

// Restored is what refusing suspects makes others see.
type Restored struct {
	// Updates is the number of items that get an update, Devices that of the other devices
	// whose feeds are read, in the lists of those items that are published.
	Updates, Devices int
	// Published tells that one of the lists is published.
	Published bool
}

// Restoring tells what RefuseSuspects would make others see.
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

// isOutdone reports whether a refusal restores the item by an update.
func isOutdone(s store.Suspect) bool {
	return slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool {
		return a.Part == trust.Deleted || a.Part == trust.Overwritten
	})
}

// apart parts the suspects that are so from the others; nil stands for none.
func (g *suspects) apart(is func(store.Suspect) bool) (these, others *suspects) {
	add := func(to **suspects, s store.Suspect) {
		if *to == nil {
			*to = &suspects{set: g.set, subscription: g.subscription}
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

// refuse decides against suspects of one feed.
func refuse(t *edit.Transaction, g *suspects) error {
	missing, rest := g.apart(intake.IsMissing)
	if missing != nil {
		if err := errors.Join(missing.letGo(t), missing.decide(t, store.Kept)); err != nil {
			return err
		}
	}
	if rest == nil {
		return nil
	}
	flood, rest := rest.apart(isOutdone)
	if flood != nil {
		if err := errors.Join(outdo(t, flood), flood.decide(t, store.Kept)); err != nil {
			return err
		}
	}
	if rest == nil {
		return nil
	}
	return rest.decide(t, store.Refused)
}

// outdo restores what the items say here.
func outdo(t *edit.Transaction, g *suspects) error {
	set, err := t.SetOf(g.set)
	if err != nil {
		return err
	}
	sub, err := subscriptionOf(t, store.Subscription{Set: g.set, Key: g.subscription})
	if err != nil {
		return err
	}
	for _, s := range g.all {
		it, err := SuspectItem(s)
		if err != nil {
			return err
		}
		if err := t.At(set).Outdo(it, sub.Location); err != nil {
			return err
		}
	}
	return nil
}

// letGo has the feed that no longer has the items hold them no more.
func (g *suspects) letGo(w store.Writer) error {
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

// holder is their feed.
func (g *suspects) holder(r store.SubscriptionReader) (store.Holder, error) {
	sub, err := subscriptionOf(r, store.Subscription{Set: g.set, Key: g.subscription})
	return store.Holder{Subscription: sub.Key, Feed: transport.FileIn(sub.Location, g.all[0].Feed)}, err
}

// leaving adds the items that discard would take out of the list.
func (e *Service) leaving(r store.Reader, g *suspects, gone map[string]bool) error {
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

// discard takes items out of a list that a feed no longer has. What this endpoint changed
// since, and what another feed holds, stays.
func (e *Service) discard(ctx context.Context, g *suspects) error {
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

// agreeToAll has all that came to a set so far count towards no flood.
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

// agree takes down that a person agreed to what a feed brought, where it was a flood: it
// counts towards the next one no more.
func (g *suspects) agree(w store.Writer, at time.Time) error {
	flood := func(s store.Suspect) bool {
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
