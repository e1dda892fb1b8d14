package memory

import (
	"fmt"
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// PutSubscription implements store.Writer.
func (w *writer) PutSubscription(s store.Subscription) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := w.state.subscription(s.Key)
	if err := w.state.refuse(s, at); err != nil {
		return 0, fmt.Errorf("saving the subscription to %s: %w", s.Location, err)
	}
	s = apart(s)
	if s.Key == 0 {
		s.Key = w.state.newKey()
		w.state.subscriptions = append(w.state.subscriptions, s)
	} else {
		w.state.subscriptions[at] = s
	}
	w.inherit(s)
	w.note(store.SubscriptionKey(s.Key))
	return s.Key, nil
}

// apart returns a copy of a subscription that shares no mutable data.
func apart(s store.Subscription) store.Subscription {
	if len(s.Feeds) == 0 {
		s.Feeds = nil
	}
	s.Feeds = maps.Clone(s.Feeds)
	for address, f := range s.Feeds {
		f.Offers, f.Names = slices.Clone(f.Offers), slices.Clone(f.Names)
		s.Feeds[address] = f
	}
	return s
}

// inherit transfers to a subscription the holdings of a removed one with the same location.
func (w *writer) inherit(s store.Subscription) {
	of := func(o store.Subscription) bool { return o.Set == s.Set && o.Location == s.Location }
	at := slices.IndexFunc(w.state.removed, of)
	if at < 0 {
		return
	}
	for _, old := range w.state.holdersOf(w.state.removed[at].Key) {
		of := store.Holder{Subscription: s.Key, Feed: old.Feed}
		held := maps.Clone(w.state.holdings[old])
		maps.Copy(held, w.state.holdings[of])
		w.state.holdings[of] = held
		delete(w.state.holdings, old)
	}
	w.state.removed = slices.DeleteFunc(slices.Clone(w.state.removed), of)
}

// subscription returns the index of the subscription with that key, or -1.
func (s *state) subscription(key int64) int {
	return slices.IndexFunc(s.subscriptions, func(o store.Subscription) bool { return o.Key == key })
}

// refuse returns an error if a subscription cannot be stored at an index.
func (s *state) refuse(sub store.Subscription, at int) error {
	if sub.Key != 0 && at < 0 {
		return store.ErrNoSubscription
	}
	if _, ok := s.sets[sub.Set]; !ok {
		return store.ErrNoSet
	}
	for _, o := range s.subscriptions {
		if o.Key != sub.Key && o.Set == sub.Set && o.Location == sub.Location {
			return store.ErrSubscribed
		}
	}
	return nil
}

// RemoveSubscription implements store.Writer.
func (w *writer) RemoveSubscription(key int64) error {
	if err := w.call(); err != nil {
		return err
	}
	at := w.state.subscription(key)
	if at < 0 {
		return fmt.Errorf("removing subscription %d: %w", key, store.ErrNoSubscription)
	}
	if s := w.state.subscriptions[at]; s.Mode == store.TakeOnly && len(w.state.holdersOf(key)) > 0 {
		w.state.removed = append(slices.Clip(w.state.removed), s)
	} else {
		maps.DeleteFunc(w.state.holdings, func(h store.Holder, _ map[string]bool) bool { return h.Subscription == key })
	}
	w.state.subscriptions = slices.Delete(w.state.subscriptions, at, at+1)
	w.deleteHeldItems(func(s store.HeldItem) bool { return s.Subscription == key })
	w.note(store.SubscriptionKey(key))
	return nil
}

// HeldItems implements store.Reader.
func (r *reader) HeldItems(set int64) (found []store.HeldItem, err error) {
	for _, s := range r.state.heldItems {
		if s.Set == set || set == 0 && !r.state.sets[s.Set].Deleted {
			s.Alarms = slices.Clone(s.Alarms)
			found = append(found, s)
		}
	}
	return found, r.call()
}

// PutHeldItem implements store.Writer.
func (w *writer) PutHeldItem(s store.HeldItem) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := slices.IndexFunc(w.state.heldItems, func(o store.HeldItem) bool { return o.Key == s.Key })
	if err := w.state.checkHeldItem(s, at); err != nil {
		return 0, fmt.Errorf("keeping what is alarming in %s: %w", s.ID, err)
	}
	s.Alarms = slices.Clone(s.Alarms)
	if s.Key == 0 {
		s.Key = w.state.newKey()
		w.state.heldItems = append(w.state.heldItems, s)
	} else {
		w.state.heldItems[at] = s
	}
	w.note(store.HeldItemsKey)
	return s.Key, nil
}

// checkHeldItem returns an error if an update held for review cannot be stored at an index.
func (s *state) checkHeldItem(held store.HeldItem, at int) error {
	if held.Key != 0 && at < 0 {
		return store.ErrNoHeldItem
	}
	if _, ok := s.sets[held.Set]; !ok {
		return store.ErrNoSet
	}
	return nil
}

// RemoveHeldItems implements store.Writer.
func (w *writer) RemoveHeldItems(subscription int64, id string) error {
	if err := w.call(); err != nil {
		return err
	}
	w.deleteHeldItems(func(s store.HeldItem) bool {
		return s.Subscription == subscription && s.State == store.Waiting && (id == "" || s.ID == id)
	})
	return nil
}

// DropHeldItems implements store.Writer.
func (w *writer) DropHeldItems(keys ...int64) error {
	if err := w.call(); err != nil {
		return err
	}
	w.deleteHeldItems(func(s store.HeldItem) bool { return slices.Contains(keys, s.Key) })
	return nil
}

// deleteHeldItems deletes the matching updates held for review.
func (w *writer) deleteHeldItems(these func(store.HeldItem) bool) {
	kept := slices.DeleteFunc(slices.Clone(w.state.heldItems), these)
	if len(kept) < len(w.state.heldItems) {
		w.note(store.HeldItemsKey)
	}
	w.state.heldItems = kept
}
