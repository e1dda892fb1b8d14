package edit

import (
	"context"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Device is who this device is.
type Device interface {
	// ID is the identifier that its updates carry.
	ID() string
	// Refresh takes over what another process made of it.
	Refresh(store.Reader) error
}

// Service does local work on items and takes it down as edits that can be undone. It may be
// used from several goroutines.
type Service struct {
	Store  store.Store
	Device Device
	Clock  Clock
	IDs    *item.IDs
	// Here is where the user is: what days and times without a zone mean.
	Here *time.Location
}

// Transaction is local work of one edit, on one set or on several.
type Transaction struct {
	service *Service
	store.Writer
	log Log
	// decisions are those that the edit saves; their Edit is not known yet.
	decisions []store.Decision
	// edit is the key of the edit, once it was taken down.
	edit int64
	// sets are those asked for so far, by name: a transaction names or renames
	// none.
	sets map[string]store.Set
	ends Ends
	// claims are those of refusals, by set.
	claims map[int64]map[string]int
}

// In is local work on a set by this endpoint, now.
func (t *Transaction) In(set string) (Work, error) {
	s, known := t.sets[set]
	if !known {
		var err error
		if s, err = t.SetNamed(set); err != nil {
			return Work{}, err
		}
		t.sets[set] = s
	}
	return t.At(s), nil
}

// At is local work on a set that was read already.
func (t *Transaction) At(s store.Set) Work {
	return Work{
		Store: t.Writer, Set: s.Key, Dialect: s.Dialect, Rules: feed.RulesOf(s.Dialect), Ordered: s.Format.Ordered(),
		By: t.service.Device.ID(), At: t.service.Clock.Now(), Here: t.service.Here, Log: &t.log, Ends: &t.ends,
		Claimed: func(id string) (int, error) { return t.claimed(s.Key, id) },
	}
}

// Do does local work in one transaction, before a feed that is being kept, and takes it down as one edit that can be undone.
func (e *Service) Do(ctx context.Context, what string, do func(*Transaction) error) error {
	return e.DoUnjournaled(ctx, func(t *Transaction) error {
		if err := do(t); err != nil {
			return err
		}
		return t.journal(what)
	})
}

// DoUnjournaled is Do for what Undo does not take back.
func (e *Service) DoUnjournaled(ctx context.Context, do func(*Transaction) error) error {
	return e.Store.Update(ctx, func(w store.Writer) error {
		if err := e.Device.Refresh(w); err != nil {
			return err
		}
		return do(e.Within(w))
	})
}

// Within is local work in a transaction that was begun elsewhere. Undo does not take it back.
func (e *Service) Within(w store.Writer) *Transaction {
	return &Transaction{service: e, Writer: w, sets: map[string]store.Set{}}
}

// Decided adds a decision that the edit saves.
func (t *Transaction) Decided(d store.Decision) { t.decisions = append(t.decisions, d) }

// Edit is the key of the edit that Do took down, for UndoOptions; 0 where nothing changed.
func (t *Transaction) Edit() int64 { return t.edit }

// journal takes down what was changed. What was undone before cannot be done
// again after it.
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

// one does local work on an item of a set as one edit.
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

// outdone is the greatest sequence that an update of ours goes beyond. Beyond numbers near
// the last one of all there is no room left (item.MaxCount).
const outdone = item.MaxCount / 2

// claimed is the greatest sequence that was used for an item in our name, and refused by a
// person; 0 where there is none.
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

// Ref names an item of a set.
type Ref struct{ Set, ID string }

// Refused is an item that was left as it is, and why.
type Refused struct {
	Ref
	Err error
}

// Outcome is what came of a change of several items at once.
type Outcome struct {
	// Done are the items as they stand now.
	Done []Ref
	// Refused are those that could not be changed; the others were.
	Refused []Refused
	// Edit is the key of the edit where conflicts were resolved, for UndoOptions.
	Edit int64
}

// each does local work on several items as one edit.
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

// Each does local work on several items. An item that cannot be changed for a
// reason of its own is left out; anything else ends it all.
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

// Add takes down what became of an item. An error that is not about the item alone
// is returned.
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
