package ical

import "time"

// Observance is a period of standard or daylight saving time that a zone observes: a STANDARD
// or DAYLIGHT of a VTIMEZONE (RFC 5545 §3.6.5).
type Observance struct {
	// Daylight is false for standard time.
	Daylight bool
	// Name is the abbreviation, such as CET, or "+01" if there is none.
	Name string
	// From and To are the offsets before and during the observance, in seconds east of UTC.
	From, To int
	// Onsets are the times at which it begins, at least one. They are in the local time before
	// the change; their location has no meaning.
	Onsets []time.Time
	// Rule repeats the first onset without end (RFC 5545 §3.3.10), or is "".
	Rule string
}

// Limits on the definition of a zone whose changes follow no rule.
const (
	// yearsOn is the number of years after the last date for which changes are listed.
	yearsOn = 5
	// lastListed is the last year for which changes are listed: nobody knows the rules of the
	// distant future, and a date there may be a placeholder for "never".
	lastListed = 2100
)

// Observances describes a zone for dates between two years. Changes that follow a rule
// permanently are described by the rule, from the year before first or from when it takes
// effect, without an end. Other changes are listed one by one.
func Observances(z *time.Location, first, last int) []Observance {
	rules, since := lasting(z, first, last)
	if len(rules) > 0 && since < first {
		return repeated(rules)
	}
	if len(rules) == 0 {
		since = min(last+yearsOn, max(lastListed, first)) + 1
	}
	from := newYear(first, z)
	listed := append([]onset{currentOnset(from)}, onsets(from, newYear(since, z))...)
	return append(grouped(listed), repeated(rules)...)
}

// grouped merges equal changes into one observance.
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
