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
