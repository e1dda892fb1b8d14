package edit

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

// Complete marks a todo as done, or as not done. If it repeats and is done now, the next one
// is made. It fails as Change does.
func (e *Service) Complete(ctx context.Context, set, id string, done bool) (*item.Item, error) {
	return e.one(ctx, "complete", set, func(w Work) (*item.Item, error) { return w.Complete(id, done) })
}

// CompleteAll marks several todos as done, or as not done, as one edit. It makes the next
// todos of those that repeat.
func (e *Service) CompleteAll(ctx context.Context, items []Ref, done bool) (Outcome, error) {
	return e.each(ctx, "complete", items, func(w Work, ref Ref) error {
		_, err := w.Complete(ref.ID, done)
		return err
	})
}

// Complete marks a todo as done, or as not done. A todo that already is in that state is
// returned unchanged, with its time of completion. If it repeats and is done now, the next
// todo is made. The error is ErrDeleted if the todo is deleted.
func (w Work) Complete(id string, is bool) (*item.Item, error) {
	it, err := w.reading().live("completing", id)
	if err != nil {
		return nil, err
	}
	f := record.FactsOf(it.Winner.Content)
	if open := !f.Done && !f.Cancelled; f.Kind == record.Todo && (is && f.Done || !is && open) {
		return it, nil
	}
	return w.set(it, record.Values{"done": strconv.FormatBool(is)})
}

// Follow makes the next todo after a repeating one that has just been done. It does nothing if
// the former winner, or any other former version, was already done: whoever did that made the
// next todo.
func (w Work) Follow(before, now *item.Item) error {
	if !done(now.Winner) || slices.ContainsFunc(before.Versions(), done) {
		return nil
	}
	next, at, ok := w.next(now.Winner.Content)
	if !ok {
		return nil
	}
	id := occurrence(now.ID(), at)
	_, err := w.Insert(id, next, now.Winner.NoConflicts)
	if errors.Is(err, ErrItemExists) {
		return w.bringBack(id, next) // it was done before, on this device or another
	}
	return err
}

// bringBack restores the next todo, which is deleted if it was made before and that was
// undone. A todo that is not deleted, or that has conflicts, stays as it is.
func (w Work) bringBack(id string, next *item.Content) error {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || !it.Winner.Deleted {
		return err
	}
	if open, err := w.reading().isOpen(it); err != nil || open {
		return err
	}
	_, err = w.update(it, rules.Change{Content: next})
	return err
}

// next returns the todo that follows one that was done: at the first of the later times that
// is not on a day before its completion. Missed occurrences are not made up.
func (w Work) next(c *item.Content) (next *item.Content, at record.Date, ok bool) {
	here := w.Here
	if here == nil {
		here = time.UTC
	}
	done, err := record.ParseDone(record.Read(c).Get("done"))
	if err != nil {
		return nil, at, false
	}
	return record.Next(c, done, record.DayOf(w.At.In(here)), here)
}

func done(v *item.Version) bool {
	facts, _ := record.Summary(v.Content) // it was parsed when it was stored
	return !v.Deleted && facts.Done
}

// occurrenceMark matches the suffix of the identifiers of all todos in a series except the
// first.
var occurrenceMark = regexp.MustCompile(`@\d{8}T\d{6}$`)

// occurrence returns the identifier of a todo in a series. It does not depend on where the
// preceding todo was done, so that two endpoints that complete it make the same item.
func occurrence(id string, at record.Date) string {
	return occurrenceMark.ReplaceAllString(id, "") + "@" + at.Naive().Format("20060102T150405")
}
