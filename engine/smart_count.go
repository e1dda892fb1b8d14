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
	sum := 0
	err := e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		for _, set := range sets {
			n, err := s.count(r, set.Key, l)
			if err != nil {
				return err
			}
			sum += n
		}
		return nil
	})
	return sum, err
}

// count counts the rows of one set.
func (s Smart) count(r store.Reader, set int64, l look) (int, error) {
	sure, near := s.parts(l.now)
	n, err := r.CountRows(set, sure)
	if err != nil || s.Kind == Tagged {
		return n, err
	}
	rows, err := r.Rows(set, near)
	for _, row := range rows {
		if s.shows(row, l) {
			n++
		}
	}
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
