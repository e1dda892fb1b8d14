package ical

import "time"

// Observance is what a zone keeps for a part of the years: a STANDARD or a
// DAYLIGHT of a VTIMEZONE (RFC 5545 §3.6.5).
type Observance struct {
	// Daylight tells it from standard time.
	Daylight bool
	// Name is the abbreviation, as CET, or "+01" where there is none.
	Name string
	// From and To are the offsets before and in it, in seconds east of UTC.
	From, To int
	// Onsets are when it begins, at least once, by the clocks as they stand
	// before; their location means nothing.
	Onsets []time.Time
	// Rule repeats the first onset without end (RFC 5545 §3.3.10), or is "".
	Rule string
}

// Limits on what is described of a zone whose changes follow no rule.
const (
	// yearsOn is how long after the last date they are listed.
	yearsOn = 5
	// lastListed is the last year of them: nobody knows what is so far away, and
	// a date there may be one that means never.
	lastListed = 2100
)

// Observances describes a zone for dates from one year to another. Where its
// changes follow a rule for good, they are told by that, from the year before
// the first on or from when it holds, and for all time; other changes are listed
// one by one.
func Observances(z *time.Location, first, last int) []Observance {
	rules, since := lasting(z, first, last)
	if len(rules) > 0 && since < first {
		return repeated(rules)
	}
	if len(rules) == 0 {
		since = min(last+yearsOn, max(lastListed, first)) + 1
	}
	from := newYear(first, z)
	listed := append([]onset{standingOnset(from)}, onsets(from, newYear(since, z))...)
	return append(grouped(listed), repeated(rules)...)
}

// grouped puts the onsets of each change together.
func grouped(listed []onset) (all []Observance) {
	place := map[change]int{}
	for _, o := range listed {
		at, known := place[o.change]
		if !known {
			at = len(all)
			place[o.change] = at
			all = append(all, o.observance())
			continue
		}
		all[at].Onsets = append(all[at].Onsets, o.wall)
	}
	return all
}

func repeated(rules []rule) (all []Observance) {
	for _, r := range rules {
		o := r.onset.observance()
		o.Rule = r.String()
		all = append(all, o)
	}
	return all
}

func (o onset) observance() Observance {
	return Observance{Daylight: o.daylight, Name: o.name, From: o.from, To: o.to, Onsets: []time.Time{o.wall}}
}
