package feed_test

import (
	"testing"
	"time"

	"crossfeed/engine/feed"
)

// TestRFC3339 parses times as RFC 3339 §5.6 specifies them, and as they occur in practice.
func TestRFC3339(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"2005-05-21T11:43:33Z", "2005-05-21T11:43:33Z"},
		{"2005-05-21t11:43:33z", "2005-05-21T11:43:33Z"},
		{"2005-05-21 11:43:33Z", "2005-05-21T11:43:33Z"},
		{" 2005-05-21T11:43:33Z\n", "2005-05-21T11:43:33Z"},
		{"2005-05-21T11:43Z", "2005-05-21T11:43:00Z"},
		{"2005-05-21T11:43:33.5Z", "2005-05-21T11:43:33.5Z"},
		{"2005-05-21T11:43:33.1234567899Z", "2005-05-21T11:43:33.123456789Z"},
		{"2005-05-21T11:43:33+02:00", "2005-05-21T09:43:33Z"},
		{"2005-05-21T23:43:33-05:30", "2005-05-22T05:13:33Z"},
		{"2005-05-21T11:43:33-00:00", "2005-05-21T11:43:33Z"},
		{"2005-05-21T11:43:33", "2005-05-21T11:43:33Z"},
		{"2005-12-31T23:59:60Z", "2006-01-01T00:00:00Z"},
		{"1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"},
		{"2004-02-29T00:00:00Z", "2004-02-29T00:00:00Z"},
		{"2005-02-29T00:00:00Z", ""},
		{"2005-13-01T00:00:00Z", ""},
		{"2005-00-01T00:00:00Z", ""},
		{"2005-05-21T24:00:00Z", ""},
		{"2005-05-21T11:60:00Z", ""},
		{"2005-05-21T11:43:61Z", ""},
		{"2005-05-21T11:43:33,5Z", ""},
		{"2005-05-21T11:43:33+24:00", ""},
		{"2005-05-21T11:43:33+02:60", ""},
		{"2005-05-21T11:43:33+0200", ""},
		{"2005-05-21T1:43:33Z", ""},
		{"05-05-21T11:43:33Z", ""},
		{"2005-05-21", ""},
		{"Sat, 21 May 2005 11:43:33 GMT", ""},
		{"", ""},
	} {
		check(t, c.text, c.want, feed.ParseRFC3339)
	}
}

// TestRFC822 parses times as RFC 822 §5 specifies them, and as they occur in feeds.
func TestRFC822(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Sat, 21 May 2005 11:43:33 GMT", "2005-05-21T11:43:33Z"},
		{"Mon, 21 May 2005 11:43:33 GMT", "2005-05-21T11:43:33Z"}, // not a Monday
		{"21 May 2005 11:43:33 GMT", "2005-05-21T11:43:33Z"},
		{"Sat, 21 May 2005 11:43 GMT", "2005-05-21T11:43:00Z"},
		{"Mon, 2 Oct. 2006 1:35:12", "2006-10-02T01:35:12Z"}, // Content Sync Extensions
		{"Sat, 21 May 05 11:43:33 UT", "2005-05-21T11:43:33Z"},
		{"Fri, 21 May 99 11:43:33 Z", "1999-05-21T11:43:33Z"},
		{"01 Jan 49 00:00 GMT", "2049-01-01T00:00:00Z"},
		{"01 Jan 50 00:00 GMT", "1950-01-01T00:00:00Z"},
		{"Sat, 21 May 2005 11:43:33 EST", "2005-05-21T16:43:33Z"},
		{"Sat, 21 May 2005 11:43:33 EDT", "2005-05-21T15:43:33Z"},
		{"Sat, 21 May 2005 11:43:33 PST", "2005-05-21T19:43:33Z"},
		{"Sat, 21 May 2005 11:43:33 mdt", "2005-05-21T17:43:33Z"},
		{"Sat, 21 May 2005 11:43:33 +0200", "2005-05-21T09:43:33Z"},
		{"Sat, 21 May 2005 11:43:33 -0530", "2005-05-21T17:13:33Z"},
		{"Saturday, 21 december 2005 11:43:33 GMT", "2005-12-21T11:43:33Z"},
		{"Sat, 31 Dec 2005 23:59:60 GMT", "2006-01-01T00:00:00Z"},
		{"Sat, 31 Apr 2005 00:00:00 GMT", ""},
		{"Sat, 21 Foo 2005 00:00:00 GMT", ""},
		{"Sat, 21 anf 2005 00:00:00 GMT", ""},
		{"Sat, 21 May 2005 25:00:00 GMT", ""},
		{"Sat, 21 May 2005 11:43:33 CET", ""},
		{"Sat, 21 May 2005 11:43:33 +2500", ""},
		{"Sat, 21 May 2005", ""},
		{"2005-05-21T11:43:33Z", ""},
		{"", ""},
	} {
		check(t, c.text, c.want, feed.ParseRFC822)
	}
}

// check parses a time; want is "" for an invalid one.
func check(t *testing.T, text, want string, parse func(string) (time.Time, error)) {
	t.Helper()
	got, err := parse(text)
	switch {
	case want == "" && err == nil:
		t.Errorf("%q was read as %s", text, got)
	case want != "" && (err != nil || got.Format(time.RFC3339Nano) != want):
		t.Errorf("%q: got %s and %v, want %s", text, got.Format(time.RFC3339Nano), err, want)
	}
}

// TestTimesAreWrittenStrictly checks that times are written in UTC and whole seconds.
func TestTimesAreWrittenStrictly(t *testing.T) {
	at := time.Date(2005, 5, 1, 9, 3, 3, 999, time.FixedZone("", 2*60*60))
	if got := feed.FormatRFC3339(at); got != "2005-05-01T07:03:03Z" {
		t.Error(got)
	}
	if got := feed.FormatRFC822(at); got != "Sun, 01 May 2005 07:03:03 GMT" {
		t.Error(got)
	}
}
