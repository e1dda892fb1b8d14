package subscribe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/trust"
)

// ErrDecided means that the user already accepted the item, so that it is merged for good, or
// that an update restored the local version.
var ErrDecided = errors.New("it was decided already")

// ErrInvalid means that an item that was held for review breaks the rules of its format.
var ErrInvalid = errors.New("the item is not valid")

// HeldItems returns the items of a set, or of all sets if set is "", that were held for review
// because something in them was alarming: both undecided and decided ones.
func (e *Service) HeldItems(ctx context.Context, set string) ([]store.HeldItem, error) {
	return allOf(ctx, e.Store, set, store.Reader.HeldItems)
}

// ReceivedItem returns the quarantined item as received. An accepted one is in the list, and
// ReceivedItem returns an error.
func ReceivedItem(s store.HeldItem) (*item.Item, error) {
	if s.Document == "" {
		return nil, fmt.Errorf("%d: %w", s.Key, ErrDecided)
	}
	in := feed.NewReader(strings.NewReader(s.Document), s.Feed)
	for {
		e, err := in.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("%d: what was kept of %s cannot be read", s.Key, s.ID)
		}
		if err != nil {
			return nil, err
		}
		if e.Item != nil {
			return e.Item, nil
		}
	}
}

// AcceptHeldItems merges quarantined items after all, by their keys, in the same way as their
// feeds would have. Those of one feed are merged together or not at all; items that a feed no
// longer has are removed from the list. Identical items that are held because another feed has
// them, too, are accepted as well. Like any merge, it is not an edit that can be undone; the
// history has every previous version. A version of this endpoint that another program altered
// keeps its content, and an update repeats it for those who have the other content. The error
// wraps store.ErrNoHeldItem for an unknown key, ErrDecided if an item was already accepted, and
// store.ErrDamagedItem if it is damaged.
func (e *Service) AcceptHeldItems(ctx context.Context, keys ...int64) error {
	groups, err := e.chosen(ctx, keys)
	if err != nil {
		return err
	}
	for _, g := range groups {
		if err := e.accept(ctx, g); err != nil {
			return fmt.Errorf("accepting items from %s: %w", g.all[0].Feed, err)
		}
	}
	return nil
}

// Becoming is what AcceptHeldItems would do to an item.
type Becoming struct {
	ID, Title string
	// Became is "new", "updated", "deleted", "discarded" if it is removed from the list, or ""
	// if it does not change.
	Became string
	// Conflict reports whether it would then be in conflict.
	Conflict bool
}

// became are the values of Becoming.Became.
var became = map[intake.Change]string{intake.New: "new", intake.Updated: "updated", intake.Deleted: "deleted"}

// Accepting returns what AcceptHeldItems would do to quarantined items of one list, and how
// many items of the list would change. It returns the same errors.
func (e *Service) Accepting(ctx context.Context, keys ...int64) (all []Becoming, total Report, err error) {
	groups, err := e.chosen(ctx, keys)
	if err != nil {
		return nil, total, err
	}
	var effects intake.Effects
	gone, seen := map[string]bool{}, map[string]bool{}
	for _, g := range groups {
		if err := e.rehearse(ctx, g, &effects, gone); err != nil {
			return nil, total, fmt.Errorf("accepting items from %s: %w", g.all[0].Feed, err)
		}
	}
	for _, g := range groups {
		for _, s := range g.all {
			if seen[s.ID] {
				continue
			}
			seen[s.ID] = true
			b := Becoming{s.ID, s.Title, became[effects[s.ID].Change], effects[s.ID].Conflict}
			if gone[s.ID] {
				b.Became = "discarded"
			}
			all = append(all, b)
		}
	}
	total.New, total.Updated, total.Deleted, total.Conflicts = effects.Counts()
	total.Discarded = len(gone)
	return all, total, nil
}

// rehearse adds what accepting the quarantined items of one feed would do.
func (e *Service) rehearse(ctx context.Context, g *heldGroup, effects *intake.Effects, gone map[string]bool) error {
	missing, g := g.apart(intake.IsMissing)
	if missing != nil {
		if err := e.Store.View(ctx, func(r store.Reader) error { return e.leaving(r, missing, gone) }); err != nil {
			return err
		}
	}
	if g == nil {
		return nil
	}
	source, err := e.sourceOf(ctx, g)
	if err != nil {
		return err
	}
	r, err := intake.Feed(ctx, e.Store, source, intake.Options{At: e.Clock.Now(), Trusted: true, DryRun: true})
	if err == nil && r.Skipped > 0 {
		err = fmt.Errorf("%w: %s", ErrInvalid, strings.Join(r.Problems.Sentences(), "; "))
	}
	for id, effect := range r.Items {
		effects.Add(id, effect)
	}
	return err
}

