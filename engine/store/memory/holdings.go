package memory

import (
	"fmt"
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// Held implements store.HoldingReader.
func (r *reader) Held(subscription int64) (map[string]bool, error) {
	held := make(map[string]bool)
	maps.Copy(held, r.state.holdings[subscription])
	return held, r.call()
}

// HeldElsewhere implements store.HoldingReader.
func (r *reader) HeldElsewhere(subscription int64, id string) (held bool, err error) {
	if at := r.state.subscription(subscription); at >= 0 {
		set := r.state.subscriptions[at].Set
		held = r.state.holds(id, func(o store.Subscription) bool { return o.Set == set && o.Key != subscription })
	}
	return held, r.call()
}

// Withheld implements store.HoldingReader.
func (r *reader) Withheld(set int64) (map[string]bool, error) {
	found := make(map[string]bool)
	others := func(o store.Subscription) bool { return o.Set == set && o.Mode != store.TakeOnly }
	for _, s := range slices.Concat(r.state.removed, r.state.subscriptions) {
		if s.Set != set || s.Mode != store.TakeOnly {
			continue
		}
		for id := range r.state.holdings[s.Key] {
			if !r.state.holds(id, others) && !r.state.list(set).madeHere(id) {
				found[id] = true
			}
		}
	}
	return found, r.call()
}

// holds tells whether a subscription of those holds an item.
func (s *state) holds(id string, among func(store.Subscription) bool) bool {
	for _, sub := range s.subscriptions {
		if among(sub) && s.holdings[sub.Key][id] {
			return true
		}
	}
	return false
}

// madeHere tells whether an item was put first by this endpoint.
func (l *list) madeHere(id string) bool {
	versions := l.archive[id]
	return len(versions) > 0 && versions[0].Seen.From == ""
}

// Hold implements store.HoldingWriter.
func (w *writer) Hold(subscription int64, ids ...string) error {
	held, err := w.holding(subscription)
	if err != nil {
		return fmt.Errorf("noting what is held: %w", err)
	}
	for _, id := range ids {
		w.changed = w.changed || !held[id]
		held[id] = true
	}
	return nil
}

// LetGo implements store.HoldingWriter.
func (w *writer) LetGo(subscription int64, ids ...string) error {
	held, err := w.holding(subscription)
	if err != nil {
		return fmt.Errorf("noting what is held no more: %w", err)
	}
	for _, id := range ids {
		w.changed = w.changed || held[id]
		delete(held, id)
	}
	return nil
}

// holding begins a call that changes what a subscription holds, and gives a copy to
// change.
func (w *writer) holding(subscription int64) (map[string]bool, error) {
	if err := w.call(); err != nil {
		return nil, err
	}
	if w.state.subscription(subscription) < 0 {
		return nil, fmt.Errorf("subscription %d: %w", subscription, store.ErrNoSubscription)
	}
	held := make(map[string]bool)
	maps.Copy(held, w.state.holdings[subscription])
	w.state.holdings[subscription] = held
	return held, nil
}
