package ical

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record/exchange"
)

// years are the first and the last of dates.
type years struct{ first, last int }

// usage is which time zones dates are in.
type usage struct {
	// tzids stand in the order in which they were first used.
	tzids []string
	years map[string]years
}

// note takes in a property that stands in the file.
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

// date takes in a date of a zone; a value that is none does not count.
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

// supply describes the zones of the database that are used and that no lines
// beside a record describe: RFC 5545 §3.6.5 asks for all, and Outlook moves the
// times of those that it lacks. Read does not keep these.
func (d *described) supply(u usage) {
	for _, tzid := range u.tzids {
		if z, known := FindZone(tzid); known && IsIANAZone(tzid) && !d.has(tzid) {
			d.put(tzid, vtimezone(tzid, z, u.years[tzid]))
		}
	}
}

// vtimezone writes a VTIMEZONE.
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

// offset writes a difference from UTC (RFC 5545 §3.3.14), which has seconds only
// where it needs them.
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