// accept merges the quarantined items of one feed in one transaction.
func (e *Service) accept(ctx context.Context, g *heldGroup) error {
	missing, g := g.apart(intake.IsMissing)
	if missing != nil {
		if err := e.discard(ctx, missing); err != nil {
			return err
		}
	}
	if g == nil {
		return nil
	}
	source, err := e.sourceOf(ctx, g)
	if err != nil {
		return err
	}
	decide := func(w store.Writer) error {
		if err := g.decide(w, store.Accepted); err != nil {
			return err
		}
		if err := g.agree(w, e.Clock.Now()); err != nil {
			return err
		}
		return g.restate(e.Edit.Within(w).At(source.Set))
	}
	e.Gate.Enter()
	defer e.Gate.Leave()
	r, err := intake.Feed(ctx, e.Store, source, intake.Options{
		At: e.Clock.Now(), Trusted: true,
		Save: func(w store.Writer, r intake.Result) error {
			if r.Skipped > 0 {
				return fmt.Errorf("%w: %s", ErrInvalid, strings.Join(r.Problems.Sentences(), "; "))
			}
			return decide(w)
		},
	})
	if err != nil || r.Saved {
		return err
	}
	return e.Store.Update(ctx, decide)
}

// chosen finds quarantined items by their keys, grouped by feed.
func (e *Service) chosen(ctx context.Context, keys []int64) (groups []*heldGroup, err error) {
	err = e.Store.View(ctx, func(r store.Reader) error {
		all, err := r.HeldItems(0)
		if err != nil {
			return err
		}
		byKey := map[int64]store.HeldItem{}
		for _, s := range all {
			byKey[s.Key] = s
		}
		for _, key := range keys {
			s, there := byKey[key]
			switch {
			case !there:
				return fmt.Errorf("%d: %w", key, store.ErrNoHeldItem)
			case s.State == store.Accepted, s.State == store.KeptLocal:
				return fmt.Errorf("%d: %w", key, ErrDecided)
			case s.Damaged:
				return fmt.Errorf("item %s: %w", s.ID, store.ErrDamagedItem)
			}
			groups = addTo(groups, s)
		}
		return nil
	})
	return groups, err
}

// heldGroup are the quarantined items of one feed.
type heldGroup struct {
	set, subscription int64
	all               []store.HeldItem
}

func addTo(groups []*heldGroup, s store.HeldItem) []*heldGroup {
	i := slices.IndexFunc(groups, func(g *heldGroup) bool { return g.subscription == s.Subscription && g.all[0].Feed == s.Feed })
	if i >= 0 {
		groups[i].all = append(groups[i].all, s)
		return groups
	}
	return append(groups, &heldGroup{s.Set, s.Subscription, []store.HeldItem{s}})
}

// sourceOf returns the quarantined items as a source, as if received from their feed.
func (e *Service) sourceOf(ctx context.Context, g *heldGroup) (intake.Source, error) {
	s := intake.Source{From: g.all[0].Feed, By: e.Device.ID(), Former: e.Device.Former()}
	for _, one := range g.all {
		s.Documents = append(s.Documents, intake.Document{Address: one.Feed, Body: strings.NewReader(one.Document)})
	}
	err := e.Store.View(ctx, func(r store.Reader) (err error) {
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

// restate repeats, by an update, the items whose content another program altered.
func (g *heldGroup) restate(w edit.Work) error {
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

// decide records the user's decision, for identical quarantined items as well.
func (g *heldGroup) decide(w store.Writer, state store.HeldState) error {
	type like struct{ id, mark string }
	chosen := map[like]bool{}
	for _, s := range g.all {
		chosen[like{s.ID, s.Mark}] = true
	}
	all, err := w.HeldItems(g.set)
	if err != nil {
		return err
	}
	for _, s := range all {
		if !chosen[like{s.ID, s.Mark}] || s.State == state || s.State == store.Accepted || s.State == store.KeptLocal {
			continue
		}
		s.State = state
		if state == store.Accepted || state == store.KeptLocal {
			s.Document = ""
		}
		if _, err := w.PutHeldItem(s); err != nil {
			return err
		}
	}
	return nil
}
