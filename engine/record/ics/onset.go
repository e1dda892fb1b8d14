package ics

import "time"

// change is what the clocks of a zone change to.
type change struct {
	daylight bool
	// name is the abbreviation, as CET, or "+01" where there is none.
	name string
	// from and to are the offsets before and after, in seconds east of UTC.
	from, to int
}

// onset is a change and when it comes: by the clocks as they stand before it
// (RFC 5545 §3.6.5, DTSTART), whatever the time's own location.
type onset struct {
	change
	wall time.Time
}

// newYear is the first moment of a year in a zone.
func newYear(year int, z *time.Location) time.Time {
	return time.Date(year, time.January, 1, 0, 0, 0, 0, z)
}

// onsets lists the changes after one time up to another, in order.
func onsets(after, to time.Time) (all []onset) {
	for t := after; ; {
		_, next := t.ZoneBounds()
		if next.IsZero() || next.After(to) {
			return all
		}
		if !next.After(t) {
			// On the last day of a leap year, the bound that is told lies behind.
			next = t.Add(day)
		}
		if o := newOnset(t, next); o.differs(t) {
			all = append(all, o)
		}
		t = next
	}
}

const day = 24 * time.Hour

// newOnset is the change at a time, from what was in force before it.
func newOnset(before, at time.Time) onset {
	_, from := before.Zone()
	name, to := at.Zone()
	daylight := at.IsDST()
	if before.IsDST() != daylight {
		daylight = to > from // Ireland's daylight saving time is its winter's
	}
	return onset{change{daylight, name, from, to}, at.UTC().Add(time.Duration(from) * time.Second)}
}

// differs tells whether there is a change from what was in force. A bound may
// also be the end of a year, or a change of what is not written.
func (c change) differs(before time.Time) bool {
	name, offset := before.Zone()
	return c.name != name || c.to != offset
}

// standingOnset is what is in force at a time. What has been so for more than a year
// counts as the standard of old.
func standingOnset(at time.Time) onset {
	if late := onsets(at.AddDate(-1, 0, 0), at); len(late) > 0 {
		return late[len(late)-1]
	}
	name, offset := at.Zone()
	return onset{change{false, name, offset, offset}, newYear(min(at.Year(), epoch), time.UTC)}
}

// epoch is the year in which descriptions of zones begin that have no beginning.
const epoch = 1970
