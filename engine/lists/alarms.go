package lists

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Alarm is an alarm of a todo, with the time when it goes off.
type Alarm struct {
	edit.Ref
	Title string
	At    time.Time
}

// Alarms returns, in order, the alarms that go off after the instant after and not after
// until. Todos that are done or deleted have none.
func (s *Service) Alarms(ctx context.Context, after, until time.Time) ([]Alarm, error) {
	var all []Alarm
	err := s.Store.View(ctx, func(r store.Reader) error {
		rows, err := store.RowsOfAll(r, store.Query{Open: true, Alarms: true})
		if err != nil {
			return err
		}
		all, err = s.alarmsOf(ctx, r, rows)
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
