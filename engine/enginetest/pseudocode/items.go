package pseudocode

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// Items returns one line per item of a cached feed: title, date and the effective links. Each
// address appears once, as on demand only if all links to it are.
func (c *Cache) Items(address string) (lines []string) {
	document, here := c.Feeds[address]
	if !here {
		return nil
	}
	for _, i := range read(address, document).items {
		line := Line(i.title, i.date)
		for at, l := range i.links {
			if !slices.ContainsFunc(i.links[:at], l.leadsThere) {
				unasked := slices.ContainsFunc(i.links, func(o link) bool { return o.leadsThere(l) && !o.onDemand })
				line += Linked(l.Address, l.Nested, !unasked)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func (l link) leadsThere(other link) bool { return l.Link == other.Link }

// Line returns the beginning of an item's line.
func Line(title string, at time.Time) string {
	if at.Equal(year1601) || at.IsZero() {
		return title
	}
	return title + ", " + at.UTC().Format(time.DateTime)
}

// Linked returns the part of an item's line that describes a link.
func Linked(address string, nested, onDemand bool) string {
	return fmt.Sprintf(", %s nested=%t onDemand=%t", address, nested, onDemand)
}

// year1601 stands for a missing date: "assumed to be January 1st, 1601".
var year1601 = time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)

// newerFeed is "Newer (for feed) – Feed A is newer than feed B iff the RSS <lastBuildDate> of
// A's first channel is more recent than the RSS <lastBuildDate> of B's first channel". If
// neither side has a date, the bytes decide.
func newerFeed(a, b feed) bool {
	if a.date.Equal(year1601) && b.date.Equal(year1601) {
		return !bytes.Equal(a.document, b.document)
	}
	return a.date.After(b.date)
}

// newerItem is "Newer (for item) – A is newer than B iff the <csx:lastBuildDate> of A is more
// recent than the <csx:lastBuildDate> of B". If neither side has a date, the bytes decide.
func newerItem(a, b item) bool {
	if a.date.Equal(year1601) && b.date.Equal(year1601) {
		return a.text != b.text
	}
	return a.date.After(b.date)
}

// dated returns the first date that is present: "If the <csx:lastBuildDate> is not present, it
// is assumed to be the item's RSS <pubDate>. If the <pubDate> is not present, the
// <csx:lastBuildDate> is assumed to be January 1st, 1601."
func dated(texts ...string) time.Time {
	for _, text := range texts {
		if at, err := time.Parse(time.RFC1123Z, text); err == nil {
			return at
		}
		if at, err := time.Parse(time.RFC1123, text); err == nil {
			return at
		}
	}
	return year1601
}
