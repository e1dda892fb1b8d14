package edit

import (
	"context"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Device identifies this device.
type Device interface {
	// ID returns the identifier in its updates.
	ID() string
	// Refresh reloads the identity, which another process may have changed.
	Refresh(store.Reader) error
}

// Service makes local changes to items and records them as edits that can be undone. It may be
// used from several goroutines.
type Service struct {
	Store  store.Store
	Device Device
	Clock  Clock
	IDs    *item.IDs
	// Here is the user's time zone, for days and for times without a zone.
	Here *time.Location
}

// Transaction is the local work of one edit, on one list or on several.
type Transaction struct {
	service *Service
	store.Writer
	log Log
	// decisions are the resolutions that the edit saves; their Edit is not known yet.
	decisions []store.Decision
	// edit is the key of the edit, once it is recorded.
	edit int64
	// sets caches lists by name, since a transaction does not name or rename any that it looks
	// up here.
	sets map[string]store.Set
	ends Ends
	// claims are the sequences of rejected versions, by list.
	claims map[int64]map[string]int
}

// In returns local work on a list by this endpoint, now.
func (t *Transaction) In(set string) (Work, error) {
	s, err := t.set(set)
	if err != nil {
		return Work{}, err
	}
	return t.At(s), nil
}

func (t *Transaction) set(name string) (store.Set, error) {
	if s, known := t.sets[name]; known {
		return s, nil
	}
	s, err := t.SetNamed(name)
	if err == nil {
		t.sets[name] = s
	}
	return s, err
}

// At is In for a list that was read already.
func (t *Transaction) At(s store.Set) Work {
	return Work{
		Store: t.Writer, Set: s.Key, Dialect: s.Dialect, Rules: feed.RulesOf(s.Dialect), Ordered: s.Format.Ordered(),
		By: t.service.Device.ID(), At: t.service.Clock.Now(), Here: t.service.Here, Log: &t.log, Ends: &t.ends,
		Claimed: func(id string) (int, error) { return t.claimed(s.Key, id) },
	}
}

// Do makes local changes in one transaction, ahead of feeds being merged, and records them as
// one edit that can be undone.
func (e *Service) Do(ctx context.Context, what string, do func(*Transaction) error) error {
	return e.DoUnjournaled(ctx, func(t *Transaction) error {
		if err := do(t); err != nil {
			return err
		}
		return t.journal(what)
	})
}

// DoUnjournaled is Do for changes that cannot be undone.
func (e *Service) DoUnjournaled(ctx context.Context, do func(*Transaction) error) error {
	return e.Store.Update(ctx, func(w store.Writer) error {
		if err := e.Device.Refresh(w); err != nil {
			return err
		}
		return do(e.Within(w))
	})
}

// Within makes local changes in an existing transaction. They cannot be undone.
func (e *Service) Within(w store.Writer) *Transaction {
	return &Transaction{service: e, Writer: w, sets: map[string]store.Set{}}
}

// Decided adds a resolution that the edit saves.
func (t *Transaction) Decided(d store.Decision) { t.decisions = append(t.decisions, d) }

// Edit returns the key of the edit that Do recorded, for UndoOptions, or 0 if nothing changed.
func (t *Transaction) Edit() int64 { return t.edit }

// journal records what was changed. Edits that were undone before can no longer be redone.
func (t *Transaction) journal(what string) error {
	if len(t.log.Steps) == 0 {
		return nil
	}
	if err := t.DropUndone(); err != nil {
		return err
	}
	key, err := t.PutEdit(store.Edit{At: t.service.Clock.Now(), What: what, Steps: t.log.Steps})
	if err != nil {
		return err
	}
	t.edit = key
	for _, d := range t.decisions {
		d.Edit = key
		if _, err := t.PutDecision(d); err != nil {
			return err
		}
	}
	return nil
}

// one makes a local change to one item as one edit.
func (e *Service) one(ctx context.Context, what, set string, do func(Work) (*item.Item, error)) (*item.Item, error) {
	var it *item.Item
	err := e.Do(ctx, what, func(t *Transaction) error {
		w, err := t.In(set)
		if err != nil {
			return err
		}
		it, err = do(w)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

// outdone is the greatest sequence that an update of this endpoint goes beyond, since there
// must be room before the maximum (item.MaxCount).
const outdone = item.MaxCount / 2

// claimed returns the greatest sequence that was used for an item in the name of this
// endpoint, and that a person rejected, or 0.
func (t *Transaction) claimed(set int64, id string) (int, error) {
	if claims, known := t.claims[set]; known {
		return claims[id], nil
	}
	all, err := t.Suspects(set)
	if err != nil {
		return 0, err
	}
	claims := map[string]int{}
	for _, s := range all {
		for _, a := range s.Alarms {
			if s.State == store.Refused && a.Kind == trust.Forged && a.Sequence <= outdone {
				claims[s.ID] = max(claims[s.ID], a.Sequence)
			}
		}
	}
	if t.claims == nil {
		t.claims = map[int64]map[string]int{}
	}
	t.claims[set] = claims
	return claims[id], nil
}

// Ref identifies an item of a list.
type Ref struct{ Set, ID string }

// Refused is an item that was not changed, and the reason.
type Refused struct {
	Ref
	Err error
}

// Outcome is the result of changing several items at once.
type Outcome struct {
	// Done are the changed items, with their current lists and identifiers.
	Done []Ref
	// Refused are the items that could not be changed, while the others were.
	Refused []Refused
	// Edit is the key of the edit if conflicts were resolved, for UndoOptions.
	Edit int64
}

// each makes local changes to several items as one edit.
func (e *Service) each(ctx context.Context, what string, items []Ref, do func(Work, Ref) error) (o Outcome, err error) {
	err = e.Do(ctx, what, func(t *Transaction) (err error) {
		o, err = t.Each(items, do)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// Each makes local changes to several items. It skips items that are refused for a reason of
// their own; any other error ends it.
func (t *Transaction) Each(items []Ref, do func(Work, Ref) error) (o Outcome, err error) {
	for _, ref := range items {
		w, err := t.In(ref.Set)
		if err != nil {
			return Outcome{}, err
		}
		if err := o.Add(ref, do(w, ref)); err != nil {
			return Outcome{}, err
		}
	}
	return o, nil
}

// Add adds the outcome for one item. It returns errors that are not about this item alone.
func (o *Outcome) Add(ref Ref, err error) error {
	switch {
	case err == nil:
		o.Done = append(o.Done, ref)
	case IsRefusal(err):
		o.Refused = append(o.Refused, Refused{ref, err})
	default:
		return err
	}
	return nil
}
