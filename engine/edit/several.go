package edit

import (
	"context"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

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
func (e *Service) each(ctx context.Context, what string, items []Ref, do func(Work, Ref) error) (Outcome, error) {
	return e.eachOf(ctx, what, func(*Transaction) ([]Ref, error) { return items, nil }, do)
}

// eachOf is each for items that are determined in the transaction.
func (e *Service) eachOf(ctx context.Context, what string, find func(*Transaction) ([]Ref, error), do func(Work, Ref) error) (o Outcome, err error) {
	err = e.Do(ctx, what, func(t *Transaction) error {
		items, err := find(t)
		if err != nil {
			return err
		}
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

// ChangeAll sets fields of several items as one edit; change returns the values for each.
func (e *Service) ChangeAll(ctx context.Context, items []Ref, change func(record.Record) record.Values) (Outcome, error) {
	return e.each(ctx, "edit", items, func(w Work, ref Ref) error {
		_, err := w.ChangeBy(ref.ID, change)
		return err
	})
}

// RenameSection renames a section of a list, which is a field of all its todos, as one edit. The
// case of its name does not count.
func (e *Service) RenameSection(ctx context.Context, set, section, name string) (Outcome, error) {
	find := func(t *Transaction) (refs []Ref, err error) {
		s, err := t.SetNamed(set)
		if err != nil {
			return nil, err
		}
		rows, err := t.Rows(s.Key, store.Query{})
		for _, r := range rows {
			if r.Section != "" && store.Fold(strings.TrimSpace(r.Section)) == store.Fold(section) {
				refs = append(refs, Ref{set, r.ID})
			}
		}
		return refs, err
	}
	return e.eachOf(ctx, "edit", find, func(w Work, ref Ref) error {
		_, err := w.Change(ref.ID, record.Values{"section": name}, nil)
		return err
	})
}
