package engine

import (
	"context"
	"slices"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Alarm is when an alarm of a todo goes off.
type Alarm struct {
	Ref
	Title string
	At    time.Time
}

// Alarms lists the alarms that go off after one instant and not after another,
// of todos that are neither done nor deleted, in order.
func (e *Engine) Alarms(ctx context.Context, after, until time.Time) ([]Alarm, error) {
	var all []Alarm
	err := e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		for _, set := range sets {
			rows, err := r.Rows(set.Key, store.Query{Open: true, Alarms: true})
			if err != nil {
				return err
			}
			for _, row := range rows {
				it, err := r.Item(set.Key, row.ID)
				if err != nil {
					return err
				}
				for _, at := range record.Alarms(it.Winner.Content, e.parts.Here) {
					if at.After(after) && !at.After(until) {
						all = append(all, Alarm{Ref{set.Name, row.ID}, row.Title, at})
					}
				}
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Alarm) int { return a.At.Compare(b.At) })
	return all, err
}
