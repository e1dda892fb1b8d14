package record

import (
	"strconv"
	"time"

	"crossfeed/engine/record/internal/xprop"
)

// series are the occurrences of a todo that repeats, by its rule and EXDATE. Dates
// that RDATE adds are kept and not followed.
type series struct {
	rule rule
	// from is the first one: start, or due where there is no start.
	from Date
	// zone is that of from.
	zone, here *time.Location
	// until is the last one there may be, or zero.
	until Date
	// since is the time on the clock before which all are passed over.
	since time.Time
	// out are those that EXDATE takes out.
	out excluded
}

// farthest is how many occurrences may be passed over: a file may take out
// thousands, something done every hour be forgotten for years, and a rule go on
// for ever.
const farthest = 500_000

func seriesOf(t tree, here *time.Location) series {
	from := t.start()
	if from.IsZero() {
		from = t.due()
	}
	r := t.rule()
	return series{
		rule: r, from: from, until: dateIn(r.first("UNTIL"), nil),
		zone: from.At(here).Location(), here: here,
		out: t.excluded(here),
	}
}

// next is the first occurrence after from that is neither taken out nor missed,
// and how many were passed on the way, from among them: these count (RFC 5545 §3.3.10), also
// those that are taken out.
func (s series) next() (to Date, passed int, ok bool) {
	if s.rule == nil || s.from.IsZero() {
		return Date{}, 0, false
	}
	most := farthest
	if count, err := strconv.Atoi(s.rule.first("COUNT")); err == nil {
		most = min(most, count-1)
	}
	each := s.rule.after(s.from)
	for passed = 1; passed <= most; passed++ {
		at, found := each()
		if !found {
			break
		}
		to = s.from
		to.local = at
		switch {
		case s.ended(to):
			return Date{}, 0, false
		case !at.Before(s.since) && !s.out.has(to, s.instant(to)):
			return to, passed, true
		}
	}
	return Date{}, 0, false
}

// ended tells whether a date lies after UNTIL: a day counts to its end, and a
// time in UTC is an instant.
func (s series) ended(d Date) bool {
	until := s.until
	switch {
	case until.IsZero():
		return false
	case !until.timed || !d.timed:
		return d.Day().local.After(until.Day().local)
	case until.Zone == universalZone:
		return s.instant(d).After(until.local)
	}
	return d.local.After(until.local)
}

// instant is when a date of the series begins.
func (s series) instant(d Date) time.Time {
	l := d.local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, s.zone)
}

// excluded are the dates of EXDATE (RFC 5545 §3.8.5.1): days, times on a clock,
// and instants.
type excluded struct {
	days, clock map[time.Time]bool
	instants    map[int64]bool
}

func (t tree) excluded(here *time.Location) excluded {
	x := excluded{map[time.Time]bool{}, map[time.Time]bool{}, map[int64]bool{}}
	for _, p := range t.properties("exdate") {
		zones := xprop.Parameter(p, "tzid")
		for _, value := range xprop.Values(p) {
			switch d := dateIn(value, zones); {
			case d.IsZero():
			case !d.timed:
				x.days[d.local] = true
			case d.Zone == "":
				x.clock[d.local] = true
			default:
				x.instants[d.At(here).Unix()] = true
			}
		}
	}
	return x
}

func (x excluded) has(d Date, at time.Time) bool {
	return x.days[d.Day().local] || x.clock[d.local] || d.timed && x.instants[at.Unix()]
}
