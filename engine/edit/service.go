package edit

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
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
	edit  int64
	lists lists
	ends  Ends
	// claims are the sequences of rejected versions, by list.
	claims map[int64]map[string]int
}

// In returns local work on a list by this endpoint, now.
func (t *Transaction) In(set string) (Work, error) {
	s, err := t.lists.named(set)
	if err != nil {
		return Work{}, err
	}
	return t.At(s), nil
}

func (t *Transaction) reading(set string) (reading, error) {
	w, err := t.In(set)
	return w.reading(), err
}

// lists caches lists by name, since a transaction does not name or rename any that it looks up
// here.
type lists struct {
	in    store.SetReader
	known map[string]store.Set
}

func (l lists) named(name string) (store.Set, error) {
	if s, known := l.known[name]; known {
		return s, nil
	}
	s, err := l.in.SetNamed(name)
	if err == nil {
		l.known[name] = s
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
	return &Transaction{service: e, Writer: w, lists: lists{w, map[string]store.Set{}}}
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
	all, err := t.HeldItems(set)
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

// AddOptions are the properties of a new item other than its fields.
type AddOptions struct {
	// ID is the identifier, or "" to generate one.
	ID string
	// NoConflicts requests that losing versions are not preserved.
	NoConflicts bool
	// Parent and After are the position of the item in an ordered list: Parent is "" for the
	// root, After is "" for the first position. AtEnd puts it last in Parent.
	Parent, After string
	AtEnd         bool
}

// Add creates an item of its list's kind (SSE 0.93 §3.1, SSE 0.91 §4.1), or returns
// ErrItemExists. The error wraps ErrDeleted if the parent is deleted, and store.ErrNoItem if
// it does not exist or After is not in it.
func (e *Service) Add(ctx context.Context, set string, f record.Values, o AddOptions) (*item.Item, error) {
	if o.ID == "" {
		id, err := e.IDs.Word(20)
		if err != nil {
			return nil, err
		}
		o.ID = id
	}
	var it *item.Item
	err := e.Do(ctx, "add", func(t *Transaction) error {
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		spot := Spot{Parent: o.Parent, After: o.After, AtEnd: o.AtEnd}
		it, err = t.At(s).AddAt(o.ID, record.Kind(s.Kind), f, o.NoConflicts, spot)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

// Added is the outcome of AddAll: the identifiers of the new items, and the key of the edit for
// UndoOptions.
type Added struct {
	IDs  []string
	Edit int64
}

// AddAll is Add for several items, as one edit. In an ordered list they follow each other.
func (e *Service) AddAll(ctx context.Context, set string, all []record.Values, o AddOptions) (a Added, err error) {
	var within *Transaction
	err = e.Do(ctx, "add", func(t *Transaction) error {
		within, a = t, Added{}
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		w, spot := t.At(s), Spot{Parent: o.Parent, After: o.After, AtEnd: o.AtEnd}
		for _, v := range all {
			id, err := t.Spare()
			if err != nil {
				return err
			}
			if _, err := w.AddAt(id, record.Kind(s.Kind), v, o.NoConflicts, spot); err != nil {
				return err
			}
			a.IDs, spot.After = append(a.IDs, id), id
		}
		return nil
	})
	if err != nil {
		return Added{}, err
	}
	a.Edit = within.Edit()
	return a, nil
}

// Change sets fields of an item (SSE 0.93 §3.2); values that change nothing make no update. If
// a version of this endpoint is among the conflicts, the error is *rules.OwnOpenError: the
// item has to be resolved first. In a list with SSE 0.91 an update resolves all conflicts
// (§4.2 step 4), so there a conflict of another endpoint causes that error, too, and it also
// wraps ErrConflicted. base is the winner that the user saw, or nil to accept any; if it is no
// longer the winner, Change returns ErrChanged and changes nothing.
func (e *Service) Change(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error) {
	return e.one(ctx, "edit", set, func(w Work) (*item.Item, error) { return w.Change(id, f, base) })
}

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). It fails as Change does. An item
// that is already deleted is returned unchanged.
func (e *Service) Delete(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "delete", set, func(w Work) (*item.Item, error) { return w.Delete(id) })
}

// Restore restores a deleted item (SSE 0.93 §3.2 step 5), with its earlier content. It fails
// as Change does. An item that is not deleted is returned unchanged.
func (e *Service) Restore(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.Restore(id) })
}

// Complete marks a todo as done, or as not done. If it repeats and is done now, the next one
// is made. It fails as Change does.
func (e *Service) Complete(ctx context.Context, set, id string, done bool) (*item.Item, error) {
	return e.one(ctx, "complete", set, func(w Work) (*item.Item, error) { return w.Complete(id, done) })
}

// ChangeAll sets fields of several items as one edit; change returns the values for each.
func (e *Service) ChangeAll(ctx context.Context, items []Ref, change func(record.Record) record.Values) (Outcome, error) {
	return e.each(ctx, "edit", items, func(w Work, ref Ref) error {
		_, err := w.ChangeBy(ref.ID, change)
		return err
	})
}

// CompleteAll marks several todos as done, or as not done, as one edit. It makes the next
// todos of those that repeat.
func (e *Service) CompleteAll(ctx context.Context, items []Ref, done bool) (Outcome, error) {
	return e.each(ctx, "complete", items, func(w Work, ref Ref) error {
		_, err := w.Complete(ref.ID, done)
		return err
	})
}

// DeleteAll deletes several items as one edit.
func (e *Service) DeleteAll(ctx context.Context, items []Ref) (Outcome, error) {
	return e.each(ctx, "delete", items, func(w Work, ref Ref) error {
		_, err := w.Delete(ref.ID)
		return err
	})
}

// RestoreAll restores several deleted items as one edit, parents first.
func (e *Service) RestoreAll(ctx context.Context, items []Ref) (o Outcome, err error) {
	err = e.Do(ctx, "restore", func(t *Transaction) error {
		items, err := t.outermostFirst(items)
		if err != nil {
			return err
		}
		o, err = t.Each(items, func(w Work, ref Ref) error {
			_, err := w.Restore(ref.ID)
			return err
		})
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// outermostFirst sorts items by depth.
func (t *Transaction) outermostFirst(items []Ref) ([]Ref, error) {
	depth := map[Ref]int{}
	for _, ref := range items {
		w, err := t.In(ref.Set)
		if err != nil {
			return nil, err
		}
		if depth[ref], err = w.Depth(ref.ID); err != nil {
			return nil, err
		}
	}
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b Ref) int { return depth[a] - depth[b] })
	return items, nil
}

// Make turns a note into a todo or a contact. It fails as Change does, and with ErrNoNote if
// the item is of another kind. An item that already is of kind k is returned unchanged.
func (e *Service) Make(ctx context.Context, set, id string, k record.Kind) (*item.Item, error) {
	return e.one(ctx, "make", set, func(w Work) (*item.Item, error) { return w.Make(id, k) })
}

// MakeAll is Make for several items as one edit.
func (e *Service) MakeAll(ctx context.Context, items []Ref, k record.Kind) (Outcome, error) {
	return e.each(ctx, "make", items, func(w Work, ref Ref) error {
		_, err := w.Make(ref.ID, k)
		return err
	})
}

// RestoreVersion makes an item equal to a version in the archive, by an update (SSE 0.93 §3.2)
// that can be undone. The version may be a tombstone. An item that already is equal to it is
// returned unchanged. The error is ErrConflicted if the item has open conflicts: use the
// resolution of the conflict instead. It is store.ErrNoVersion if the archive does not have
// the version.
func (e *Service) RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.RestoreVersion(id, version) })
}

// Join merges two contacts into one, as one edit: the first gets the values, the second is
// deleted. It returns ErrChanged if either is no longer what the user saw, ErrDeleted if
// either is deleted, and ErrConflicted if either has open conflicts, which the values cannot
// include. Nothing is changed then.
func (e *Service) Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error) {
	if keep.ID() == other.ID() {
		return nil, fmt.Errorf("joining contact %s: it is the same one: choose another", keep.ID())
	}
	return e.one(ctx, "join", set, func(w Work) (*item.Item, error) {
		return w.Join(keep.Winner, other.Winner, v)
	})
}
