package engine

import (
	"context"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// CountSmart is the number of rows of a smart list. Only what is due near the
// border of the list is looked at; the rest is counted as its days are written.
func (e *Engine) CountSmart(ctx context.Context, s Smart) (int, error) {
	l := e.look()
	sure, near := s.parts(l.now)
	var n int
	err := e.store.View(ctx, func(r store.Reader) (err error) {
		if n, err = r.CountRows(0, sure); err != nil || s.Kind == Tagged {
			return err
		}
		rows, err := r.Rows(0, near)
		for _, row := range rows {
			if s.shows(row, l) {
				n++
			}
		}
		return err
	})
	return n, err
}

// border is how many days a date may be away from the day that it is here: it
// is written in a zone of its own.
const border = 2

// parts are the rows that belong to the list whatever their zone, and those
// that may.
func (s Smart) parts(now time.Time) (sure, near store.Query) {
	sure, near = s.query(now), s.query(now)
	today := record.DayOf(now)
	switch s.Kind {
	case Today, Overdue:
		sure.DueTo = today.AddDays(-border - 1).String()
		near.DueFrom = today.AddDays(-border).String()
	case Upcoming:
		sure.DueFrom = today.AddDays(border + 1).String()
		near.DueTo = today.AddDays(border).String()
	}
	return sure, near
}
