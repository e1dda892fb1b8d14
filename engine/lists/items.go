package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Items returns rows of a list.
func (s *Service) Items(ctx context.Context, list string, q store.Query) ([]store.Row, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) ([]store.Row, error) { return r.Rows(l.Key, q) })
}

// Item reads an item.
func (s *Service) Item(ctx context.Context, list, id string) (*item.Item, error) {
	return store.ReadItem(ctx, s.Store, list, id)
}

// atOnce is the number of items that Each holds in memory.
const atOnce = 256

// Each reads the items of rows of a list in one state of the store. The error that visit gets is
// store.ErrDamagedItem.
func (s *Service) Each(ctx context.Context, list string, rows []store.Row, visit func(store.Row, *item.Item, error) error) error {
	return store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		for some := range slices.Chunk(rows, atOnce) {
			ids := make([]string, len(some))
			for i, row := range some {
				ids[i] = row.ID
			}
			found, err := store.FindItems(r, l.Key, ids)
			if err != nil {
				return err
			}
			for _, row := range some {
				one, there := found[row.ID]
				if !there {
					return fmt.Errorf("item %s: %w", row.ID, store.ErrNoItem)
				}
				if err := visit(row, one.Item, one.Damaged); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Row returns what lists show of an item.
func (s *Service) Row(ctx context.Context, list, id string) (store.Row, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) (store.Row, error) { return r.Row(l.Key, id) })
}

// Newest returns the versions of an item that were stored last, in the order in which they
// arrived, and the number of all its versions. It returns at most that many, and fewer if they
// are very long.
func (s *Service) Newest(ctx context.Context, list, id string, most int) (newest []store.Archived, all int, err error) {
	const bytes = 1 << 20 // some items are that long
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		newest, all, err = r.Newest(l.Key, id, most, bytes)
		return err
	})
	return newest, all, err
}

// History returns every version of an item that the store has ever had, in the order in which
// they arrived.
func (s *Service) History(ctx context.Context, list, id string) ([]store.Archived, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) ([]store.Archived, error) {
		all, err := r.Versions(l.Key, id)
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("history of item %s: %w", id, store.ErrNoItem)
		}
		return all, err
	})
}

// Lost returns what kind of record an item shown as a note may have had before a program that
// does not support records changed it, or "" if there is no sign of one.
func (s *Service) Lost(ctx context.Context, list, id string) (k record.Kind, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		it, err := r.Item(l.Key, id)
		if err != nil || !record.Lacks(it.Winner) {
			return err
		}
		archived, err := r.Versions(l.Key, id)
		if err != nil {
			return err
		}
		switch o := store.OriginOf(it.Winner, archived); {
		case !o.Lost():
		case o.Record != nil:
			k = record.KindOf(o.Record.Content)
		case record.Makes(record.Kind(l.Kind)):
			k = record.Kind(l.Kind)
		}
		return nil
	})
	return k, err
}

// Duplicate is a pair of contacts in a list that may be duplicates.
type Duplicate struct {
	A, B *item.Item
	// Why has the reasons.
	Why []record.Reason
}

// Duplicates returns the contacts of a list that may be duplicates, the most similar first.
func (s *Service) Duplicates(ctx context.Context, list string) ([]Duplicate, error) {
	items := map[string]*item.Item{}
	var all []record.Candidate
	err := store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		if c, err := r.Count(l.Key); err != nil || c.Items < 2 {
			return err // not worth reading a large one
		}
		_, err := store.Spare(r.EachItem(l.Key, func(it *item.Item) error {
			read := record.Read(it.Winner.Content)
			if !it.Winner.Deleted && read.Kind == record.Contact {
				items[it.ID()] = it
				all = append(all, record.Candidate{Key: it.ID(), Record: read})
			}
			return ctx.Err()
		}))
		return err
	})
	if err != nil {
		return nil, err
	}
	var duplicates []Duplicate
	for _, p := range record.Duplicates(all) {
		duplicates = append(duplicates, Duplicate{A: items[p.A], B: items[p.B], Why: p.Why})
	}
	return duplicates, nil
}

// Alarm is an alarm of a todo, with the time when it goes off.
type Alarm struct {
	edit.Ref
	Title string
	At    time.Time
}

// Alarms returns, in order, the alarms that go off after the instant after and not after
// until. Todos that are done or deleted have none. If atDue is set, todos that are due at a
// time and have no alarms go off at that time.
func (s *Service) Alarms(ctx context.Context, after, until time.Time, atDue bool) ([]Alarm, error) {
	var all []Alarm
	err := s.Store.View(ctx, func(r store.Reader) error {
		rows, err := store.RowsOfAll(r, store.Query{Open: true, Alarms: true})
		if err != nil {
			return err
		}
		if all, err = s.alarmsOf(ctx, r, rows); err != nil || !atDue {
			return err
		}
		// Days are compared as they are written; no zone is more than a day away from UTC.
		from, to := record.DayOf(after.UTC()).AddDays(-1), record.DayOf(until.UTC()).AddDays(1)
		rows, err = store.RowsOfAll(r, store.Query{Open: true, DueFrom: from.String(), DueTo: to.String()})
		all = append(all, s.dueTimes(rows)...)
		return err
	})
	all = slices.DeleteFunc(all, func(a Alarm) bool { return !a.At.After(after) || a.At.After(until) })
	slices.SortStableFunc(all, func(a, b Alarm) int { return a.At.Compare(b.At) })
	return all, err
}

// alarmsOf returns all alarms of rows. A tombstone with open conflicts has a row, but no
// alarms.
func (s *Service) alarmsOf(ctx context.Context, r store.Reader, rows []store.InSet) (all []Alarm, err error) {
	for _, row := range rows {
		if row.Deleted {
			continue
		}
		it, err := r.Item(row.Row.Set, row.ID)
		if errors.Is(err, store.ErrDamagedItem) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, at := range record.Alarms(it.Winner.Content, s.Here) {
			all = append(all, Alarm{edit.Ref{Set: row.Set, ID: row.ID}, row.Title, at})
		}
	}
	return all, ctx.Err()
}

// dueTimes returns an alarm at the due time of each row that has a time and no alarms.
func (s *Service) dueTimes(rows []store.InSet) (all []Alarm) {
	for _, row := range rows {
		due, err := record.ParseDate(row.Due)
		if err == nil && due.HasTime() && !row.Alarms && !row.Deleted {
			all = append(all, Alarm{edit.Ref{Set: row.Set, ID: row.ID}, row.Title, due.At(s.Here)})
		}
	}
	return all
}
