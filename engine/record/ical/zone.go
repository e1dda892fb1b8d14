package ical

import (
	_ "embed"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record/exchange"
)

// windows lists the names that Windows, Outlook and Exchange write.
//
//go:embed windows.txt
var windows string

// universal is Exchange's name for UTC.
const universal = "tzone://Microsoft/Utc"

// IsIANAZone reports whether a TZID is a name of the time zone database.
func IsIANAZone(tzid string) bool {
	_, known := load(tzid)
	return known
}

// FindZone returns the time zone for a TZID (RFC 5545 §3.2.19), and reports whether it was
// found. The TZID may be an IsIANAZone name, one after the prefix of a vendor
// ("/freeassociation.sourceforge.net/Europe/Berlin"), or the name of a Windows zone ("W.
// Europe Standard Time").
func FindZone(tzid string) (*time.Location, bool) {
	name := strings.Trim(tzid, ` "`)
	if z, known := load(name); known {
		return z, true
	}
	if strings.EqualFold(name, universal) {
		return time.UTC, true
	}
	if iana, known := ofWindows(name); known {
		return load(iana)
	}
	return behindPrefix(name)
}

// load rejects the names that refer to the machine's own zone.
func load(name string) (*time.Location, bool) {
	if name == "" || name == "Local" {
		return nil, false
	}
	z, err := time.LoadLocation(name)
	return z, err == nil
}

// ofWindows looks a name up in the table. Few files need it, so the table is not parsed in
// advance.
func ofWindows(name string) (iana string, known bool) {
	if name == "" || strings.ContainsAny(name, "=#\n") {
		return "", false
	}
	_, after, known := strings.Cut(windows, "\n"+name+"=")
	iana, _, _ = strings.Cut(after, "\n")
	return iana, known
}

// behindPrefix removes leading parts from a name that begins with a slash, and thus is
// globally unique (RFC 5545 §3.8.3.1), until the rest is known.
func behindPrefix(name string) (*time.Location, bool) {
	if !strings.HasPrefix(name, "/") {
		return nil, false
	}
	for rest := name; ; {
		_, after, more := strings.Cut(rest, "/")
		if !more {
			return nil, false
		}
		if z, known := load(after); known {
			return z, true
		}
		rest = after
	}
}

// Limits on the definition of a time zone, of which every todo that uses it has a copy.
const (
	maxZoneLines = 200
	maxZoneBytes = 16 << 10
)

// zones holds the time zones of a calendar.
type zones struct {
	// described holds the lines of each definition by TZID.
	described map[string][]string
	// iana caches which names are in the database.
	iana map[string]bool
}

// learn stores a VTIMEZONE. One without a name is useless.
func (z *zones) learn(f *frame) {
	all := []string{begin + ":" + timezone}
	size := 0
	var tzid string
	for _, c := range f.body {
		if c.Is("TZID") && tzid == "" {
			tzid = exchange.Unescape(c.Value)
		}
		size += len(c.text)
		all = append(all, c.text)
	}
	if len(all) < maxZoneLines && size <= maxZoneBytes && z.described[tzid] == nil {
		z.described[tzid] = append(all, end+":"+timezone)
	}
}

// lack reports whether one of the zones is neither known nor defined yet.
func (z *zones) lack(tzids []string) bool {
	return slices.ContainsFunc(tzids, func(tzid string) bool {
		return !z.known(tzid) && z.described[tzid] == nil
	})
}

// describe returns the definitions of those zones that are not in the database. It adds a
// remark for names whose meaning is unknown.
func (z *zones) describe(tzids []string, line int) (all []string, remarks []exchange.Problem) {
	for _, tzid := range tzids {
		if z.known(tzid) {
			continue
		}
		all = append(all, z.described[tzid]...)
		if _, told := FindZone(tzid); !told && z.described[tzid] == nil {
			remarks = append(remarks, exchange.Problem{
				Line: line, Kind: exchange.UnknownZone, Name: exchange.Shortened(tzid),
			})
		}
	}
	return all, remarks
}

func (z *zones) known(tzid string) bool {
	known, asked := z.iana[tzid]
	if !asked {
		known = IsIANAZone(tzid)
		z.iana[tzid] = known
	}
	return known
}

func appendNew(all []string, more ...string) []string {
	for _, one := range more {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// endOf returns an END line that is missing from a file.
func endOf(component string, number int) exchange.Line {
	return exchange.Line{Number: number, Text: strings.Join([]string{end, component}, ":")}
}
