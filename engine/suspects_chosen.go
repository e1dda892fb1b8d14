package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/edit"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// chosen finds suspects by their keys, those of one feed together.
func (e *Engine) chosen(ctx context.Context, keys []int64) (groups []*suspects, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err := r.Suspects(0)
		if err != nil {
			return err
		}
		byKey := map[int64]store.Suspect{}
		for _, s := range all {
			byKey[s.Key] = s
		}
		for _, key := range keys {
			s, there := byKey[key]
			switch {
			case !there:
				return fmt.Errorf("%d: %w", key, store.ErrNoSuspect)
			case s.State == store.Accepted, s.State == store.Kept:
				return fmt.Errorf("%d: %w", key, ErrDecided)
			}
			groups = addTo(groups, s)
		}
		return nil
	})
	return groups, err
}

// suspects are those of one feed.
type suspects struct {
	set, subscription int64
	all               []store.Suspect
}

func addTo(groups []*suspects, s store.Suspect) []*suspects {
	i := slices.IndexFunc(groups, func(g *suspects) bool { return g.subscription == s.Subscription && g.all[0].Feed == s.Feed })
	if i >= 0 {
		groups[i].all = append(groups[i].all, s)
		return groups
	}
	return append(groups, &suspects{s.Set, s.Subscription, []store.Suspect{s}})
}

// sourceOf is a feed of the suspects, as it would have come.
func (e *Engine) sourceOf(ctx context.Context, g *suspects) (incorporate.Source, error) {
	s := incorporate.Source{From: g.all[0].Feed, By: e.Endpoint(), Former: e.formerly()}
	for _, one := range g.all {
		s.Documents = append(s.Documents, incorporate.Document{Address: one.Feed, Body: strings.NewReader(one.Document)})
	}
	err := e.store.View(ctx, func(r store.Reader) (err error) {
		if s.Set, err = r.SetOf(g.set); err != nil {
			return err
		}
		all, err := r.Subscriptions(g.set)
		for _, sub := range all {
			if sub.Key == g.subscription {
				s.From = sub.Location
			}
		}
		return err
	})
	return s, err
}

// restate says the items again whose content another program altered.
func (g *suspects) restate(w edit.Work) error {
	for _, s := range g.all {
		if !slices.ContainsFunc(s.Alarms, func(a trust.Alarm) bool { return a.Kind == trust.Altered }) {
			continue
		}
		if err := w.Restate(s.ID); err != nil {
			return err
		}
	}
	return nil
}

// decide notes what a person decided, of what is just like them as well.
func (g *suspects) decide(w store.Writer, state store.SuspectState) error {
	type like struct{ id, mark string }
	chosen := map[like]bool{}
	for _, s := range g.all {
		chosen[like{s.ID, s.Mark}] = true
	}
	all, err := w.Suspects(g.set)
	if err != nil {
		return err
	}
	for _, s := range all {
		if !chosen[like{s.ID, s.Mark}] || s.State == state || s.State == store.Accepted || s.State == store.Kept {
			continue
		}
		s.State = state
		if state == store.Accepted || state == store.Kept {
			s.Document = ""
		}
		if _, err := w.PutSuspect(s); err != nil {
			return err
		}
	}
	return nil
}
