package ics

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Limits on a description of a time zone, of which every todo that uses it keeps
// a copy.
const (
	maxZoneLines = 200
	maxZoneBytes = 16 << 10
)

// zones are the time zones of a calendar.
type zones struct {
	// described are the lines of each, by TZID.
	described map[string][]string
	// iana remembers which names are those of the database.
	iana map[string]bool
}

func newZones() zones {
	return zones{described: map[string][]string{}, iana: map[string]bool{}}
}

// forget begins another calendar.
func (z *zones) forget() { clear(z.described) }

// learn takes in a VTIMEZONE. One without a name is of no use to any todo.
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

// lack tells whether one of the zones is neither known nor described yet.
func (z *zones) lack(tzids []string) bool {
	return slices.ContainsFunc(tzids, func(tzid string) bool {
		return !z.known(tzid) && z.described[tzid] == nil
	})
}

// describe gives the lines of those zones that are not in the database. Where
// nothing tells what a name means, there is a remark.
func (z *zones) describe(tzids []string, line int) (all []string, remarks []exchange.Problem) {
	for _, tzid := range tzids {
		if z.known(tzid) {
			continue
		}
		all = append(all, z.described[tzid]...)
		if _, told := FindZone(tzid); !told && z.described[tzid] == nil {
			remarks = append(remarks, exchange.Problem{
				Line: line, Text: fmt.Sprintf("nothing tells which time zone %q is", short(tzid)),
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

// endOf is a line that a file lacks.
func endOf(component string, number int) exchange.Line {
	return exchange.Line{Number: number, Text: strings.Join([]string{end, component}, ":")}
}
