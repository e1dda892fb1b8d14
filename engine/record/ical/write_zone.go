package ical

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record/exchange"
)

// years is a range of years.
type years struct{ first, last int }

// usage records which time zones are used, and for which years.
type usage struct {
	// tzids are in the order of their first use.
	tzids []string
	years map[string]years
}

// note records the zones and dates of a property.
func (u *usage) note(p exchange.Property) {
	for _, param := range p.Params {
		if !strings.EqualFold(param.Name, "TZID") {
			continue
		}
		for _, tzid := range param.Values {
			for date := range strings.SplitSeq(p.Value, ",") {
				u.date(tzid, date)
			}
		}
	}
}

// date records a date in a zone; it ignores invalid values.
func (u *usage) date(tzid, value string) {
	if len(value) < len(fileDate) || !isNumber(value[:len(fileDate)]) {
		return
	}
	year, _ := strconv.Atoi(value[:4])
	known, ok := u.years[tzid]
	if !ok {
		u.tzids = append(u.tzids, tzid)
		known = years{year, year}
	}
	if u.years == nil {
		u.years = map[string]years{}
	}
	u.years[tzid] = years{min(known.first, year), max(known.last, year)}
}

// supply defines the used zones of the database that are not defined by preserved lines. RFC
// 5545 §3.6.5 requires definitions of all zones, and Outlook shifts times in undefined ones.
// Read does not preserve definitions of zones in the database.
func (d *described) supply(u usage) {
	for _, tzid := range u.tzids {
		if z, known := FindZone(tzid); known && IsIANAZone(tzid) && !d.has(tzid) {
			d.put(tzid, vtimezone(tzid, z, u.years[tzid]))
		}
	}
}

// vtimezone returns the lines of a VTIMEZONE.
func vtimezone(tzid string, z *time.Location, of years) []string {
	all := []string{begin + ":" + timezone, "TZID:" + exchange.Escape(tzid)}
	for _, o := range Observances(z, of.first, of.last) {
		all = append(all, observance(o)...)
	}
	return append(all, end+":"+timezone)
}

func observance(o Observance) []string {
	name := "STANDARD"
	if o.Daylight {
		name = "DAYLIGHT"
	}
	all := []string{begin + ":" + name, "DTSTART:" + o.Onsets[0].Format(fileStamp)}
	if o.Rule != "" {
		all = append(all, "RRULE:"+o.Rule)
	}
	for _, again := range o.Onsets[1:] {
		all = append(all, "RDATE:"+again.Format(fileStamp))
	}
	return append(all, "TZOFFSETFROM:"+offset(o.From), "TZOFFSETTO:"+offset(o.To),
		"TZNAME:"+exchange.Escape(o.Name), end+":"+name)
}

// offset formats a UTC offset (RFC 5545 §3.3.14), with seconds only if they are not zero.
func offset(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}

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
