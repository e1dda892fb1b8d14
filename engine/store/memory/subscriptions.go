package memory

import (
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// PutSubscription implements store.SubscriptionWriter.
func (w *writer) PutSubscription(s store.Subscription) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := w.state.subscription(s.Key)
	if err := w.state.refuse(s, at); err != nil {
		return 0, fmt.Errorf("saving the subscription to %s: %w", s.Location, err)
	}
	if s.Key == 0 {
		s.Key = w.state.newKey()
		w.state.subscriptions = append(w.state.subscriptions, s)
	} else {
		w.state.subscriptions[at] = s
	}
	w.changed = true
	return s.Key, nil
}

// subscription is the index of the one with that key, or -1.
func (s *state) subscription(key int64) int {
	return slices.IndexFunc(s.subscriptions, func(o store.Subscription) bool { return o.Key == key })
}

// refuse tells why a subscription cannot be put at an index.
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

// RemoveSubscription implements store.SubscriptionWriter.
func (w *writer) RemoveSubscription(key int64) error {
	if err := w.call(); err != nil {
		return err
	}
	at := w.state.subscription(key)
	if at < 0 {
		return fmt.Errorf("removing subscription %d: %w", key, store.ErrNoSubscription)
	}
	w.state.subscriptions = slices.Delete(w.state.subscriptions, at, at+1)
	w.changed = true
	return nil
}
