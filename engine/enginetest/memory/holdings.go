package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// Held implements store.Reader.
func (r *reader) Held(of store.Holder) (map[string]bool, error) {
	held := make(map[string]bool)
	maps.Copy(held, r.state.holdings[of])
	return held, r.call()
}

// Holders implements store.Reader.
func (r *reader) Holders(set int64, id string) ([]store.Holder, error) {
	return r.state.holders(id, func(o store.Subscription) bool { return o.Set == set }), r.call()
}

// Withheld implements store.Reader.
func (r *reader) Withheld(set int64) (map[string]bool, error) {
	found := make(map[string]bool)
	others := func(o store.Subscription) bool { return o.Set == set && o.Mode != store.TakeOnly }
	for _, s := range slices.Concat(r.state.removed, r.state.subscriptions) {
		if s.Set != set || s.Mode != store.TakeOnly {
			continue
		}
		for _, h := range r.state.holdersOf(s.Key) {
			for id := range r.state.holdings[h] {
				if len(r.state.holders(id, others)) == 0 && !r.state.list(set).madeHere(id) {
					found[id] = true
				}
			}
		}
	}
	return found, r.call()
}

// holders returns the feeds that hold an item, of those subscriptions that among accepts.
func (s *state) holders(id string, among func(store.Subscription) bool) (found []store.Holder) {
	for _, sub := range s.subscriptions {
		if !among(sub) {
			continue
		}
		for _, h := range s.holdersOf(sub.Key) {
			if s.holdings[h][id] {
				found = append(found, h)
			}
		}
	}
	return found
}

// holdersOf returns the feeds of a subscription that hold any items.
func (s *state) holdersOf(subscription int64) (all []store.Holder) {
	for h, held := range s.holdings {
		if h.Subscription == subscription && len(held) > 0 {
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b store.Holder) int { return cmp.Compare(a.Feed, b.Feed) })
	return all
}

// madeHere reports whether an item was first put by this endpoint.
func (l *list) madeHere(id string) bool {
	versions := l.archive[id]
	return len(versions) > 0 && versions[0].Seen.From == ""
}

// Hold implements store.Writer.
func (w *writer) Hold(of store.Holder, ids ...string) error {
	held, err := w.holding(of)
	if err != nil {
		return fmt.Errorf("noting what is held: %w", err)
	}
	for _, id := range ids {
		if !held[id] {
			w.note(store.SubscriptionKey(of.Subscription))
		}
		held[id] = true
	}
	return nil
}

// LetGo implements store.Writer.
func (w *writer) LetGo(of store.Holder, ids ...string) error {
	held, err := w.holding(of)
	if err != nil {
		return fmt.Errorf("noting what is held no more: %w", err)
	}
	for _, id := range ids {
		dropped(w, store.SubscriptionKey(of.Subscription), held, id)
	}
	return nil
}

// holding starts a call that changes what a feed holds, and returns a copy to modify.
func (w *writer) holding(of store.Holder) (map[string]bool, error) {
	if err := w.call(); err != nil {
		return nil, err
	}
	if w.state.subscription(of.Subscription) < 0 {
		return nil, fmt.Errorf("subscription %d: %w", of.Subscription, store.ErrNoSubscription)
	}
	held := make(map[string]bool)
	maps.Copy(held, w.state.holdings[of])
	w.state.holdings[of] = held
	return held, nil
}
