package lists

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// SmartKind is a kind of smart list, which collects items across lists.
type SmartKind string

// Smart lists. Each shows todos that are neither done nor cancelled, except Completed.
const (
	// Today: due today or before.
	Today SmartKind = "today"
	// Upcoming: due after today.
	Upcoming SmartKind = "upcoming"
	// Overdue: the due time or due day has passed.
	Overdue SmartKind = "overdue"
	// AllTodos: every todo.
	AllTodos SmartKind = "all"
	// NoDate: without a due date.
	NoDate SmartKind = "no-date"
	// Completed: done or cancelled.
	Completed SmartKind = "completed"
	// Tagged: with a tag.
	Tagged SmartKind = "tag"
)

// Smart identifies a smart list.
type Smart struct {
	Kind SmartKind
	// Tag is the tag of a Tagged list.
	Tag string
	// Search limits it to rows that contain the text.
	Search string
}

// Smart returns the rows of a smart list, ordered by when they are due; those of Completed with
// the last change first.
func (s *Service) Smart(ctx context.Context, list Smart) ([]store.InSet, error) {
	l := s.dates()
	var all []dated
	err := s.Store.View(ctx, func(r store.Reader) error {
		rows, err := store.RowsOfAll(r, list.query(l.now))
		for _, row := range rows {
			if list.shows(row.Row, l) {
				all = append(all, l.dated(row))
			}
		}
		return err
	})
	if list.Kind == Completed {
		return inOrder(all, func(a, b dated) int { return b.When.Compare(a.When) }), err
	}
	return inOrder(all, byDue), err
}

// query returns a query for slightly more than the list shows: it compares days as they are
// written, whatever their zone, and no zone is more than a day away.
func (s Smart) query(now time.Time) store.Query {
	q := store.Query{Search: s.Search, Open: true}
	today := record.DayOf(now)
	switch s.Kind {
	case Today, Overdue:
		q.DueFrom, q.DueTo = "0000-00-00", today.AddDays(1).String()
	case Upcoming:
		q.DueFrom = today.AddDays(-1).String()
	case AllTodos:
		q.Kind = record.Todo
	case NoDate:
		q.Kind, q.Undated = record.Todo, true
	case Completed:
		q.Open, q.Closed = false, true
	case Tagged:
		q.Tag = s.Tag
	}
	return q
}

// shows reports whether a row belongs to the list.
func (s Smart) shows(row store.Row, l dates) bool {
	switch s.Kind {
	case AllTodos, NoDate, Completed, Tagged:
		return true
	}
	due, err := record.ParseDate(row.Due)
	return err == nil && s.showsDue(due, l)
}

// showsDue reports whether something due then belongs to the list.
func (s Smart) showsDue(due record.Date, l dates) bool {
	switch s.Kind {
	case Today:
		return l.instant(due).Before(l.tomorrow)
	case Upcoming:
		return !l.instant(due).Before(l.tomorrow)
	}
	return due.In("").Passed(l.now.In(l.zone(due)))
}

// dates evaluates dates in the local time zone, at the present time.
type dates struct {
	now, tomorrow time.Time
	// zones caches time zones, because looking one up takes far longer than the rest.
	zones map[string]*time.Location
}

func (s *Service) dates() dates {
	now := s.Clock.Now().In(s.Here)
	return dates{now, record.DayOf(now).AddDays(1).At(now.Location()), map[string]*time.Location{}}
}

// instant returns the instant when a date begins.
func (l dates) instant(d record.Date) time.Time { return d.In("").At(l.zone(d)) }

func (l dates) zone(d record.Date) *time.Location {
	if d.Zone == "" {
		return l.now.Location()
	}
	zone, known := l.zones[d.Zone]
	if !known {
		zone = d.At(l.now.Location()).Location()
		l.zones[d.Zone] = zone
	}
	return zone
}

// dated is a row with its due date.
type dated struct {
	store.InSet
	at    time.Time
	never bool
}

func (l dates) dated(row store.InSet) dated {
	due, err := record.ParseDate(row.Due)
	if err != nil {
		return dated{InSet: row, never: true}
	}
	return dated{InSet: row, at: l.instant(due)}
}

func inOrder(all []dated, by func(a, b dated) int) []store.InSet {
	slices.SortStableFunc(all, by)
	rows := make([]store.InSet, len(all))
	for i, d := range all {
		rows[i] = d.InSet
	}
	return rows
}

// byDue sorts by due date, then by priority and title. Rows without a date come last.
func byDue(a, b dated) int {
	switch {
	case a.never != b.never && b.never:
		return -1
	case a.never != b.never:
		return 1
	}
	return cmp.Or(a.at.Compare(b.at), rank(a.Priority)-rank(b.Priority), strings.Compare(a.Title, b.Title))
}

// rank puts items without a priority last.
func rank(priority int) int {
	if priority == 0 {
		return 10
	}
	return priority
}
