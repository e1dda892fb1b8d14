package engine

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// look is a look at dates from here, now.
type look struct {
	now, tomorrow time.Time
	// zones are those that were looked up: that takes far longer than the rest.
	zones map[string]*time.Location
}

func (e *Engine) look() look {
	now := e.parts.Clock.Now().In(e.parts.Here)
	return look{now, record.DayOf(now).AddDays(1).At(now.Location()), map[string]*time.Location{}}
}

// instant is when a date begins.
func (l look) instant(d record.Date) time.Time { return d.In("").At(l.zone(d)) }

// passed tells whether what is due then is overdue.
func (l look) passed(d record.Date) bool { return d.In("").Passed(l.now.In(l.zone(d))) }

// zone is the zone of a date.
func (l look) zone(d record.Date) *time.Location {
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

// dated is a row and when it is due.
type dated struct {
	InSet
	at    time.Time
	never bool
}

func (l look) dated(row InSet) dated {
	due, err := record.ParseDate(row.Due)
	if err != nil {
		return dated{InSet: row, never: true}
	}
	return dated{InSet: row, at: l.instant(due)}
}

// inOrder are rows by the time at which they are due, then by priority and
// title; what is due some day comes last.
func inOrder(all []dated) []InSet {
	slices.SortStableFunc(all, byDue)
	rows := make([]InSet, len(all))
	for i, d := range all {
		rows[i] = d.InSet
	}
	return rows
}

func byDue(a, b dated) int {
	switch {
	case a.never != b.never && b.never:
		return -1
	case a.never != b.never:
		return 1
	}
	return cmp.Or(a.at.Compare(b.at), rank(a.Priority)-rank(b.Priority), strings.Compare(a.Title, b.Title))
}

// rank puts what has no priority last.
func rank(priority int) int {
	if priority == 0 {
		return 10
	}
	return priority
}
