package pseudocode

import (
	"bytes"
	"time"
)

// year1601 is the date of what has none: "assumed to be January 1st, 1601".
var year1601 = time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)

// newerFeed is "Newer (for feed) – Feed A is newer than feed B iff the RSS
// <lastBuildDate> of A's first channel is more recent than the RSS
// <lastBuildDate> of B's first channel". With no date on either side, the bytes
// decide.
func newerFeed(a, b feed) bool {
	if a.date.Equal(year1601) && b.date.Equal(year1601) {
		return !bytes.Equal(a.document, b.document)
	}
	return a.date.After(b.date)
}

// newerItem is "Newer (for item) – A is newer than B iff the <csx:lastBuildDate>
// of A is more recent than the <csx:lastBuildDate> of B". With no date on either
// side, the bytes decide.
func newerItem(a, b item) bool {
	if a.date.Equal(year1601) && b.date.Equal(year1601) {
		return a.text != b.text
	}
	return a.date.After(b.date)
}

// dated is the first of some dates that is present: "If the <csx:lastBuildDate>
// is not present, it is assumed to be the item's RSS <pubDate>. If the <pubDate>
// is not present, the <csx:lastBuildDate> is assumed to be January 1st, 1601."
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
