package edit

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

// Complete marks a todo as done, or as not done. One that is already is returned
// as it is, with the time at which it was done. Where it repeats and is done now,
// the next one is made. One that is deleted is ErrDeleted.
func (w Work) Complete(id string, is bool) (*item.Item, error) {
	it, err := w.live("completing", id)
	if err != nil {
		return nil, err
	}
	f := record.FactsOf(it.Winner.Content)
	if open := !f.Done && !f.Cancelled; f.Kind == record.Todo && (is && f.Done || !is && open) {
		return it, nil
	}
	return w.set(it, record.Values{"done": strconv.FormatBool(is)})
}

// Follow makes the next todo of one that repeats and was done just now: neither
// the version that won before was done nor, where there are several, another.
// Who did that one made the next.
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
		return w.bringBack(id, next) // it was done before, here or elsewhere
	}
	return err
}

// bringBack un-deletes the next todo, which is deleted where it was made before
// and undone. One that lives or waits to be resolved stays as it is.
func (w Work) bringBack(id string, next *item.Content) error {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || !it.Winner.Deleted {
		return err
	}
	if open, err := w.isOpen(it); err != nil || open {
		return err
	}
	_, err = w.update(it, rules.Change{Content: next})
	return err
}

// next is the todo after one that was done: of the times after its own, the
// first that is not on a day before the one on which it was done. What was
// missed is not done later.
func (w Work) next(c *item.Content) (next *item.Content, at record.Date, ok bool) {
	here := w.Here
	if here == nil {
		here = time.UTC
	}
	done, err := record.ParseDone(record.Read(c).Get("done"))
	if err != nil {
		return nil, at, false
	}
	return record.NextFrom(c, done, record.DayOf(w.At.In(here)), here)
}

func done(v *item.Version) bool {
	facts, _ := record.Summary(v.Content) // which was read to be stored
	return !v.Deleted && facts.Done
}

// occurrenceMark ends the identifier of every todo of a series but the first.
var occurrenceMark = regexp.MustCompile(`@\d{8}T\d{6}$`)

// occurrence is the identifier of a todo of a series: the same wherever the one
// before it is done, so that two endpoints that do it make one item.
func occurrence(id string, at record.Date) string {
	return occurrenceMark.ReplaceAllString(id, "") + "@" + at.Naive().Format("20060102T150405")
}
